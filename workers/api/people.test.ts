import { describe, expect, it, vi } from 'vitest'
import { Profile } from '#core/model/people/profile.ts'
import type { SignUpRequest } from '#core/model/people/signup.ts'
import { FakeClock, settle } from '#tests/support/fakeClock.ts'
import {
  cancelSessions,
  forgotPassword,
  initialSetup,
  magicLinkLogin,
  requestMagicLink,
  resetPassword,
} from './auth.ts'
import {
  acceptInvitation,
  connectByInvitation,
  deleteConnection,
  listConnections,
  processConnections,
  sendInvitations,
} from './network.ts'
import {
  confirmMerge,
  confirmSplit,
  readMerge,
  readProfile,
  readSplit,
  registerDevice,
  saveProfile,
  startMerge,
  startSplit,
  writeToSupport,
} from './profile.ts'
import { checkAccount, confirmSignUp, sendCode, validateCode } from './signup.ts'
import { type Api, createApi, type Fetch } from './transport/client.ts'

function answering(body: unknown, status = 200) {
  const fetch = vi.fn<Fetch>(async () =>
    body === undefined ? new Response(null, { status }) : Response.json(body, { status }),
  )
  const session = { accessToken: async () => 'access', renew: async () => null }
  return { fetch, api: createApi({ fetch, session, clock: new FakeClock() }) }
}

const pair = { 'access-token': 'a', 'refresh-token': 'r' }
const person = { player_id: 'p', full_name: 'V L', first_name: 'V', last_name: 'L', email: 'v@x.yz', verified: true }
const accepted = { data: { inviter_name: 'V L', connection: person } }
const profile = {
  firstname: 'V', lastname: 'L', website: '', phone: '', city: '', company: '', title: '', state: '', country: 'SE',
  language: 'en', format: 'mp3', mailpref: 'none', mailto: 'v@x.yz', emails: ['v@x.yz'],
} // biome-ignore format: a list
const form = { email: 'v+1@x.yz', hasAcceptedTerms: true } as SignUpRequest
const SIGNUP = '/api/accounts/player/signup'

