// Releases and messages on their way to people, and what is said of them.
import { describe, expect, it } from 'vitest'
import '../late.ts'
import { sessionEnded } from '#core/events/people/session.ts'
import {
  contactHistoryReceived,
  contactRefused,
  contactRequested,
  contactSent,
  shareRefused,
  shareRequested,
  shareSent,
  sharingDismissed,
} from '#core/events/people/sharing.ts'
import { Story } from '#tests/support/story.ts'

const share = { requestId: 's1', releaseid: 'r1', title: 'Tides', receivers: ['p2'], text: 'Hear this' }
const contact = {
  requestId: 'c1',
  releaseid: 'r1',
  title: 'Tides',
  contactType: 4,
  email: 'nora@demo.test',
  text: 'Friday?',
}
const refusal = { code: 'NOT_CONNECTED', message: 'Releases can be shared with verified connections only.' }
const row = (story: Story, id = 's1') => story.state.get('sharing', id)
const asked = () => new Story().happens(shareRequested(share), contactRequested(contact))

describe('a release that is shared', () => {
  it('is on its way from the press', () => {
    expect(row(asked())).toEqual({ title: 'Tides', status: 'waiting', refusal: null })
  })

  it('says how many went together, and that it was several', () => {
    const several = new Story().happens(shareRequested({ ...share, also: ['r2', 'r3'] }))
    expect(row(several)?.count).toBe(3)
    const { notices } = several.happens(shareSent({ requestId: 's1' }))
    expect(notices).toMatchObject([{ category: 'releaseShared', subject: 'Tides', detail: '3' }])
  })

  it('keeps nothing of what was written', () => {
    expect(JSON.stringify([row(asked()), row(asked(), 'c1')])).not.toMatch(/Hear this|Friday|nora/)
  })

  it('SHELL-039: says so by its title once it was', () => {
    const { notices } = asked().happens(shareSent({ requestId: 's1' }))
    expect(notices).toMatchObject([{ category: 'releaseShared', notificationType: 'success', subject: 'Tides' }])
  })

  it('is done with once it was', () => {
    expect(row(asked().happens(shareSent({ requestId: 's1' })))).toBeUndefined()
  })

  it('SHARE-012: keeps the text of the server when it was refused', () => {
    const story = asked().happens(shareRefused({ requestId: 's1', ...refusal }))
    expect(row(story)).toEqual({ title: 'Tides', status: 'refused', refusal })
    expect(story.notices).toEqual([])
  })

  it('is on its way again when it is tried again', () => {
    const story = asked().happens(shareRefused({ requestId: 's1', ...refusal }), shareRequested(share))
    expect(row(story)).toEqual({ title: 'Tides', status: 'waiting', refusal: null })
  })

  it('is said once, however often the answer comes', () => {
    const story = asked().happens(shareSent({ requestId: 's1' }), shareSent({ requestId: 's1' }))
    expect(story.notices).toHaveLength(1)
  })

  it('that nobody waits for any more says nothing of a late refusal', () => {
    const story = asked().happens(shareSent({ requestId: 's1' }), shareRefused({ requestId: 's1', ...refusal }))
    expect(row(story)).toBeUndefined()
  })
})

describe('a message to an owner', () => {
  it('SHELL-040: says so by the title of its release once it was sent', () => {
    const { notices } = asked().happens(contactSent({ requestId: 'c1' }))
    expect(notices).toMatchObject([{ category: 'contactRequestSent', notificationType: 'success', subject: 'Tides' }])
  })

  it('CONTACT-018: keeps why it was refused', () => {
    const story = asked().happens(contactRefused({ requestId: 'c1', code: 'TIMEOUT', message: '', retryAfterMs: 3 }))
    const refused = { code: 'TIMEOUT', message: '', retryAfterMs: 3 }
    expect(row(story, 'c1')).toEqual({ title: 'Tides', status: 'refused', refusal: refused })
  })
})

it('what was written before is kept of one release at a time, and of nobody who left', () => {
  const messages = [{ title: 'Tides', contactType: 4, text: 'Friday?', at: 1 }]
  const story = new Story().happens(
    contactHistoryReceived({ releaseid: 'r1', messages }),
    contactHistoryReceived({ releaseid: 'r2', messages }),
  )
  expect([...story.state.ids('contactHistory')]).toEqual(['r2'])
  expect([...story.happens(sessionEnded({ reason: 'expired' })).state.ids('contactHistory')]).toEqual([])
})

it('a form that is left forgets a refusal', () => {
  const story = asked().happens(shareRefused({ requestId: 's1', ...refusal }), sharingDismissed({ requestId: 's1' }))
  expect(row(story)).toBeUndefined()
})

it('a form that is left waits on for what is on its way', () => {
  const story = asked().happens(sharingDismissed({ requestId: 's1' }), shareSent({ requestId: 's1' }))
  expect(story.notices).toHaveLength(1)
})

it('the end of the session ends all of it', () => {
  const story = asked().happens(sessionEnded({ reason: 'expired' } as never))
  expect([...story.state.ids('sharing')]).toEqual([])
})
