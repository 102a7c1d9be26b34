import { describe, expect, it, vi } from 'vitest'
import '../late.ts'
import { accessCleared } from '#core/events/people/access.ts'
import {
  connectionAccepted,
  connectionAcceptRequested,
  connectionDeleted,
  connectionDeleteFailed,
  connectionDeleteRequested,
  connectionFailureRead,
  connectionInviteCleared,
  connectionInvited,
  connectionInviteFailed,
  connectionInviteRequested,
  connectionListed,
  connectionListFailed,
  connectionListKept,
  connectionListRequested,
  connectionRefused,
} from '#core/events/people/connections.ts'
import { sessionEnded, sessionStarted } from '#core/events/people/session.ts'
import { Story, someClaims } from '#tests/support/story.ts'

const PAT = {
  player_id: 'p2',
  full_name: 'Pat Moss',
  first_name: 'Pat',
  last_name: 'Moss',
  email: 'pat@demo.test',
  verified: true,
}
const network = (story: Story) => story.state.get('network', 'self')

describe('the authentication state', () => {
  const signedIn = () =>
    new Story().happens(
      sessionStarted({
        claims: someClaims('p1'),
        accessToken: 'session:access',
        refreshToken: 'session:refresh',
        restored: false,
      }),
    )

  it.each([
    ['loading', false],
    ['accessToken', 'session:access'],
    ['refreshToken', 'session:refresh'],
    ['errorMessage', ''],
    ['showLogoutDisclaimerModal', false],
  ] as const)('SIGNIN-021: holds `%s`', (field, value) => {
    expect(signedIn().session).toHaveProperty(field, value)
  })

  it('SIGNIN-021: holds `isEmailSent`', () => {
    const story = new Story().happens(accessCleared({}))
    expect(story.state.get('access', 'self')).toHaveProperty('isEmailSent', false)
  })

  it('SIGNIN-021: holds the list of invitations, each with an id', () => {
    const story = signedIn().happens(connectionAcceptRequested({ link: 'link:1' }))
    expect(network(story)?.invitations).toEqual([{ id: 'link:1' }])
  })

  it('SIGNIN-021: holds the list of connections, each with an id (D-046)', () => {
    const story = signedIn().happens(connectionListed({ connections: [PAT] }))
    expect(network(story)?.connections).toEqual([{ ...PAT, id: 'p2' }])
  })
})

it('an invitation that was answered is on its way no longer', () => {
  const story = new Story().happens(
    connectionAcceptRequested({ link: 'link:1' }),
    connectionAcceptRequested({ link: 'link:2' }),
    connectionAccepted({ link: 'link:1', inviter: 'Pat Moss' }),
  )
  expect(network(story)?.invitations).toEqual([{ id: 'link:2' }])
})

it('the next person knows nobody of the last one', () => {
  const story = new Story().happens(connectionListed({ connections: [PAT] }), sessionEnded({ reason: 'signedOut' }))
  expect(network(story)).toBeUndefined()
})

const ADA = { ...PAT, player_id: 'p3', full_name: 'Ada Okonkwo', first_name: 'Ada', last_name: 'Okonkwo' }
const listed = () => new Story().happens(connectionListRequested({}), connectionListed({ connections: [ADA, PAT] }))
const ids = (story: Story) => network(story)?.connections.map(({ id }) => id)