/** Name, call, what the server answers, what it must be sent, what comes of it; signed in or not. */
const calls: [string, (api: Api) => Promise<unknown>, unknown, string, unknown, unknown, boolean][] = [
  ['API-AUTH-003', (api) => requestMagicLink(api, 'v@x.yz', true, 'n'), undefined, 'POST /api/auth/pwdless', { email: 'v@x.yz', publicdevice: true, dtw: false }, false, false],
  ['API-AUTH-004', (api) => magicLinkLogin(api, 't', 'k'), pair, 'PUT /api/auth/pwdless', { token: 't', dtw: false }, pair, false],
  ['API-AUTH-005', (api) => forgotPassword(api, 'v+1@x.yz'), undefined, 'GET /api/auth/reset/v%2B1%40x.yz', undefined, undefined, false],
  ['API-AUTH-006', (api) => resetPassword(api, 'p', 't', 'k'), undefined, 'PUT /api/auth/chgpwdreset', { password: 'p', token: 't' }, {}, false],
  ['API-AUTH-006', (api) => resetPassword(api, 'p', 't', 'k'), { data: { passkeys: 2 } }, 'PUT /api/auth/chgpwdreset', { password: 'p', token: 't' }, { passkeys: 2 }, false],
  ['API-AUTH-006', (api) => resetPassword(api, 'p', 't', 'k'), { data: { passkeys: 0, addresses: 1 } }, 'PUT /api/auth/chgpwdreset', { password: 'p', token: 't' }, { passkeys: 0, addresses: 1 }, false],
  ['API-AUTH-008', (api) => cancelSessions(api), undefined, 'DELETE /api/auth/sessions', undefined, undefined, true],
  ['API-AUTH-009', (api) => initialSetup(api, 't', 'k'), pair, 'POST /api/auth/initial-setup', { token: 't' }, pair, false],
  ['API-SIGNUP-001', (api) => checkAccount(api, 'v@x.yz'), undefined, `POST ${SIGNUP}/check-accounts-by-email`, { email: 'v@x.yz' }, undefined, false],
  ['API-SIGNUP-002', (api) => sendCode(api, 'v@x.yz', 'de'), undefined, `POST ${SIGNUP}/send-email-verification-code`, { email: 'v@x.yz' }, undefined, false],
  ['API-SIGNUP-003', (api) => validateCode(api, 'v@x.yz', '00420', 'key'), { data: { email_token: 't' } }, `POST ${SIGNUP}/validate-email-verification-code`, { email: 'v@x.yz', code: '00420' }, 't', false],
  ['API-SIGNUP-004', (api) => confirmSignUp(api, form), undefined, `POST ${SIGNUP}/confirm-signup`, form, false, false],
  ['API-SIGNUP-004, H-378', (api) => confirmSignUp(api, form), { data: { pending: true } }, `POST ${SIGNUP}/confirm-signup`, form, true, false],
  ['API-GEN-003 (sign-up)', (api) => confirmSignUp(api, form), ['whatever'], `POST ${SIGNUP}/confirm-signup`, form, false, false],
  ['API-NET-001', (api) => acceptInvitation(api, 't'), accepted, 'POST /api/accounts/player/invitations/accept', { invitation_token: 't' }, accepted.data, true],
  ['API-NET-002', (api) => sendInvitations(api, [{ invitee_email: 'v@x.yz', relationship: 'coworker' }]), { data: { invitations: [{ invitee_email: 'v@x.yz', relationship: 'coworker', status: 'sent' }] } }, 'POST /api/accounts/player/invitations', { invitations: [{ invitee_email: 'v@x.yz', relationship: 'coworker' }] }, [{ invitee_email: 'v@x.yz', relationship: 'coworker', status: 'sent' }], true],
  ['API-GEN-003 (invitations)', (api) => sendInvitations(api, []), 'whatever', 'POST /api/accounts/player/invitations', { invitations: [] }, null, true],
  ['API-NET-003', (api) => connectByInvitation(api, 't'), accepted, 'POST /api/accounts/player/invitations/connect', { invitation_token: 't' }, accepted.data, true],
  ['API-NET-004', (api) => listConnections(api), { data: { connections: [person] } }, 'GET /api/accounts/player/connections', undefined, [person], true],
  ['API-NET-005', (api) => deleteConnection(api, 'a/b'), undefined, 'DELETE /api/accounts/player/connections/a%2Fb', undefined, undefined, true],
  ['API-NET-006', (api) => processConnections(api), { data: { connected: [person] } }, 'POST /api/accounts/player/connections/process', undefined, [person], true],
  ['H-470, API-NET-001', (api) => acceptInvitation(api, 't'), { data: { inviter_name: 'V L', connection: null } }, 'POST /api/accounts/player/invitations/accept', { invitation_token: 't' }, { inviter_name: 'V L' }, true],
  ['H-470, API-NET-004', (api) => listConnections(api), { data: { connections: [{ ...person, last_name: null, full_name: null }, { ...person, first_name: null, last_name: null, full_name: null }, person] } }, 'GET /api/accounts/player/connections', undefined, [{ ...person, last_name: '', full_name: 'V' }, { ...person, first_name: '', last_name: '', full_name: person.email }, person], true],
  ['H-470, API-NET-006', (api) => processConnections(api), { data: { connected: [{ player_id: 'p', verified: false }] } }, 'POST /api/accounts/player/connections/process', undefined, [{ player_id: 'p', full_name: '', first_name: '', last_name: '', email: '', verified: false }], true],
  ['API-PROF-001', (api) => readProfile(api), profile, 'GET /api/profile', undefined, { profile, version: null }, true],
  ['H-526, API-PROF-001', (api) => readProfile(api), { ...profile, website: null, format: null }, 'GET /api/profile', undefined, { profile, version: null }, true],
  ['API-PROF-002', (api) => saveProfile(api, { mailpref: 'daily' }, null), profile, 'POST /api/profile', { mailpref: 'daily' }, { profile, version: null }, true],
  ['API-PROF-003', (api) => startMerge(api, 'n@x.yz'), undefined, 'POST /api/profile/merge', { email: 'n@x.yz' }, undefined, true],
  ['API-GEN-003 (merge)', (api) => startMerge(api, 'n@x.yz'), ['whatever'], 'POST /api/profile/merge', { email: 'n@x.yz' }, undefined, true],
  ['API-PROF-004', (api) => readMerge(api, 't.1'), { invitation: { email: 'n@x.yz', playerid: 'p' } }, 'GET /api/merge/t.1', undefined, { email: 'n@x.yz', playerid: 'p' }, false],
  ['API-PROF-005', (api) => confirmMerge(api, 't.1'), { email: 'n@x.yz' }, 'POST /api/merge/t.1', undefined, 'n@x.yz', true],
  ['H-529, API-PROF-005', (api) => confirmMerge(api, 't.1'), undefined, 'POST /api/merge/t.1', undefined, null, true],
  ['API-PROF-006', (api) => startSplit(api, 'n@x.yz'), undefined, 'POST /api/profile/split', { email: 'n@x.yz' }, undefined, true],
  ['API-PROF-007', (api) => readSplit(api, 't.1'), { email: 'n@x.yz' }, 'GET /api/split/t.1', undefined, 'n@x.yz', false],
  ['API-PROF-008', (api) => confirmSplit(api, 't.1'), { email: 'n@x.yz' }, 'POST /api/split/t.1', { dtw: false }, 'n@x.yz', true],
  ['H-529, API-PROF-008', (api) => confirmSplit(api, 't.1'), ['whatever'], 'POST /api/split/t.1', { dtw: false }, null, true],
  ['API-MISC-003', (api) => registerDevice(api, { device_id: 'd', platform: 'web' }), undefined, 'POST /api/notifications/device', { device_id: 'd', platform: 'web' }, undefined, true],
  ['D-067', (api) => writeToSupport(api, { message: 'Help' }, 'support-0001'), undefined, 'POST /api/support/messages', { message: 'Help' }, undefined, true],
] // biome-ignore format: a table

