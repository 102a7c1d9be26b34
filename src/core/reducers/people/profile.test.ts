import { describe, expect, it } from 'vitest'
import '../late.ts'
import { appNavigated } from '#core/events/app.ts'
import {
  profileFailed,
  profileLinkAnswered,
  profileMailCleared,
  profileMailRefused,
  profileMailRequested,
  profileMailSent,
  profileReceived,
  profileRefused,
  profileRequested,
  profileSaved,
  profileSaveRequested,
} from '#core/events/people/profile.ts'
import { sessionEnded } from '#core/events/people/session.ts'
import { ACCOUNT_ADDRESSES } from '#core/model/accountPages.ts'
import { Profile } from '#core/model/people/profile.ts'
import { saveOf } from '#core/model/people/profileEntities.ts'
import { aProfile, Story } from '#tests/support/story.ts'

const held = (story: Story) => story.state.get('profile', 'self')
const read = (fields = {}) => profileReceived({ profile: aProfile(fields), version: '"v1"' })
const notices = (story: Story) =>
  story.state.single('noticeOrder').ids.map((id) => story.state.get('notice', id)?.category)

it('PROFILE-001: holds every field of the profile as it was read', () => {
  expect(held(new Story().happens(profileRequested({}), read()))?.profile).toEqual(aProfile())
})

it('PROFILE-002: the format is mp3 where the server says none', () => {
  const { format: _, ...rest } = aProfile()
  expect(Profile.parse(rest).format).toBe('mp3')
})

it('PROFILE-003: also holds which address is being joined or taken off, and why it was not', () => {
  const story = new Story().happens(read())
  expect(held(story)).toMatchObject({
    mergeEmailStarted: null,
    mergeEmailError: null,
    splitEmailStarted: null,
    splitEmailError: null,
  })
  story.happens(
    profileMailRequested({ requestId: 'n1', way: 'merge', email: 'b@demo.test' }),
    profileMailRequested({ requestId: 'n2', way: 'split', email: 'c@demo.test' }),
    profileMailSent({ requestId: 'n1', way: 'merge' }),
    profileMailRefused({ requestId: 'n2', way: 'split', code: 'LAST_EMAIL', message: 'No' }),
  )
  expect(held(story)).toMatchObject({
    mergeEmailStarted: { email: 'b@demo.test', sent: true },
    mergeEmailError: null,
    splitEmailStarted: null,
    splitEmailError: { code: 'LAST_EMAIL' },
  })
  story.happens(profileMailCleared({ way: 'split' }))
  expect(held(story)?.splitEmailError).toBeNull()
})

it('an answer to an earlier request changes nothing of the last one', () => {
  const story = new Story().happens(
    read(),
    profileSaveRequested({ requestId: 'n1', edits: { city: 'Oslo' } }),
    profileSaveRequested({ requestId: 'n2', edits: { city: 'Rome' } }),
    profileRefused({ requestId: 'n1', code: 'NETWORK', message: '' }),
    profileMailRequested({ requestId: 'n3', way: 'merge', email: 'b@demo.test' }),
    profileMailSent({ requestId: 'n0', way: 'merge' }),
  )
  expect(held(story)?.save).toMatchObject({ requestId: 'n2', status: 'waiting' })
  expect(held(story)?.mergeEmailStarted?.sent).toBe(false)
})

it('two saves under way at once are each told what came of them', () => {
  const story = new Story().happens(
    read(),
    profileSaveRequested({ requestId: 'n1', edits: { city: 'Oslo' } }),
    profileSaveRequested({ requestId: 'n2', edits: { mailpref: 'daily' } }),
  )
  const both = () => ['n1', 'n2'].map((requestId) => saveOf(held(story), requestId)?.status)
  expect(both()).toEqual(['waiting', 'waiting'])
  story.happens(profileRefused({ requestId: 'n1', code: 'NETWORK', message: '' }))
  expect(both()).toEqual(['refused', 'waiting'])
  story.happens(profileSaved({ requestId: 'n2', profile: aProfile({ mailpref: 'daily' }), version: '"v2"' }))
  expect(both()).toEqual(['refused', 'done'])
  expect(saveOf(held(story), 'n3')).toBeNull()
})

it('a save after another one that was answered is the only one that is held', () => {
  const story = new Story().happens(
    read(),
    profileSaveRequested({ requestId: 'n1', edits: { city: 'Oslo' } }),
    profileRefused({ requestId: 'n1', code: 'NETWORK', message: '' }),
    profileSaveRequested({ requestId: 'n2', edits: { city: 'Rome' } }),
  )
  expect(held(story)).not.toHaveProperty('earlier')
})

it('what was read stays while it is read again, and when that fails', () => {
  const story = new Story().happens(read(), profileRequested({}), profileFailed({ code: 'NETWORK', message: '' }))
  expect(held(story)).toMatchObject({ status: 'error', profile: aProfile() })
})

it('PROFILE-021, SHELL-034: a saved profile is said', () => {
  const story = new Story().happens(
    read(),
    profileSaveRequested({ requestId: 'n1', edits: { city: 'Oslo' } }),
    profileSaved({ requestId: 'n1', profile: aProfile({ city: 'Oslo' }), version: '"v2"' }),
  )
  expect(notices(story)).toEqual(['profileUpdated'])
  expect(held(story)?.save?.status).toBe('done')
})

it('SHELL-033: a saved setting is said as such', () => {
  const story = new Story().happens(
    read(),
    profileSaved({ requestId: 'n1', profile: aProfile({ mailpref: 'daily' }), version: '"v2"' }),
  )
  expect(notices(story)).toEqual(['settingSaved'])
})

