// The rules every call keeps, asked of calls of every area.
import { expect, it, vi } from 'vitest'
import { API_BASE } from '#core/model/constants.ts'
import { FakeClock } from '#tests/support/fakeClock.ts'
import { cancelSessions, forgotPassword } from './auth.ts'
import { archiveRelease, flagRelease } from './library.ts'
import { audioToken } from './media.ts'
import { listConnections, sendInvitations } from './network.ts'
import { playlist, removeTrack } from './playlists.ts'
import { readProfile, startMerge, startSplit } from './profile.ts'
import { options, releaseDetail } from './releases.ts'
import { checkAccount } from './signup.ts'
import { ACCESS_TOKEN_HEADER, type Api, createApi, type Fetch } from './transport/client.ts'

/** Calls of the account and of the content, each made with the same client. */
const WITH_SESSION: Record<string, (api: Api) => Promise<unknown>> = {
  cancelSessions,
  readProfile,
  startMerge: (api) => startMerge(api, 'n@x.yz'),
  listConnections,
  sendInvitations: (api) => sendInvitations(api, []),
  options,
  releaseDetail: (api) => releaseDetail(api, 'r 1'),
  playlist: (api) => playlist(api, 'p1'),
  removeTrack: (api) => removeTrack(api, 'p1', 't1'),
  flagRelease: (api) => flagRelease(api, 'r1'),
  archiveRelease: (api) => archiveRelease(api, 'r1'),
  audioToken: (api) => audioToken(api, 't1'),
}
const WITHOUT: Record<string, (api: Api) => Promise<unknown>> = {
  forgotPassword: (api) => forgotPassword(api, 'n@x.yz'),
  checkAccount: (api) => checkAccount(api, 'n@x.yz'),
}

function clientOver(fetch: Fetch) {
  const clock = new FakeClock()
  const session = { accessToken: async () => 'access', renew: async () => null }
  return { clock, api: createApi({ fetch, session, clock }) }
}

it('API-GEN-001: every call goes to the player API, with the access token in the header when it is of the session', async () => {
  const fetch = vi.fn<Fetch>(async () => Response.json({}))
  const { api } = clientOver(fetch)
  for (const calls of [WITH_SESSION, WITHOUT]) {
    for (const make of Object.values(calls)) await make(api).catch(() => undefined)
  }
  const sent = fetch.mock.calls.map(([address, init]) => ({ address, headers: new Headers(init?.headers) }))
  expect(sent).toHaveLength(Object.keys(WITH_SESSION).length + Object.keys(WITHOUT).length)
  for (const { address } of sent) expect(address.startsWith(`${API_BASE}/`)).toBe(true)
  expect(sent.map(({ headers }) => headers.get(ACCESS_TOKEN_HEADER))).toEqual([
    ...Object.keys(WITH_SESSION).map(() => 'Bearer access'),
    ...Object.keys(WITHOUT).map(() => null),
  ])
})

it.each(Object.entries({ ...WITH_SESSION, ...WITHOUT }))(
  'API-GEN-002, API-GEN-006: %s waits 25 s for its answer and no longer',
  async (_name, make) => {
    const { api, clock } = clientOver(() => new Promise<Response>(() => undefined))
    let code = 'waiting'
    const ended = make(api).catch((error: { code: string }) => {
      code = error.code
    })
    await clock.advance(24_999)
    expect(code).toBe('waiting')
    await clock.advance(1)
    await ended
    expect(code).toBe('TIMEOUT')
  },
)

it.each([
  ['startMerge', (api: Api) => startMerge(api, 'n@x.yz')],
  ['startSplit', (api: Api) => startSplit(api, 'n@x.yz')],
  ['sendInvitations', (api: Api) => sendInvitations(api, [])],
])('API-GEN-003: %s takes any body of a success', async (_name, make) => {
  for (const body of ['', '{}', '[]', '"done"', '{"data":{"anything":1}}', null]) {
    const { api } = clientOver(async () => new Response(body, { status: body === null ? 204 : 200 }))
    await expect(make(api)).resolves.not.toThrow()
  }
})
