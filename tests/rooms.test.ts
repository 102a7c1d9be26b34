// The table "Rooms: who may import whom", held against the whole tree, and the checker against planted faults.
import { describe, expect, it } from 'vitest'
import { attics, cycles, edgesOf, floorless, folderCircles, roomOf, upward, violations } from './rooms/check.ts'
import { AMBIENT, MOST_FILES, ROOMS } from './rooms/table.ts'
import { readAliases, readTree } from './rooms/tree.ts'

const aliases = readAliases()

describe('the tree', () => {
  const tree = readTree()
  const edges = edgesOf(tree, aliases)

  it('has every module in a room, and no room that a typo has emptied', () => {
    const held = new Set(
      [...tree.keys()]
        .filter((path) => /\.tsx?$/.test(path) && !AMBIENT.includes(path))
        .map((path) => roomOf(path).name),
    )
    // The words of the languages are no modules.
    expect(ROOMS.map(({ name }) => name).filter((name) => !held.has(name))).toEqual(['locales'])
  })

  it('was really read', () => {
    expect(edges.length).toBeGreaterThan(300)
    expect(edges.filter(({ to }) => to !== null).length).toBeGreaterThan(200)
  })

  it('imports only what is there', () => {
    const gone = edges.filter(({ to }) => to !== null && !tree.has(to))
    expect(gone.map(({ from, line, specifier }) => `${from}:${line} ${specifier}`)).toEqual([])
  })

  it('imports only what the table allows', () => {
    expect(violations(edges)).toEqual([])
  })

  it('imports downwards alone inside a room of many rooms', () => {
    expect(upward(edges)).toEqual([])
  })

  it('has every module of such a room on a floor', () => {
    expect(floorless(tree)).toEqual([])
  })

  it('has no folder that is too full to look over or named for nothing', () => {
    expect(attics(tree)).toEqual([])
  })

  it('has no circle of folders that lie side by side', () => {
    expect(folderCircles(edges).map((circle) => circle.join(' -> '))).toEqual([])
  })

  it('has no import cycle', () => {
    expect(cycles(edges).map((cycle) => cycle.join(' -> '))).toEqual([])
  })
})

