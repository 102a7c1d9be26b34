import { describe, expect, it, vi } from 'vitest'
import { FakeClock } from '#tests/support/fakeClock.ts'
import { secretsIn } from '#tests/support/secrets.ts'
import { aProfile } from '#tests/support/story.ts'
import { createApi, type Fetch } from '#workers/api/transport/client.ts'
import { createSecurityCalls } from './calls.ts'

const SESSION = {
  sessionid: 's1',
  current: true,
  browser: 'Chrome',
  system: 'macOS',
  timezone: 'Europe/Amsterdam',
  network: '203.0.113.x',
  began: '2026-11-20T08:00:00.000Z',
  seen: '2026-11-23T08:00:00.000Z',
  how: 'password',
  publicdevice: false,
}

function asking(answer: () => Response) {
  const fetch = vi.fn<Fetch>(async () => answer())
  const session = { accessToken: async () => 'access', renew: async () => null }
  const broker = secretsIn(
    new Map([
      ['password:1', 'Lantern-7'],
      ['link:1', 'to/ken'],
    ]),
  )
  const ask = createSecurityCalls({ api: createApi({ fetch, session, clock: new FakeClock() }), broker })
  const asked = () => fetch.mock.calls.map(([path, init]) => `${init?.method} ${path}`)
  const bodies = () =>
    fetch.mock.calls.map(([, init]) => (init?.body === undefined ? null : JSON.parse(String(init.body))))
  return { ask, asked, bodies }
}
const done = () => new Response(null, { status: 204 })
const refused = (status: number, code: string) => () => Response.json({ code, message: 'No' }, { status })

it('answers the list as the server has it', async () => {
  const { ask, asked } = asking(() => Response.json({ data: { sessions: [SESSION] } }))
  expect(await ask('sessions', null)).toEqual({ ok: true, value: [SESSION] })
  expect(asked()).toEqual(['GET /api/auth/sessions'])
})

it('refuses a list that is not as promised', async () => {
  const { ask } = asking(() => Response.json({ data: { sessions: [{ ...SESSION, how: 'guess' }] } }))
  expect(await ask('sessions', null)).toMatchObject({ ok: false, refusal: { code: 'MALFORMED', message: '' } })
})

it('ends one session, percent-encoded, and takes one that is gone for ended', async () => {
  const { ask, asked } = asking(done)
  expect(await ask('endSession', 's/1')).toEqual({ ok: true, value: null })
  expect(asked()).toEqual(['DELETE /api/auth/sessions/s%2F1'])
  expect(await asking(refused(404, 'SESSION_NOT_FOUND')).ask('endSession', 's1')).toEqual({ ok: true, value: null })
})

it('H-591: ends nothing by the page of a proxy, and uses no link up; that there is no such list a page may say', async () => {
  const page = () => new Response('<html><h1>404 Not Found</h1>', { status: 404 })
  const { ask } = asking(page)
  const away = { ok: false, refusal: { status: 0, code: 'REDIRECTED' } }
  expect(await ask('endSession', 's1')).toMatchObject(away)
  for (const _ of ['first', 'again']) expect(await ask('confirmMerge', 'link:1')).toMatchObject(away)
  expect(await ask('sessions', null)).toMatchObject({ ok: false, refusal: { status: 404 } })
})

it.each([[500, 'SERVER_ERROR'], [403, 'PROOF_NEEDED']])('ends nothing where the server refuses it: %i', async (status, code) => {
  expect(await asking(refused(status, code)).ask('endSession', 's1')).toMatchObject({ ok: false, refusal: { status, code } }) // biome-ignore format: one line
}) // biome-ignore format: one line

it('ends nothing where the call itself breaks', async () => {
  const broker = secretsIn(new Map())
  const api = null as never
  expect(await createSecurityCalls({ api, broker })('endSession', 's1')).toEqual({ ok: false, refusal: { status: 0, code: 'NONE', message: '' } }) // biome-ignore format: one line
})

it('SESSION-012: sign out everywhere asks the server to cancel all sessions', async () => {
  const { ask, asked } = asking(done)
  await ask('endAllSessions', null)
  await ask('endOtherSessions', null)
  expect(asked()).toEqual(['DELETE /api/auth/sessions', 'DELETE /api/auth/sessions/others'])
})

it('tells why it came to nothing, with status, code, the words of the server and the wait', async () => {
  const wait = () =>
    Response.json({ code: 'TOO_MANY_REQUESTS', message: 'Wait' }, { status: 429, headers: { 'Retry-After': '7' } })
  expect(await asking(wait).ask('endOtherSessions', null)).toEqual({
    ok: false,
    refusal: { status: 429, code: 'TOO_MANY_REQUESTS', message: 'Wait', retryAfterMs: 7000 },
  })
  const cut = (): Response => {
    throw new TypeError('Failed to fetch')
  }
  expect(await asking(cut).ask('sessions', null)).toEqual({
    ok: false,
    refusal: { status: 0, code: 'NETWORK', message: '' },
  })
})

it('proves with the password under a handle, which the page never has again', async () => {
  const { ask, asked, bodies } = asking(done)
  await ask('prove', 'password:1')
  expect(await ask('prove', 'password:1')).toEqual({
    ok: false,
    refusal: { status: 0, code: 'UNREACHABLE', message: '' },
  })
  // What the vault does not have any more is no guess the server should count.
  expect(asked()).toEqual(['POST /api/auth/proof'])
  expect(bodies()).toEqual([{ password: 'Lantern-7' }])
})

