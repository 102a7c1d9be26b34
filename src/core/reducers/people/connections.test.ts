import { describe, expect, it } from 'vitest'
import '../late.ts'
import { accessCleared } from '#core/events/people/access.ts'
import { connectionAccepted, connectionAcceptRequested, connectionListed } from '#core/events/people/connections.ts'
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
