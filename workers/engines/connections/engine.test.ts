import { describe, expect, test } from 'vitest'
import '#core/reducers/late.ts'
import type { AppDraft, AppEvent } from '#core/events/index.ts'
import { connectionAcceptRequested } from '#core/events/people/connections.ts'
import { FakeClock, settle } from '#tests/support/fakeClock.ts'
import { secretsIn } from '#tests/support/secrets.ts'
import { Story } from '#tests/support/story.ts'
import { createApi } from '#workers/api/transport/client.ts'
import { createConnectionsEngine } from './engine.ts'

const PAT = {
  player_id: 'p2',
  full_name: 'Pat Moss',
  first_name: 'Pat',
  last_name: 'Moss',
  email: 'pat@demo.test',
  verified: true,
}
const good = () => Response.json({ data: { inviter_name: 'Pat Moss', connection: PAT } })
const refused = (status: number, code: string) => () => Response.json({ code, message: 'No' }, { status })

/** Somebody who is signed in, with a link in the vault. */
function somebody(answer: () => Response, held = new Map([['link:1', 'token-1']])) {
  const story = new Story()
  const asked: { path: string; body: unknown }[] = []
  const api = createApi({
    clock: new FakeClock(),
    session: { accessToken: async () => 'access', renew: async () => null },
    fetch: async (path, init) => {
      asked.push({
        path: path.replace('/api/accounts/player', ''),
        body: init?.body ? JSON.parse(`${init.body}`) : null,
      })
      return path.endsWith('/process') ? Response.json({ data: { connected: [PAT] } }) : answer()
    },
  })
  const told: AppDraft[] = []
  const report = (draft: AppDraft) => {
    told.push(draft)
    story.happens(draft)
  }
  const engine = createConnectionsEngine({ api, broker: secretsIn(held), report })
  return {
    story,
    asked,
    told,
    held,
    async takes(link = 'link:1', times = 1) {
      for (let at = 0; at < times; at += 1) {
        story.happens(connectionAcceptRequested({ link }))
        engine.accept(story.events.at(-1) as AppEvent, story.state)
      }
      await settle()
    },
    network: () => story.state.get('network', 'self'),
  }
}

describe('an invitation to connect', () => {
  test('NETWORK-008: is accepted with the token of its link', async () => {
    const one = somebody(good)
    await one.takes()
    expect(one.asked[0]).toEqual({ path: '/invitations/accept', body: { invitation_token: 'token-1' } })
  })

  test('NETWORK-009: that was accepted announces a message that names the inviter', async () => {
    const one = somebody(good)
    await one.takes()
    expect(one.story.notices).toMatchObject([{ category: 'connectionAccepted', person: 'Pat Moss' }])
  })

  test('NETWORK-010: that was accepted leaves the vault', async () => {
    const one = somebody(good)
    await one.takes()
    expect([...one.held]).toEqual([])
  })

  test('D-049: the list of the connected is what the server makes of it then', async () => {
    const one = somebody(good)
    await one.takes()
    expect(one.asked.map(({ path }) => path)).toEqual(['/invitations/accept', '/connections/process'])
    expect(one.network()?.connections).toEqual([{ ...PAT, id: 'p2' }])
  })

  test('D-047: asked for twice it is accepted once', async () => {
    const one = somebody(good)
    await one.takes('link:1', 2)
    expect(one.asked.filter(({ path }) => path === '/invitations/accept')).toHaveLength(1)
  })

  test.each([
    ['NETWORK-011, SHELL-042', 410, 'INVITATION_ACCEPTED', 'invitationAlreadyAccepted', ''],
    ['NETWORK-012, SHELL-043', 409, 'INVITATION_NOT_FOR_USER', 'invitationNotForUser', ''],
    ['one that is over', 410, 'INVITATION_EXPIRED', 'hasError', 'invitation.expired'],
    ['one that is none', 400, 'BAD_REQUEST', 'hasError', 'invitation.unreadable'],
  ])('%s: %i %s is said, and is the end of it', async (_, status, code, category, detail) => {
    const one = somebody(refused(status, code))
    await one.takes()
    expect(one.story.notices).toMatchObject([{ category, detail }])
    expect([...one.held]).toEqual([])
  })

  test.each([
    ['a server that fails', refused(503, 'UNAVAILABLE')],
    ['too many tries', refused(429, 'TOO_MANY_REQUESTS')],
    [
      'no answer',
      () => {
        throw new TypeError('Failed to fetch')
      },
    ],
  ])('D-047: after %s it stays for the next visit, and nothing is said', async (_, answer) => {
    const one = somebody(answer)
    await one.takes()
    expect(one.told).toMatchObject([{ type: 'connection.refused', payload: { why: 'unanswered' } }])
    expect(one.story.notices).toEqual([])
    expect([...one.held.keys()]).toEqual(['link:1'])
  })

  test('whose token is gone is said to be unreadable, and nobody is asked', async () => {
    const one = somebody(good, new Map())
    await one.takes()
    expect(one.story.notices).toMatchObject([{ category: 'hasError', detail: 'invitation.unreadable' }])
    expect(one.asked).toEqual([])
  })
})
