// Every thread loads all words of the log and all models: making their schemas is left until something is parsed.
import { afterEach, expect, it, vi } from 'vitest'
import * as zod from 'zod/mini'

const modules = import.meta.glob([
  '../src/core/{model,events,contracts,log}/**/*.ts',
  '../workers/{api,engines}/**/*.ts',
  '!**/*.test.ts',
])

afterEach(() => {
  vi.doUnmock('zod/mini')
  vi.resetModules()
})

it('makes no schema of events, models, logs and engines while they load', async () => {
  const made: string[] = []
  const counted = (name: string, make: (...given: never[]) => unknown) =>
    Object.assign((...given: never[]) => {
      made.push(`${name} ${new Error().stack?.split('\n')[2]?.trim()}`)
      return make(...given)
    }, make)
  vi.resetModules()
  vi.doMock('zod/mini', () =>
    Object.fromEntries(
      Object.entries(zod).map(([name, value]) => [
        name,
        typeof value === 'function' && /^[a-z_]/.test(name) ? counted(name, value as never) : value,
      ]),
    ),
  )
  for (const load of Object.values(modules)) await load()
  const { parseDraft } = await import('#core/events/index.ts')
  expect(made).toEqual([])
  // The count can see one that is made.
  parseDraft({ type: 'app.shown', v: 1, payload: {} })
  expect(made.length).toBeGreaterThan(0)
})