describe('the checker', () => {
  /** What it says about one module that imports others. */
  function say(path: string, source: string, ...others: string[]): string[] {
    const tree = new Map<string, string>(others.map((other) => [other, '']))
    tree.set(path, source)
    return violations(edgesOf(tree, aliases))
  }

  it.each([
    ['a view that reaches the bridge', 'src/views/App.tsx', `import '#bridge/dispatch.ts'`, 'src/bridge/dispatch.ts'],
    [
      'a view that calls the API',
      'src/views/App.tsx',
      `import { get } from '#workers/api/transport/client.ts'`,
      'workers/api/transport/client.ts',
    ],
    [
      'a projection that acts',
      'src/projections/a.ts',
      `import { play } from '#actions/player.ts'`,
      'src/actions/player.ts',
    ],
    [
      'a reducer that calls the API',
      'src/core/reducers/a.ts',
      `import '#workers/api/transport/client.ts'`,
      'workers/api/transport/client.ts',
    ],
    ['an engine that sets signals', 'workers/engines/a.ts', `import '#projections/a.ts'`, 'src/projections/a.ts'],
    [
      'a core that looks up',
      'src/core/model/a.ts',
      `import { e } from '../events/index.ts'`,
      'src/core/events/index.ts',
    ],
    ['a re-export', 'src/views/a.ts', `export * from '#bridge/bus.ts'`, 'src/bridge/bus.ts'],
    ['a named re-export', 'src/views/a.ts', `export { on } from '#bridge/bus.ts'`, 'src/bridge/bus.ts'],
    ['a dynamic import', 'src/views/a.ts', `export const a = () => import('#bridge/bus.ts')`, 'src/bridge/bus.ts'],
    ['an import type', 'src/views/a.ts', `export type A = import('#bridge/bus.ts').A`, 'src/bridge/bus.ts'],
    [
      'a type-only import of a forbidden room',
      'src/views/a.ts',
      `import type { A } from '#bridge/bus.ts'`,
      'src/bridge/bus.ts',
    ],
    ['the server in the client', 'src/actions/a.ts', `import '#server/config.ts'`, 'server/config.ts'],
    ['the client in the server', 'server/a.ts', `import '#core/events/index.ts'`, 'src/core/events/index.ts'],
    [
      'the demo in the server',
      'server/media/a.ts',
      `export const a = () => import('../demo/art/covers.ts')`,
      'server/demo/art/covers.ts',
    ],
    [
      'the demo taken by an import that always loads it',
      'server/openDemo.ts',
      `import { coverSvg } from './demo/art/covers.ts'`,
      'server/demo/art/covers.ts',
    ],
    [
      'the demo handed on by its door',
      'server/openDemo.ts',
      `export * from './demo/art/covers.ts'`,
      'server/demo/art/covers.ts',
    ],
    ['a unit test imported', 'src/actions/a.ts', `import './b.test.ts'`, 'src/actions/b.test.ts'],
    ['another screen', 'src/views/screens/a/A.tsx', `import '../b/B.tsx'`, 'src/views/screens/b/B.tsx'],
    [
      'a worker started by a view',
      'src/views/a.ts',
      `new Worker(new URL('../../workers/a.worker.ts', import.meta.url))`,
      'workers/a.worker.ts',
    ],
    [
      'a value taken where types are allowed',
      'src/bridge/a.ts',
      `import { B } from '#workers/engines/b.ts'`,
      'workers/engines/b.ts',
    ],
    ['a relative path across rooms', 'src/actions/a.ts', `import '../bridge/bus.ts'`, 'src/bridge/bus.ts'],
  ])('catches %s', (_, path, source, other) => {
    expect(say(path, source, other)).toHaveLength(1)
  })

  it.each([
    ['React in a worker', 'workers/engines/a.ts', `import { useState } from 'react'`],
    ['Comlink in an engine', 'workers/engines/a.ts', `import { expose } from 'comlink'`],
    ['formik outside the forms', 'src/views/screens/a/A.tsx', `import { Formik } from 'formik'`],
    ['Node in core', 'src/core/log/a.ts', `import { readFileSync } from 'node:fs'`],
    ['idb-keyval in core', 'src/core/log/a.ts', `import { get } from 'idb-keyval'`],
  ])('catches the package: %s', (_, path, source) => {
    expect(say(path, source)).toHaveLength(1)
  })

  it('lets the allowed through', () => {
    expect(say('src/views/screens/a/A.tsx', `import { B } from '../../kit/B.tsx'`, 'src/views/kit/B.tsx')).toEqual([])
    expect(say('src/bridge/a.ts', `import type { B } from '#workers/engines/b.ts'`, 'workers/engines/b.ts')).toEqual([])
    expect(
      say(
        'src/bridge/a.ts',
        `new Worker(new URL('../../workers/a.worker.ts', import.meta.url))`,
        'workers/a.worker.ts',
      ),
    ).toEqual([])
    expect(say('src/core/model/a.ts', `import * as z from 'zod/mini'`)).toEqual([])
    expect(
      say('server/openDemo.ts', `export const a = () => import('./demo/art/covers.ts')`, 'server/demo/art/covers.ts'),
    ).toEqual([])
  })

  it('catches an arrow that runs up inside a room, types too, and a file on no floor', () => {
    const up = (path: string, source: string) => upward(edgesOf(new Map([[path, source]]), aliases))
    expect(up('src/core/model/text/a.ts', `import type { B } from '../downloads/b.ts'`)).toHaveLength(1)
    expect(up('src/core/model/downloads/a.ts', `import { B } from '../text/b.ts'`)).toEqual([])
    expect(up('src/views/kit/focus.ts', `import { B } from './controls/Button.tsx'`)).toHaveLength(1)
    expect(up('src/views/gallery/binder.ts', `import { B } from './slots/slot.ts'`)).toEqual([])
  })

  it('catches a file on no floor', () => {
    const on = (path: string) => floorless(new Map([[path, '']]))
    expect(on('src/core/model/attic/a.ts')).toEqual(['src/core/model/attic/a.ts is on no floor of src/core/model/'])
    expect(on('src/core/reducers/a.ts')).toHaveLength(1)
    expect(on('src/views/attic/a.ts')).toHaveLength(1)
    expect(on('src/views/kit/a.ts')).toEqual([])
    expect(on('src/core/reducers/a.test.ts')).toEqual([])
  })

  it('counts the sources of a folder, without tests, styles, what lies in its rooms and numbered steps', () => {
    const full = (name: (index: number) => string) =>
      attics(new Map(Array.from({ length: MOST_FILES + 1 }, (_, index) => [`src/views/kit/${name(index)}`, ''])))
    expect(full((index) => `a${index}.ts`)).toEqual([
      `src/views/kit holds ${MOST_FILES + 1} sources: lay it out into rooms (at most ${MOST_FILES})`,
    ])
    expect(full((index) => `a${index}${index === 0 ? '.test' : ''}.ts`)).toEqual([])
    expect(full((index) => `a${index}${index === 0 ? '.css' : ''}.ts`)).toEqual([])
    expect(full((index) => `${index === 0 ? 'b/' : ''}a${index}.ts`)).toEqual([])
    expect(full((index) => `${1000 + index}-a.ts`)).toEqual([])
  })

  it('refuses a folder whose name says nothing', () => {
    expect(attics(new Map([['src/views/utils/a.ts', '']]))).toEqual(['src/views/utils does not say what is in it'])
  })

  it('finds a circle of two folders that no two files make', () => {
    const tree = new Map([
      ['server/a/one.ts', `import type { B } from '../b/one.ts'`],
      ['server/b/two.ts', `import { a } from '../a/c/two.ts'`],
    ])
    expect(cycles(edgesOf(tree, aliases))).toEqual([])
    expect(folderCircles(edgesOf(tree, aliases))).toEqual([['server/a', 'server/b', 'server/a']])
    expect(folderCircles(edgesOf(new Map([...tree].slice(1)), aliases))).toEqual([])
  })

  it('is not fooled by comments and strings', () => {
    expect(say('src/core/model/a.ts', `// import 'react'\nexport const a = "import 'react'"`)).toEqual([])
  })

  it('refuses a file outside all rooms', () => {
    expect(() => roomOf('src/elsewhere/a.ts')).toThrow('in no room')
  })

  it('finds a cycle over three files, types included', () => {
    const tree = new Map([
      ['src/actions/a.ts', `import { b } from './b.ts'`],
      ['src/actions/b.ts', `export * from './c.ts'`],
      ['src/actions/c.ts', `import type { A } from './a.ts'`],
      ['src/actions/d.ts', `import './a.ts'`],
    ])
    expect(cycles(edgesOf(tree, aliases))).toHaveLength(1)
  })
})
