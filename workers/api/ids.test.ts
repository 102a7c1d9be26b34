// Ids in paths, asked of every call there is: one that is missing names another resource.
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import { FakeClock } from '#tests/support/fakeClock.ts'
import { createApi, type Fetch } from './transport/client.ts'

type Call = (...given: unknown[]) => unknown

const modules = import.meta.glob<Record<string, unknown>>(['./*.ts', '!./*.test.ts'], { eager: true })
/** Every exported function that is told an id, with the names of what it is told. */
const CALLS = Object.entries(modules).flatMap(([file, exported]) =>
  Object.entries(exported).flatMap(([name, call]) => {
    if (typeof call !== 'function') return []
    const told =
      /\(([^)]*)\)/
        .exec(String(call))?.[1]
        ?.split(',')
        .map((one) => one.trim().split(/\W/)[0] ?? '') ?? []
    return told.flatMap((id, at) => (isId(id) ? [{ what: `${file} ${name} ${id}`, call: call as Call, told, at }] : []))
  }),
)
/** That of a job is sent as the token of a query. */
const JOBS = /zipStatus id$/i

function isId(name: string): boolean {
  return /^([a-z]*[a-z]id|id)$/.test(name)
}

test('the calls that are told ids are found', () => {
  expect(CALLS.length).toBeGreaterThan(30)
})

test.each(CALLS.filter(({ what }) => !JOBS.test(what)))(
  'D-116: $what sends nothing for an id that is none',
  async (one) => {
    for (const id of ['', '.', '..']) {
      const fetch = vi.fn<Fetch>(async () => new Response(null, { status: 204 }))
      const session = { accessToken: async () => 'access', renew: async () => null }
      const api = createApi({ fetch, session, clock: new FakeClock() })
      const given = one.told.map((name, at) => {
        if (at === one.at) return id
        if (name === 'signal') return undefined
        return name === 'api' ? api : 'x'
      })
      await expect((async () => one.call(...given))(), id).rejects.toMatchObject({ code: 'MALFORMED' })
      expect(fetch, id).not.toHaveBeenCalled()
    }
  },
)

test('D-116: no path is put together of anything that is not an id', () => {
  const here = import.meta.dirname
  for (const file of readdirSync(here).filter((name) => /(?<!\.test)\.ts$/.test(name)))
    expect(readFileSync(`${here}/${file}`, 'utf8'), file).not.toContain('encodeURIComponent')
})