describe('the list of connections', () => {
  it('NETWORK-002: holds of each `player_id`, `full_name`, `first_name`, `last_name`, `email` and `verified`', () => {
    expect(network(listed())?.connections[1]).toEqual({ ...PAT, id: 'p2' })
  })

  it('a list that comes again is not looked through for each of those who stood in it or had left', () => {
    const people = Array.from({ length: 500 }, (_, n) => ({ ...PAT, player_id: `p${n}` }))
    const story = new Story().happens(connectionListed({ connections: people }), connectionListed({ connections: [] }))
    expect(network(story)?.left).toHaveLength(500)
    // An array says nothing of being read; that it is looked through it does.
    const looks = [vi.spyOn(Array.prototype, 'some'), vi.spyOn(Array.prototype, 'includes')]
    story.happens(connectionListed({ connections: people }), connectionListed({ connections: people }))
    const count = looks.reduce((all, { mock }) => all + mock.calls.length, 0)
    vi.restoreAllMocks()
    expect(count).toBeLessThan(500)
    expect(network(story)).toMatchObject({ status: 'success', connections: { length: 500 } })
    expect(network(story)?.left).toBeUndefined()
  })

  it('loads at first, and stays in sight while it is read again', () => {
    const story = new Story().happens(connectionListRequested({}))
    expect(network(story)?.status).toBe('loading')
    story.happens(connectionListed({ connections: [PAT] }), connectionListRequested({}))
    expect(network(story)?.status).toBe('success')
    story.happens(connectionListFailed({ code: 'NETWORK' }))
    expect(network(story)).toMatchObject({ status: 'success', connections: [{ id: 'p2' }] })
    story.happens(connectionListKept({}))
    expect(ids(story)).toEqual(['p2'])
  })

  it('says that it did not come', () => {
    const story = new Story().happens(connectionListRequested({}), connectionListFailed({ code: 'NETWORK' }))
    expect(network(story)?.status).toBe('error')
  })
})

describe('a deletion', () => {
  const asked = () => listed().happens(connectionDeleteRequested({ requestId: 'd1', id: 'p2' }))

  it('NETWORK-006: removes the connection with that id from the list', () => {
    const story = asked().happens(connectionDeleted({ requestId: 'd1', id: 'p2' }))
    expect(network(story)).toMatchObject({ connections: [{ id: 'p3' }], removals: [] })
  })

  it('is on its way from the press on, and once for each connection', () => {
    const story = asked().happens(connectionDeleteRequested({ requestId: 'd2', id: 'p2' }))
    expect(network(story)?.removals).toEqual([{ requestId: 'd1', id: 'p2' }])
  })

  it('of nobody in the list is none', () => {
    const story = listed().happens(connectionDeleteRequested({ requestId: 'd1', id: 'p9' }))
    expect(network(story)?.removals).toBeUndefined()
  })

  it('holds through a list that was read meanwhile', () => {
    const story = asked().happens(connectionListed({ connections: [ADA, PAT] }))
    expect(network(story)?.removals).toEqual([{ requestId: 'd1', id: 'p2' }])
  })

  it('NETWORK-007: that failed stores the message', () => {
    const story = asked().happens(connectionDeleteFailed({ requestId: 'd1', id: 'p2', code: 'X', message: 'Not now' }))
    expect(network(story)?.failure).toEqual({ id: 'p2', code: 'X', message: 'Not now' })
  })

  it('that failed brings the row back where it was', () => {
    const story = asked().happens(connectionDeleteFailed({ requestId: 'd1', id: 'p2', code: 'X', message: '' }))
    expect([ids(story), network(story)?.removals]).toEqual([['p3', 'p2'], []])
  })

  it('that failed is said until it was read, or tried again', () => {
    const story = asked().happens(connectionDeleteFailed({ requestId: 'd1', id: 'p2', code: 'X', message: '' }))
    story.happens(connectionDeleteRequested({ requestId: 'd2', id: 'p2' }))
    expect(network(story)?.failure).toBeUndefined()
    story.happens(connectionDeleteFailed({ requestId: 'd2', id: 'p2', code: 'X', message: '' }))
    story.happens(connectionFailureRead({}))
    expect(network(story)?.failure).toBeUndefined()
  })

  it('NETWORK-007: of several that failed each is told until it was read, tried again or is gone', () => {
    const fails = (requestId: string, id: string, message: string) =>
      connectionDeleteFailed({ requestId, id, code: 'X', message })
    const both = () =>
      asked().happens(
        connectionDeleteRequested({ requestId: 'd2', id: 'p3' }),
        fails('d1', 'p2', 'Not now'),
        fails('d2', 'p3', 'Nor then'),
      )
    expect(network(both())).toMatchObject({
      failure: { id: 'p3', message: 'Nor then' },
      alsoFailed: [{ id: 'p2', message: 'Not now' }],
    })
    const again = network(both().happens(connectionDeleteRequested({ requestId: 'd3', id: 'p3' })))
    expect([again?.failure, again?.alsoFailed]).toEqual([{ id: 'p2', code: 'X', message: 'Not now' }, undefined])
    const gone = network(both().happens(connectionListed({ connections: [ADA] })))
    expect([gone?.failure?.id, gone?.alsoFailed]).toEqual(['p3', undefined])
    const read = network(both().happens(connectionFailureRead({})))
    expect([read?.failure, read?.alsoFailed]).toEqual([undefined, undefined])
  })

  it('H-044: whose answer was lost is told as failed only while the connection is still listed', () => {
    const lost = connectionDeleteFailed({ requestId: 'd1', id: 'p2', code: 'TIMEOUT', message: '' })
    const there = asked().happens(lost, connectionListed({ connections: [ADA, PAT] }))
    expect(network(there)?.failure).toMatchObject({ id: 'p2' })
    const gone = asked().happens(lost, connectionListed({ connections: [ADA] }))
    expect(network(gone)?.failure).toBeUndefined()
    const before = asked().happens(connectionListed({ connections: [ADA] }), lost)
    expect([network(before)?.failure, network(before)?.removals]).toEqual([undefined, []])
  })

  it('is answered once: a late answer to another changes nothing', () => {
    const story = asked().happens(connectionDeleted({ requestId: 'd9', id: 'p3' }))
    expect(ids(story)).toEqual(['p3', 'p2'])
  })
})

