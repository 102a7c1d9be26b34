// Stories of the sign-up.
import { describe, expect, test } from 'vitest'
import { appClockPutBack } from '#core/events/app.ts'
import * as signup from '#core/events/people/signup.ts'
import { SELF } from '#core/model/entities.ts'
import type { AboutYou, Invited, SignUpProgress } from '#core/model/people/signupWizard.ts'
import { Story } from '#tests/support/story.ts'

const NOTHING: SignUpProgress = {
  about: null,
  verified: '',
  emailToken: null,
  codeSentTo: '',
  codeSentAt: 0,
  language: 'en',
}
const ABOUT: AboutYou = {
  first_name: 'Nora',
  last_name: 'Vale',
  email: 'nora@demo.test',
  industry: 'radio',
  role: 'radio',
  phone: '+31 20 123 4567',
  hasAcceptedTerms: true,
}
const INVITED: Invited = {
  email: 'nora@demo.test',
  inviter_email: 'pat@demo.test',
  inviter_id: 'p1',
  relationship: 'coworker',
  welcome_email: false,
  token: 'link:1',
}
const COMPANY = { group_owner: 'Noon FM', country: 'NL', city: 'Utrecht', primary_format: 'Jazz' }
const opened = (invitation: Invited | null = null) =>
  new Story().happens(signup.signUpOpened({ progress: NOTHING, invitation, unreadable: false, ended: false }))
const about = (requestId = 'a') => signup.signUpAboutSent({ requestId, about: ABOUT })
const company = (requestId = 'c') => signup.signUpCompanySent({ requestId, company: COMPANY, password: 'password:1' })
const of = (story: Story) => story.state.get('signUp', SELF)

test('a code is as old as it was when the clock is put back', () => {
  const sent = signup.signUpOpened({ progress: { ...NOTHING, codeSentTo: 'a@b.test', codeSentAt: 9000 }, invitation: null, unreadable: false, ended: false }) // biome-ignore format: one line
  expect(of(new Story().happens(sent, appClockPutBack({ byMs: 2000 })))).toMatchObject({ codeSentAt: 7000 })
  // Who signs up nowhere has no sign-up by that.
  expect(of(new Story().happens(appClockPutBack({ byMs: 2000 })))).toBeUndefined()
})

describe('a sign-up', () => {
  test('SIGNUP-022: its form holds what was said of oneself, and of the invitation and the password handles', () => {
    const story = opened(INVITED).happens(about(), company())
    const { form } = of(story) ?? {}
    expect(form).toMatchObject({
      ...ABOUT,
      inviter_id: 'p1',
      token: 'link:1',
      password: 'password:1',
      confirm_password: 'password:1',
    })
  })

  test('SIGNUP-042: its form holds what was said of the company', () => {
    const all = {
      ...COMPANY,
      state: 'TX',
      web_site: 'https://noon.example',
      reporting: 'BDS',
      call_letter: 'KNOO',
      secondary_format: 'Indie',
      additional_format: 'Folk',
      media_type: 'Magazine',
    }
    const story = opened().happens(about(), signup.signUpCompanySent({ requestId: 'c', company: all, password: null }))
    expect(of(story)?.form).toMatchObject({ ...all, industry: 'radio' })
  })

  test('holds only what was shown when the company was sent again', () => {
    const story = opened().happens(
      about(),
      signup.signUpCompanySent({ requestId: 'c', company: { ...COMPANY, reporting: 'BDS' }, password: null }),
      signup.signUpRefused({ requestId: 'c', code: 'NETWORK', message: '' }),
      signup.signUpCompanySent({ requestId: 'd', company: COMPANY, password: null }),
    )
    expect(of(story)?.form).not.toHaveProperty('reporting')
  })

  test('SIGNUP-017: the token that proves the address is held, as a handle', () => {
    const story = opened().happens(
      about(),
      signup.signUpPassed({ requestId: 'a', sent: true }),
      signup.signUpCodeSent({ requestId: 'b', code: 'code:1' }),
      signup.signUpPassed({ requestId: 'b', emailToken: 'link:9' }),
    )
    expect(of(story)).toMatchObject({ verified: 'nora@demo.test', emailToken: 'link:9', passed: 'b', request: null })
  })

  test('SIGNUP-015: with an invitation step one is passed at once', () => {
    expect(of(opened(INVITED).happens(about()))).toMatchObject({ passed: 'a', request: null })
  })

  test('an answer to another try than the last is dropped', () => {
    const story = opened().happens(about('a'), about('b'), signup.signUpPassed({ requestId: 'a', sent: true }))
    expect(of(story)).toMatchObject({ passed: null, codeSentTo: '' })
  })

  test('SIGNUP-019: a coworker ends as one', () => {
    const story = opened(INVITED).happens(about(), company(), signup.signUpConfirmed({ requestId: 'c' }))
    expect(of(story)?.end).toBe('coworker')
  })

  test.each([
    ['waits', true, 'received'],
    ['does not wait', false, 'coworker'],
  ])('SIGNUP-019, H-378: a coworker whose account %s ends so', (_, isPending, end) => {
    const story = opened(INVITED).happens(about(), company(), signup.signUpConfirmed({ requestId: 'c', isPending }))
    expect(of(story)?.end).toBe(end)
  })

  test.each([
    ['SIGNUP-020: anyone without an invitation', null],
    ['SIGNUP-036: who was invited by an industry contact', { ...INVITED, relationship: 'industry-contact' as const }],
  ])('%s ends as a request', (_, invitation) => {
    const story = opened(invitation).happens(about(), company(), signup.signUpConfirmed({ requestId: 'c' }))
    expect(of(story)?.end).toBe('received')
  })

  test('a proof that is over is none any more, and the words stay', () => {
    const story = opened().happens(
      about(),
      signup.signUpPassed({ requestId: 'a', sent: true }),
      company(),
      signup.signUpRefused({ requestId: 'c', code: 'INVALID_EMAIL_TOKEN', message: '', end: 'expired' }),
    )
    expect(of(story)).toMatchObject({ end: 'expired', emailToken: null, codeSentTo: '', about: ABOUT })
  })

  test('is taken up where this tab left it', () => {
    const progress = { ...NOTHING, about: ABOUT, verified: ABOUT.email, emailToken: 'link:9', language: 'de' }
    const story = new Story().happens(
      signup.signUpOpened({ progress, invitation: null, unreadable: false, ended: false }),
    )
    expect(of(story)).toMatchObject({ ...progress, form: ABOUT, end: null })
  })
})
