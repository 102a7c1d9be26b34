import { describe, expect, test } from 'vitest'
import '../late.ts'
import {
  accessCleared,
  accessCodeSent,
  accessMailRequested,
  accessMailSent,
  accessRefused,
} from '#core/events/people/access.ts'
import { Story } from '#tests/support/story.ts'

const ask = (requestId: string) => accessMailRequested({ requestId, kind: 'magicLink', handle: 'credentials:1' })
const told = (story: Story) => story.state.get('access', 'self')

describe('what was asked for last', () => {
  test('SIGNIN-022: `isEmailSent` becomes true when a send succeeds', () => {
    expect(told(new Story().happens(ask('1'), accessMailSent({ requestId: '1' })))).toMatchObject({ isEmailSent: true })
  })

  test('SIGNIN-024: `isEmailSent` becomes false when the message is cleared', () => {
    const story = new Story().happens(ask('1'), accessMailSent({ requestId: '1' }), accessCleared({}))
    expect(told(story)).toMatchObject({ isEmailSent: false, status: 'idle' })
  })

  test('D-162: while its code is tried, and when that is refused, it stays said that a mail was sent', () => {
    const story = new Story().happens(
      ask('1'),
      accessMailSent({ requestId: '1' }),
      accessCodeSent({ requestId: '2', handle: 'credentials:2' }),
    )
    expect(told(story)).toMatchObject({ isEmailSent: true, status: 'waiting' })
    story.happens(accessRefused({ requestId: '2', code: 'INVALID_CODE', message: '' }))
    expect(told(story)).toMatchObject({ isEmailSent: true, status: 'refused', refusal: { code: 'INVALID_CODE' } })
  })

  test('RESET-025: while another mail is asked for it stays said that one was sent', () => {
    const story = new Story().happens(ask('1'), accessMailSent({ requestId: '1' }), ask('2'))
    expect(told(story)).toMatchObject({ isEmailSent: true, status: 'waiting' })
  })

  test('H-535: that the mail holds a code is so while it is tried, and until a mail without one is sent', () => {
    const sent = (requestId: string, hasCode?: true) => accessMailSent({ requestId, ...(hasCode && { hasCode }) })
    const story = new Story().happens(ask('1'), sent('1', true))
    expect(told(story)).toMatchObject({ hasCode: true })
    story.happens(accessCodeSent({ requestId: '2', handle: 'credentials:2' }))
    story.happens(accessRefused({ requestId: '2', code: 'INVALID_CODE', message: '' }))
    expect(told(story)).toMatchObject({ hasCode: true, status: 'refused' })
    story.happens(ask('3'), sent('3'))
    expect(told(story)).not.toHaveProperty('hasCode')
  })

  test('an answer to an earlier request is dropped', () => {
    const story = new Story().happens(ask('1'), ask('2'), accessMailSent({ requestId: '1' }))
    expect(told(story)).toMatchObject({ requestId: '2', status: 'waiting', isEmailSent: false })
  })

  test('a second answer is dropped', () => {
    const refused = accessRefused({ requestId: '1', code: 'NETWORK', message: '' })
    expect(told(new Story().happens(ask('1'), refused, accessMailSent({ requestId: '1' })))).toMatchObject({
      status: 'refused',
      refusal: { code: 'NETWORK' },
    })
  })
})