it.each(calls)(
  '%s: sends what the contract says and reads its answer',
  async (_id, run, answer, line, body, result, signedIn) => {
    const { api, fetch } = answering(answer, answer === undefined ? 204 : 200)
    expect(await run(api)).toEqual(result)
    const [address, init] = fetch.mock.calls[0] ?? []
    expect(`${init?.method} ${address}`).toBe(line)
    expect(init?.body === undefined ? undefined : JSON.parse(String(init.body))).toEqual(body)
    expect('Authorization' in ((init?.headers ?? {}) as object)).toBe(signedIn)
  },
)

it.each(calls)('%s: keeps status, code, message and fields of a refusal', async (_id, run) => {
  const { api } = answering({ code: 'SOME_CODE', message: 'token expired', fields: { password: 'weak' } }, 410)
  await expect(run(api)).rejects.toMatchObject({
    status: 410,
    code: 'SOME_CODE',
    message: 'token expired',
    fields: { password: 'weak' },
  })
})

describe('a saved profile', () => {
  const renewing = (status: number) => {
    const renew = vi.fn(async () => 'newer')
    const fetch = vi.fn<Fetch>(async () =>
      Response.json(status === 200 ? profile : { code: 'X', message: 'x' }, { status }),
    )
    const session = { accessToken: async () => 'access', renew }
    return { api: createApi({ fetch, session, clock: new FakeClock() }), renew }
  }

  it('SESSION-008: posting the profile is followed by a renewal of the token in use', async () => {
    const { api, renew } = renewing(200)
    await saveProfile(api, { city: 'Utrecht' }, null)
    await settle()
    expect(renew.mock.calls).toEqual([['access']])
  })

  it.each([undefined, { saved: true }])(
    'H-529: that was answered %j is read as it is now, with its version',
    async (said) => {
      const fetch = vi.fn<Fetch>(async (_, init) => {
        if (init?.method === 'POST')
          return said ? Response.json(said, { headers: { ETag: '"v1"' } }) : new Response(null)
        return Response.json({ ...profile, city: 'Utrecht' }, { headers: { ETag: '"v2"' } })
      })
      const session = { accessToken: async () => 'access', renew: async () => null }
      const api = createApi({ fetch, session, clock: new FakeClock() })
      const saved = { profile: { ...profile, city: 'Utrecht' }, version: '"v2"' }
      expect(await saveProfile(api, { city: 'Utrecht' }, null)).toEqual(saved)
      expect(fetch.mock.calls.map(([path, init]) => `${init?.method} ${path}`)).toEqual(['POST /api/profile', 'GET /api/profile']) // biome-ignore format: one line
    },
  )

  it('H-529: that is saved and cannot be read is what was sent, where that was all of it', async () => {
    const fetch = vi.fn<Fetch>(async (_, init) =>
      init?.method === 'POST'
        ? new Response(null, { status: 204, headers: { ETag: '"v2"' } })
        : new Response(null, { status: 500 }),
    )
    const session = { accessToken: async () => 'access', renew: async () => null }
    const api = createApi({ fetch, session, clock: new FakeClock() })
    const whole = Profile.parse({ ...profile, city: 'Utrecht' })
    expect(await saveProfile(api, whole, '"v1"')).toEqual({ profile: whole, version: '"v2"' })
    await expect(saveProfile(api, { city: 'Utrecht' }, null)).rejects.toMatchObject({ status: 500 })
  })

  it('is saved whether or not the renewal succeeds', async () => {
    const { api, renew } = renewing(200)
    renew.mockRejectedValue(new Error('away'))
    expect(await saveProfile(api, { city: 'Utrecht' }, null)).toEqual({ profile, version: null })
  })

  it('that was refused changes no token, and one that was only read neither', async () => {
    const refused = renewing(400)
    await expect(saveProfile(refused.api, { city: 'Utrecht' }, null)).rejects.toMatchObject({ status: 400 })
    const read = renewing(200)
    await readProfile(read.api)
    await settle()
    expect([refused.renew.mock.calls, read.renew.mock.calls]).toEqual([[], []])
  })
})

