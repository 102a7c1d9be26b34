// What is exported has somebody who imports it, a test at least.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { idleExports } from './rooms/exports.ts'
import { isUnitTest } from './rooms/table.ts'
import { ROOT, readAliases, readTree } from './rooms/tree.ts'

const aliases = readAliases()
/** They import sources too, and the tree holds them by name alone. */
const CONFIGS = [
  'vite',
  'vite.prerender',
  'vite.replay',
  'vite.server',
  'vitest.built',
  'vitest.components',
  'playwright',
]

function wholeTree(): Map<string, string> {
  const tree = new Map(readTree())
  const scripts = [...tree.keys()].filter((path) => path.endsWith('.mjs'))
  for (const path of [...scripts, ...CONFIGS.map((name) => `${name}.config.ts`)])
    tree.set(path, readFileSync(join(ROOT, path), 'utf8'))
  return tree
}

/** Asked for once it is built, by scripts/prerender.mjs. */
const BUILT_FIRST = 'src/prerender.tsx'
const MODEL = 'src/core/model/'
/** Whether it is a schema of the models: shapes.test.ts looks at each of them. @param one as `src/a.ts:1 One` */
async function isShape(one: string): Promise<boolean> {
  const [, path = '', name = ''] = /^(.+):\d+ (.+)$/.exec(one) ?? []
  if (!path.startsWith(MODEL)) return false
  const exported = await vi.importActual<Record<string, unknown>>(join(ROOT, path))
  return exported[name] instanceof z.ZodMiniType
}

it('every exported value has somebody who imports it', async () => {
  const isHeld = (path: string) => /^(src|workers|server)\//.test(path) && !isUnitTest(path) && path !== BUILT_FIRST
  const idle = idleExports(wholeTree(), aliases, isHeld)
  const shapes = await Promise.all(idle.map(isShape))
  expect(idle.filter((_, n) => !shapes[n])).toEqual([])
})

describe('the checker', () => {
  const say = (source: string, importer: string) =>
    idleExports(
      new Map([
        ['src/a.ts', source],
        ['src/b.ts', importer],
      ]),
      aliases,
      (path) => path === 'src/a.ts',
    )
  const BOTH = 'export const one = 1\nexport function two() {}\nexport type Three = 3'

  it.each([
    ['', ['src/a.ts:1 one', 'src/a.ts:2 two']],
    ["import { one } from './a.ts'", ['src/a.ts:2 two']],
    ["import { one as other } from './a.ts'", ['src/a.ts:2 two']],
    ["import type { one, two } from './a.ts'", []],
    ["import * as a from './a.ts'\na.one", ['src/a.ts:2 two']],
    ["import * as a from './a.ts'\nObject.keys(a)", []],
    ["export { two } from './a.ts'", ['src/a.ts:1 one']],
    ["export * from './a.ts'", []],
    ["void import('./a.ts')", []],
  ])('after %j names %j', (importer, idle) => {
    expect(say(BOTH, importer)).toEqual(idle)
  })

  it.each([
    ['export const { one } = { one: 1 }', ''],
    ['const one = 1\nexport { one as two }', 'two'],
    ['export default class {}', 'default'],
    ["export { two } from './b.ts'", 'two'],
    ['export interface One {}', ''],
  ])('reads %j', (source, name) => {
    expect(say(source, '')).toEqual(name === '' ? [] : [expect.stringContaining(` ${name}`)])
  })
})
