import { beforeEach, describe, expect, it } from 'vitest'
import '#core/reducers/late.ts'
import { profileReceived } from '#core/events/people/profile.ts'
import { sessionStarted } from '#core/events/people/session.ts'
import type { AccessClaims } from '#core/model/people/account.ts'
import type { Profile } from '#core/model/people/profile.ts'
import { aProfile, Story, someClaims } from '#tests/support/story.ts'
import { attach } from './entity.ts'
import { avatar } from './session.ts'

const avatarOf = (claims: Partial<AccessClaims>, profile?: Partial<Profile>) => {
  const story = new Story().happens(
    sessionStarted({ claims: someClaims('p1', claims), accessToken: 'a', refreshToken: 'r', restored: true }),
  )
  if (profile) story.happens(profileReceived({ profile: aProfile(profile), version: null }))
  attach(story.state)
  return avatar.value
}
beforeEach(() => attach(new Story().state))

describe('the avatar', () => {
  it('SHELL-010: shows the initials of first and last name, from the profile where it is known (D-054)', () => {
    expect(avatarOf({ fullname: 'Pat Middle Doe' }).initials).toBe('PD')
    expect(avatarOf({ fullname: 'Pat Doe' }, { firstname: 'kim', lastname: 'Ångström' }).initials).toBe('KÅ')
    expect(avatarOf({ fullname: '', email: 'zoe@demo.test' }).initials).toBe('Z')
    expect(avatarOf({ fullname: 'Pat Doe' }, { firstname: ' ', lastname: '' }).initials).toBe('PD')
  })

  it('SHELL-011: has one of five colours by the first letter of the main e-mail, always the same', () => {
    const colour = (mailto: string) => avatarOf({ email: 'x@demo.test' }, { mailto }).colour
    expect([...'abcde'].map((letter) => colour(`${letter}@demo.test`)).toSorted()).toEqual([0, 1, 2, 3, 4])
    expect(colour('Anna@demo.test')).toBe(colour('anna@demo.test'))
    // Without a profile, the address somebody signed in with.
    expect(avatarOf({ email: 'b@demo.test' }).colour).toBe(colour('b@demo.test'))
    expect(avatarOf({ email: 'b@demo.test' }).colour).not.toBe(colour('c@demo.test'))
  })
})