describe('the version of a profile (D-042)', () => {
  const over = (answer: () => Response) => {
    const fetch = vi.fn<Fetch>(async () => answer())
    const session = { accessToken: async () => 'access', renew: async () => null }
    return { fetch, api: createApi({ fetch, session, clock: new FakeClock() }) }
  }
  const good = () => Response.json(profile, { headers: { ETag: '"v1"' } })

  it('is told with what was read', async () => {
    expect(await readProfile(over(good).api)).toEqual({ profile, version: '"v1"' })
  })

  it('goes along with what is saved of it, and the next one comes back', async () => {
    const { api, fetch } = over(good)
    expect((await saveProfile(api, { city: 'Utrecht' }, '"v0"')).version).toBe('"v1"')
    expect(new Headers(fetch.mock.calls[0]?.[1]?.headers).get('If-Match')).toBe('"v0"')
  })

  it('is left out where none is known', async () => {
    const { api, fetch } = over(good)
    await saveProfile(api, { city: 'Utrecht' }, null)
    expect(new Headers(fetch.mock.calls[0]?.[1]?.headers).has('If-Match')).toBe(false)
  })

  it('that is another by now refuses what is saved, as PROFILE_CHANGED', async () => {
    const { api } = over(() => Response.json({ code: 'PROFILE_CHANGED', message: 'Read it again.' }, { status: 412 }))
    await expect(saveProfile(api, { city: 'Utrecht' }, '"v0"')).rejects.toMatchObject({
      status: 412,
      code: 'PROFILE_CHANGED',
    })
  })
})