it('PROFILE-022: what could not be read or saved is said by no notification', () => {
  const story = new Story().happens(
    profileFailed({ code: 'NETWORK', message: '' }),
    profileSaveRequested({ requestId: 'n1', edits: { city: 'Oslo' } }),
    profileRefused({ requestId: 'n1', code: 'NETWORK', message: '' }),
  )
  expect(notices(story)).toEqual([])
})

describe('H-424: mail choices that are not saved yet', () => {
  const mails = { mailpref: 'daily', mailto: 'b@demo.test' } as const
  const wanted = profileSaveRequested({ requestId: 'n1', edits: mails })
  const refused = profileRefused({ requestId: 'n1', code: 'INTERNAL', message: '' })
  const at = (path: string) => appNavigated({ path, search: '' })

  it('stay until their own answer, whatever is read or saved meanwhile', () => {
    const emails = ['a@demo.test', 'b@demo.test']
    const language = profileSaveRequested({ requestId: 'n2', edits: { language: 'de' } })
    const saved = (requestId: string) => profileSaved({ requestId, profile: aProfile({ emails }), version: '"v2"' })
    const story = new Story().happens(read(), wanted, refused, read({ emails }), language, saved('n2'))
    expect(held(story)?.unsavedMails).toEqual({ requestId: 'n1', edits: mails, isRefused: true })
    expect(held(story.happens({ ...wanted }))?.unsavedMails?.isRefused).toBe(false)
    expect(held(story.happens(saved('n1')))).not.toHaveProperty('unsavedMails')
  })

  it('are none any more where a later save has them', () => {
    const saves = (requestId: string, edits: object) => profileSaveRequested({ requestId, edits })
    const saved = profileSaved({ requestId: 'n2', profile: aProfile({ language: 'fr' }), version: '"v2"' })
    const story = new Story().happens(read(), saves('n1', { language: 'de', mailpref: 'daily' }), refused)
    story.happens(saves('n2', { language: 'fr', city: 'Oslo' }), saved)
    expect(held(story)?.unsavedMails?.edits).toEqual({ mailpref: 'daily' })
    story.happens(saves('n3', { mailpref: 'weekly', city: 'Bergen' }))
    expect(held(story)).not.toHaveProperty('unsavedMails')
  })

  it('H-037: are none any more where the account is read as they are', () => {
    const lost = profileRefused({ requestId: 'n1', code: 'TIMEOUT', message: '' })
    const emails = ['a@demo.test', 'b@demo.test']
    const story = () => new Story().happens(read({ emails }), wanted, lost)
    expect(held(story().happens(read({ ...mails, emails })))).not.toHaveProperty('unsavedMails')
    expect(held(story().happens(read({ mailpref: 'daily', emails })))?.unsavedMails?.edits).toEqual({
      mailto: 'b@demo.test',
    })
    const waiting = new Story().happens(read({ emails }), wanted, read({ ...mails, emails }))
    expect(held(waiting)?.unsavedMails).toEqual({ requestId: 'n1', edits: mails, isRefused: false })
  })

  it('hold no address that the account has no more', () => {
    const story = new Story().happens(read(), wanted, refused, read({ emails: ['a@demo.test'] }))
    expect(held(story)?.unsavedMails?.edits).toEqual({ mailpref: 'daily' })
  })

  it('are no part of another save', () => {
    const both = profileSaveRequested({ requestId: 'n1', edits: { mailpref: 'daily', city: 'Oslo' } })
    expect(held(new Story().happens(read(), both, refused))).not.toHaveProperty('unsavedMails')
  })

  it('are said where the page they stand on was left, and only there', () => {
    const shown = ACCOUNT_ADDRESSES.filter((path) => {
      const story = new Story().happens(read(), at('/settings/email'), wanted, at(path), refused)
      return notices(story).length === 0
    })
    expect(shown).toEqual(['/account/settings-preferences', '/settings-preferences', '/settings', '/settings/email'])
    const story = new Story().happens(read(), wanted, at('/releases'), refused)
    expect(story.notices).toMatchObject([{ category: 'hasError', detail: 'mails' }])
  })

  it('of the language alone are said by the form of the profile as well', () => {
    const language = profileSaveRequested({ requestId: 'n1', edits: { language: 'de' } })
    expect(notices(new Story().happens(read(), at('/account/profile'), language, refused))).toEqual([])
    expect(notices(new Story().happens(read(), at('/releases'), language, refused))).toEqual(['hasError'])
  })
})

it('goes with the session', () => {
  expect(held(new Story().happens(read(), sessionEnded({ reason: 'signedOut' })))).toBeUndefined()
})

const answered = (way: 'merge' | 'split', done: boolean) => {
  const story = new Story().happens(profileLinkAnswered({ requestId: 'l1', way, email: 'nora@demo.test', done }))
  const { category, notificationType, person } = story.notices[0] ?? {}
  return [category, notificationType, person]
}

it('SHELL-044: an address that was linked is a success of its own category', () => {
  expect(answered('merge', true)).toEqual(['emailSuccessfullyLinked', 'success', 'nora@demo.test'])
})

it('SHELL-045: an address that was unlinked is a success of its own category', () => {
  expect(answered('split', true)).toEqual(['emailSuccessfullyUnlinked', 'success', 'nora@demo.test'])
})

it('SHELL-046: linking that failed is an error of its own category', () => {
  expect(answered('merge', false)).toEqual(['emailLinkingFailed', 'error', 'nora@demo.test'])
})

it('SHELL-047: unlinking that failed is an error of its own category', () => {
  expect(answered('split', false)).toEqual(['emailUnlinkingFailed', 'error', 'nora@demo.test'])
})