it('posts neither password nor link of who left while they were looked up', async () => {
  const visit = new AbortController()
  const fetch = vi.fn<Fetch>(async () => done())
  const late = async () => {
    visit.abort()
    return 'of who left'
  }
  const session = { accessToken: async () => 'of the next one', renew: async () => null }
  const api = createApi({ fetch, session, clock: new FakeClock() })
  const broker = { take: late, reveal: late }
  const ask = createSecurityCalls({ api, broker, visit: () => visit.signal })
  expect(await ask('prove', 'password:1')).toMatchObject({ ok: false, refusal: { code: 'CANCELLED' } })
  expect(await ask('confirmMerge', 'link:1')).toMatchObject({ ok: false, refusal: { code: 'CANCELLED' } })
  expect(fetch).not.toHaveBeenCalled()
})

it('asks for passkeys as the server names them', async () => {
  const ceremony = { data: { ceremony: 'secret', options: { challenge: 'abc', rpId: 'localhost' } } }
  const passkey = { passkeyid: 'k/1', name: 'Desk', created: '2026-11-20T08:00:00.000Z', used: null, synced: true }
  const options = asking(() => Response.json(ceremony))
  expect(await options.ask('passkeyRequest', null)).toEqual({ ok: true, value: ceremony.data })
  expect(await options.ask('passkeyOptions', null)).toEqual({ ok: true, value: ceremony.data })
  expect(options.asked()).toEqual(['POST /api/auth/passkeys/sign-in/options', 'POST /api/auth/passkeys/options'])
  const named = asking(() => Response.json({ data: { passkey } }))
  expect(await named.ask('renamePasskey', { passkeyid: 'k/1', name: 'Desk' })).toEqual({ ok: true, value: passkey })
  expect([named.asked(), named.bodies()]).toEqual([['PUT /api/auth/passkeys/k%2F1'], [{ name: 'Desk' }]])
  const gone = asking(done)
  expect(await gone.ask('removePasskey', 'k/1')).toEqual({ ok: true, value: null })
  expect(gone.asked()).toEqual(['DELETE /api/auth/passkeys/k%2F1'])
})

describe('the token of a mailed link', () => {
  const linked = () => Response.json({ email: 'v@demo.test' })

  it.each([
    ['SETTINGS-030', 'confirmMerge', 'POST /api/merge/to%2Fken'],
    ['SETTINGS-034', 'confirmSplit', 'POST /api/split/to%2Fken'],
  ] as const)('%s: %s posts it, and it is gone then', async (_, call, posted) => {
    const { ask, asked } = asking(linked)
    expect(await ask(call, 'link:1')).toEqual({ ok: true, value: 'v@demo.test' })
    expect(asked()).toEqual([posted])
    expect(await ask(call, 'link:1')).toMatchObject({ ok: false, refusal: { code: 'TOKEN_INVALID' } })
    expect(asked()).toHaveLength(1)
  })

  it.each([
    [401, 'UNAUTHORIZED'],
    [403, 'HTTP_403'],
    [429, 'TOO_MANY_REQUESTS'],
  ])('stays after a %i %s, which says nothing of it', async (status, code) => {
    const answers = [refused(status, code)(), linked()]
    const { ask } = asking(() => answers.shift() as Response)
    expect(await ask('confirmMerge', 'link:1')).toMatchObject({ refusal: { code } })
    expect(await ask('confirmMerge', 'link:1')).toEqual({ ok: true, value: 'v@demo.test' })
  })

  it.each([
    [404, 'HTTP_404'],
    [409, 'TOKEN_WRONG_PLAYER'],
    [409, 'EMAIL_IN_USE'],
  ])('is gone with a %i %s', async (status, code) => {
    const { ask, asked } = asking(refused(status, code))
    await ask('confirmMerge', 'link:1')
    expect(await ask('confirmMerge', 'link:1')).toMatchObject({ refusal: { code: 'TOKEN_INVALID' } })
    expect(asked()).toHaveLength(1)
  })

  it('is gone with a refusal, and stays where no answer came', async () => {
    const answers = [refused(500, 'INTERNAL')(), refused(410, 'TOKEN_EXPIRED')()]
    const { ask } = asking(() => answers.shift() as Response)
    expect(await ask('confirmMerge', 'link:1')).toMatchObject({ refusal: { status: 500 } })
    expect(await ask('confirmMerge', 'link:1')).toMatchObject({ refusal: { code: 'TOKEN_EXPIRED' } })
    expect(await ask('confirmMerge', 'link:1')).toMatchObject({ refusal: { code: 'TOKEN_INVALID' } })
  })
})

it('answers which mails come, and nothing else of the profile', async () => {
  const mails = { mailpref: 'daily', mailto: 'v@demo.test', emails: ['v@demo.test'] }
  const { ask } = asking(() => Response.json({ ...aProfile(), ...mails }, { headers: { ETag: '"v1"' } }))
  expect(await ask('mailChoices', null)).toEqual({ ok: true, value: { ...mails, version: '"v1"' } })
})
