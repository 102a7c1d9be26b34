/**
 * Who hears an event is declared with it and nowhere else. The type check binds a listener to the flag; these hold the
 * other way round: no flag without a listener.
 */
import { describe, expect, it } from 'vitest'
import type { RemoteDomain } from '#core/events/define.ts'
import { catalogue } from '#core/events/index.ts'
import '#core/events/late.ts'
import { AUDIO_EVENTS } from '#platform/sound/audioEvents.ts'
import { isUnitTest } from './rooms/table.ts'
import { readTree } from './rooms/tree.ts'

const page = [...readTree()].filter(([path]) => /^src\/.*\.tsx?$/.test(path) && !isUnitTest(path))
const sources = page.filter(([path, source]) => path.startsWith('src/effects/') || source.includes('#bridge/bus.ts'))

/** Types a module listens for by name. */
const listened = (source: string) => [...source.matchAll(/\bon\(\s*'([a-z]+\.\w+)'/g)].map(([, type]) => type as string)
/** The bridge looks for these in the batch itself, before it is shown. */
const sought = page
  .filter(([path]) => path === 'src/bridge/start.ts')
  .flatMap(([, source]) => [...source.matchAll(/event\.type === '([a-z]+\.\w+)'/g)].map(([, type]) => type as string))

const heard = [...catalogue.values()].filter((one) => one.heard).map(({ type }) => type)
const listeners = [...sources.flatMap(([, source]) => listened(source)), ...sought, ...AUDIO_EVENTS]

describe('an event that is declared heard', () => {
  it('has somebody who listens for it', () => {
    expect(heard.filter((type) => !listeners.includes(type))).toEqual([])
  })

  it('is what every listener on the main thread listens for', () => {
    expect(listeners.length).toBeGreaterThan(20)
    expect(listeners.filter((type) => !heard.includes(type))).toEqual([])
  })

  it('reaches sound by a list that somebody goes through', () => {
    expect(sources.map(([, source]) => source).join()).toContain('AUDIO_EVENTS.map((type) => on(type')
  })
})

/** Types an engine in a worker of its own does something about. */
const handled = (...paths: readonly string[]) => {
  const source = paths.map((path) => readTree().get(path) ?? '').join()
  const types = [...source.matchAll(/(?:case |event\.type [=!]== )'([a-z]+\.\w+)'/g)].map(([, type]) => type as string)
  expect(types.length).toBeGreaterThan(3)
  return types
}
const SESSION = ['engine', 'plan', 'waysIn', 'access'].map((name) => `workers/engines/session/${name}.ts`)
const followed = (domain: RemoteDomain) =>
  [...catalogue.values()].filter(({ follows }) => follows.includes(domain)).map(({ type }) => type)

describe('an engine in a worker of its own', () => {
  it.each([
    ['downloads', ['workers/engines/downloads/heard.ts']],
    ['session', SESSION],
  ] as const)('%s follows every event it does something about', (domain, paths) => {
    const follows = followed(domain)
    expect(handled(...paths).filter((type) => !follows.includes(type))).toEqual([])
  })

  it('session follows nothing else', () => {
    expect(followed('session').sort()).toEqual([...new Set(handled(...SESSION))].sort())
  })

  it('downloads follows every wish of its own, and of its facts those that the page reports as well', () => {
    const own = [...catalogue.values()].filter(({ type }) => type.startsWith('download.'))
    const sent = own.filter(({ follows }) => follows.includes('downloads'))
    expect(own.filter(({ kind }) => kind === 'wish').filter((one) => !sent.includes(one))).toEqual([])
    expect(sent.filter(({ kind }) => kind === 'fact').map(({ type }) => type)).toEqual([
      'download.saved',
      'download.failed',
    ])
  })
})