describe('invitations that are sent', () => {
  const NORA = { invitee_email: 'nora@demo.test', relationship: 'coworker' as const }
  const inviting = (story: Story) => story.state.get('inviting', 'self')
  const asked = () => new Story().happens(connectionInviteRequested({ requestId: 'i1', invitations: [NORA] }))

  it('wait for an answer, and hold what happened to each', () => {
    const story = asked()
    expect(inviting(story)?.status).toBe('waiting')
    const sent = [{ ...NORA, status: 'already_connected' as const }]
    story.happens(connectionInvited({ requestId: 'i1', invitations: sent }))
    expect(inviting(story)).toMatchObject({ status: 'done', sent })
  })

  it('hold why they were not sent', () => {
    const refusal = { code: 'TOO_MANY_REQUESTS', message: 'Later', retryAfterMs: 5000 }
    const story = asked().happens(connectionInviteFailed({ requestId: 'i1', ...refusal }))
    expect(inviting(story)).toMatchObject({ status: 'refused', refusal })
  })

  it('drop an answer to a list that is not the last, and one that comes after it was left', () => {
    const story = asked().happens(connectionInvited({ requestId: 'i0', invitations: null }))
    expect(inviting(story)?.status).toBe('waiting')
    story.happens(connectionInviteCleared({}), connectionInvited({ requestId: 'i1', invitations: null }))
    expect(inviting(story)).toBeUndefined()
  })

  it('go with the session', () => {
    expect(inviting(asked().happens(sessionEnded({ reason: 'signedOut' })))).toBeUndefined()
  })
})

it('NETWORK-011, SHELL-042: an invitation that was accepted already is announced as such', () => {
  const story = new Story().happens(connectionRefused({ link: 'link:1', why: 'accepted' }))
  expect(story.notices).toMatchObject([{ category: 'invitationAlreadyAccepted' }])
})

it('NETWORK-012, SHELL-043: an invitation for somebody else is announced as such', () => {
  const story = new Story().happens(connectionRefused({ link: 'link:1', why: 'notForUser' }))
  expect(story.notices).toMatchObject([{ category: 'invitationNotForUser' }])
})
