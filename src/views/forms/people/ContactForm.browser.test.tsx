// Writing to the owner of a release: what is asked, what is said, and what stays.
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { profileReceived } from '#core/events/people/profile.ts'
import { sessionEnded, sessionRefreshed, sessionStarted } from '#core/events/people/session.ts'
import { contactHistoryReceived, contactRefused, contactSent } from '#core/events/people/sharing.ts'
import { axeFaults } from '#tests/components/axe.ts'
import { type Stage, type Surroundings, show, signedIn } from '#tests/components/stage.tsx'
import { aProfile, aRelease, someClaims } from '#tests/support/story.ts'
import { ContactForm } from './ContactForm.tsx'
import { messageDraft } from './draft.state.ts'

const release = aRelease('r1', 2, { title: 'Tides', labels: [{ name: 'North' }] })
const closed = vi.fn()
beforeEach(() => {
  closed.mockClear()
  messageDraft.value = null
})

/** Somebody whose mails go there, as their profile says. */
const reader = (mailto: string, story = signedIn()) =>
  story.knows(release).happens(profileReceived({ profile: aProfile({ mailto }), version: null }))
async function open(surroundings: Surroundings = {}): Promise<Stage> {
  const stage = await show(<ContactForm release={release} onClose={closed} />, {
    story: reader('nora@radio.test'),
    ...surroundings,
  })
  await expect.element(dialog()).toBeVisible()
  return stage
}
const dialog = () => page.getByRole('dialog', { name: 'Contact' })
const email = () => page.getByRole('textbox', { name: 'Email', exact: true })
const type = () => page.getByRole('combobox', { name: 'Request type' })
const message = () => page.getByRole('textbox', { name: 'Message' })
const send = () => page.getByRole('button', { name: 'Send', exact: true })

async function fill(text = 'Friday?') {
  await type().selectOptions('Schedule interview')
  await message().fill(text)
}

describe('the form', () => {
  it('CONTACT-002: has the address of the profile', async () => {
    await open()
    await expect.element(email()).toHaveValue('nora@radio.test')
  })

  it('CONTACT-002: has the one that was read while a try waited for its answer', async () => {
    const stage = await open()
    await fill()
    await send().click()
    await expect.poll(() => stage.of('sharing.contactRequested')).toHaveLength(1)
    const [{ requestId } = { requestId: '' }] = stage.of('sharing.contactRequested')
    stage.happens(profileReceived({ profile: aProfile({ mailto: 'new@radio.test' }), version: null }))
    stage.happens(contactRefused({ requestId, code: 'BAD_REQUEST', message: '' }))
    await expect.element(email()).toHaveValue('new@radio.test')
    await send().click()
    await expect.poll(() => stage.of('sharing.contactRequested')[1]?.email).toBe('new@radio.test')
  })

  it('CONTACT-002: lets nobody change the address', async () => {
    await open()
    await expect.element(email()).toHaveAttribute('readonly')
  })

  it('CONTACT-002: asks for a request type and a message', async () => {
    await open()
    await expect.element(type()).toBeVisible()
    await expect.element(message()).toBeVisible()
  })

  /** A type is chosen by its words and goes out by its number. */
  async function goesOut(words: string, contactType: number) {
    const stage = await open()
    await type().selectOptions(words)
    await message().fill('Hello')
    await send().click()
    expect(stage.of('sharing.contactRequested')).toMatchObject([{ contactType }])
  }
  it('CONTACT-003: "Feedback to artist" goes out as type 1', () => goesOut('Feedback to artist', 1))
  it('CONTACT-004: "Additional promo" goes out as type 2', () => goesOut('Additional promo', 2))
  it('CONTACT-005: "Additional music" goes out as type 3', () => goesOut('Additional music', 3))
  it('CONTACT-006: "Schedule interview" goes out as type 4', () => goesOut('Schedule interview', 4))
  it('CONTACT-007: "File format" goes out as type 5', () => goesOut('File format', 5))
  it('CONTACT-008: "Song version" goes out as type 6', () => goesOut('Song version', 6))
  it('CONTACT-009: "Artist liner" goes out as type 7', () => goesOut('Artist liner', 7))
  it('CONTACT-010: "Other" goes out as type 8', () => goesOut('Other', 8))

  it('CONTACT-015: counts what a person sees', async () => {
    await open()
    await message().fill('Hi 👨‍👩‍👧')
    await expect.element(page.getByText('4/3000')).toBeVisible()
  })

  it('CONTACT-019: tells that it was opened, and not again while it is filled in', async () => {
    const stage = await open()
    const told = stage.of('sharing.contactOpened')
    expect(told[0]).toEqual({ releaseid: 'r1' })
    await fill()
    expect(stage.of('sharing.contactOpened')).toHaveLength(told.length)
  })

  it('stands at once while the profile is not read yet', async () => {
    await open({ story: signedIn().knows(release) })
    await expect.element(email()).toHaveValue('p1@demo.test')
  })
})

describe('what was written before', () => {
  const earlier = [
    { title: 'Tides', contactType: 4, text: 'Is she in town on Friday?', at: Date.UTC(2026, 10, 20, 12) },
    { title: 'Undertow', contactType: 6, text: '歌なしはありますか', at: Date.UTC(2026, 9, 2, 12) },
  ]
  const list = () => page.getByRole('region', { name: 'Your messages to North' })

  it('to the same owner stands above, the newest first, the others at a press', async () => {
    const stage = await open()
    expect(list().elements()).toHaveLength(0)
    stage.happens(contactHistoryReceived({ releaseid: 'r1', messages: earlier }))
    await expect.element(list().getByRole('listitem')).toHaveTextContent('Tides, Schedule interview, Nov 20, 2026')
    await expect.element(list().getByText('Is she in town on Friday?')).toBeVisible()
    await list().getByRole('button', { name: 'Show all 2' }).click()
    await expect.element(list().getByText('歌なしはありますか')).toBeVisible()
    // As dates are written everywhere, whatever the zone of this machine (FORMAT-002, D-142).
    await expect.element(list().getByRole('listitem').nth(1)).toHaveTextContent('Oct 02, 2026')
    expect(await axeFaults()).toEqual([])
  })

  it('about another release that was looked at before is not taken for it', async () => {
    const stage = await open()
    stage.happens(contactHistoryReceived({ releaseid: 'r2', messages: earlier }))
    expect(list().elements()).toHaveLength(0)
  })
})

describe('a session that ends over it', () => {
  const again = (playerid: string) =>
    open({
      story: reader('nora@radio.test').happens(
        sessionEnded({ reason: 'expired' }),
        sessionStarted({ claims: someClaims(playerid), accessToken: 'a', refreshToken: 'r', restored: false }),
      ),
    })

  it('takes nothing of what was typed away', async () => {
    await open()
    await fill('Friday? 静か')
    await again('p1')
    await expect.element(message()).toHaveValue('Friday? 静か')
    await expect.element(type()).toHaveValue('4')
  })

  it('shows it to nobody else', async () => {
    await open()
    await fill('Friday?')
    await again('p2')
    await expect.element(message()).toHaveValue('')
    await again('p1')
    await expect.element(message()).toHaveValue('')
  })

  it('leaves nothing of what was given up', async () => {
    await open()
    await fill('Friday?')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await again('p1')
    await expect.element(message()).toHaveValue('')
  })
})

describe('what is not there yet', () => {
  it('CONTACT-011: "Email is required" without an address', async () => {
    const claims = someClaims('p1', { email: '' })
    const story = signedIn().happens(sessionRefreshed({ claims, accessToken: 'a', refreshToken: 'r' }))
    const stage = await open({ story: reader('', story) })
    await fill()
    await send().click()
    await expect.element(page.getByText('Email is required')).toBeVisible()
    expect(stage.of('sharing.contactRequested')).toEqual([])
  })

  it('CONTACT-011: an address that is none is refused', async () => {
    const stage = await open({ story: reader('nora at radio') })
    await fill()
    await send().click()
    await expect.element(page.getByText('Please enter a valid email address')).toBeVisible()
    expect(stage.of('sharing.contactRequested')).toEqual([])
  })

  it('CONTACT-012: "Request type is required"', async () => {
    const stage = await open()
    await message().fill('Hello')
    await send().click()
    await expect.element(page.getByText('Request type is required')).toBeVisible()
    expect(stage.of('sharing.contactRequested')).toEqual([])
  })

  it('CONTACT-013: "Message is required", also for spaces', async () => {
    const stage = await open()
    await fill('   ')
    await send().click()
    await expect.element(page.getByText('Message is required').first()).toBeVisible()
    expect(stage.of('sharing.contactRequested')).toEqual([])
  })

  it('CONTACT-014: 3000 characters are sent', async () => {
    const stage = await open()
    await fill('x'.repeat(3000))
    await send().click()
    expect(stage.of('sharing.contactRequested')).toHaveLength(1)
  })

  it('CONTACT-014: CONTACT-015: one more is not, and the counter says so', async () => {
    const stage = await open()
    await fill('x'.repeat(3001))
    await send().click()
    await expect.element(page.getByText('3001/3000')).toBeVisible()
    await expect.element(page.getByText('At most 3000 characters').first()).toBeVisible()
    expect(stage.of('sharing.contactRequested')).toEqual([])
  })
})

describe('what is sent', () => {
  async function sent() {
    const stage = await open()
    await fill('  <b>Friday?</b> ')
    await send().click()
    const requestId = stage.of('sharing.contactRequested')[0]?.requestId ?? ''
    return { stage, requestId }
  }

  it('CONTACT-001: goes with the address, the type and the text', async () => {
    const { stage } = await sent()
    const wanted = { releaseid: 'r1', title: 'Tides', contactType: 4, email: 'nora@radio.test', text: '<b>Friday?</b>' }
    expect(stage.of('sharing.contactRequested')).toMatchObject([wanted])
  })

  it('CONTACT-016: is shown to be on its way', async () => {
    await sent()
    await expect.element(send()).toHaveAttribute('aria-busy', 'true')
  })

  it('CONTACT-016: is not left by Escape meanwhile', async () => {
    await sent()
    await userEvent.keyboard('{Escape}')
    expect(closed).not.toHaveBeenCalled()
  })

  it('CONTACT-017: closes the form once it was', async () => {
    const { stage, requestId } = await sent()
    stage.happens(contactSent({ requestId }))
    await expect.poll(() => closed.mock.calls.length).toBeGreaterThan(0)
  })

  it.each([
    ['INTERNAL', 'Something went wrong'],
    ['NO_TOKEN', 'Something went wrong. Check your connection and try again. Nothing you typed was lost.'],
    ['NETWORK', 'Something went wrong. The server did not answer: it may have been sent.'],
    ['TIMEOUT', 'Check your connection and try again: nobody gets it twice.'],
  ])('CONTACT-018, H-037: after %s the banner says so', async (code, words) => {
    const { stage, requestId } = await sent()
    stage.happens(contactRefused({ requestId, code, message: '' }))
    await expect.element(page.getByRole('alert')).toHaveTextContent('Unable to send contact request')
    await expect.element(page.getByRole('alert')).toHaveTextContent(words)
  })

  it.each(['INTERNAL', 'NO_TOKEN'])('H-037: after %s nothing was sent, and nothing else is said', async (code) => {
    const { stage, requestId } = await sent()
    stage.happens(contactRefused({ requestId, code, message: '' }))
    await expect.element(page.getByRole('alert')).toHaveTextContent('Something went wrong')
    await expect.element(page.getByRole('alert')).not.toHaveTextContent('may have been sent')
  })

  it('CONTACT-018: what the server said of it stands in the banner', async () => {
    const { stage, requestId } = await sent()
    stage.happens(contactRefused({ requestId, code: 'LABEL_CLOSED', message: 'North takes no messages now.' }))
    await expect.element(page.getByRole('alert')).toHaveTextContent('North takes no messages now.')
  })

  it('H-563: other words do not end a wait the server counts by account', async () => {
    const { stage, requestId } = await sent()
    stage.happens(contactRefused({ requestId, code: 'TOO_MANY_REQUESTS', message: '', retryAfterMs: 60_000 }))
    await message().fill('Monday?')
    await send().click()
    await expect.element(page.getByRole('log')).toHaveTextContent(/Try again in/)
    expect(stage.of('sharing.contactRequested')).toHaveLength(1)
  })

  it('CONTACT-018: after a failure everything stays', async () => {
    const { stage, requestId } = await sent()
    stage.happens(contactRefused({ requestId, code: 'NETWORK', message: '' }))
    await expect.element(message()).toHaveValue('  <b>Friday?</b> ')
    await expect.element(type()).toHaveValue('4')
    expect(closed).not.toHaveBeenCalled()
  })

  it('tried again as it stands it is the same message', async () => {
    const { stage, requestId } = await sent()
    stage.happens(contactRefused({ requestId, code: 'NETWORK', message: '' }))
    await send().click()
    expect(stage.of('sharing.contactRequested').map((one) => one.requestId)).toEqual([requestId, requestId])
  })

  it('tried again with other words it is another message', async () => {
    const { stage, requestId } = await sent()
    stage.happens(contactRefused({ requestId, code: 'NETWORK', message: '' }))
    await message().fill('Monday?')
    await send().click()
    expect(stage.of('sharing.contactRequested').at(-1)?.requestId).not.toBe(requestId)
  })
})

describe('the dialog', () => {
  it('is left by Escape while nothing was written', async () => {
    await open()
    await userEvent.keyboard('{Escape}')
    expect(closed).toHaveBeenCalledOnce()
  })

  it('stays on Escape once something was', async () => {
    await open()
    await message().fill('Hello')
    await userEvent.keyboard('{Escape}')
    expect(closed).not.toHaveBeenCalled()
  })

  it('is walked by Tab from the type to Send', async () => {
    await open()
    ;(type().element() as HTMLElement).focus()
    await userEvent.tab()
    expect(document.activeElement).toBe(message().element())
    await userEvent.tab()
    await userEvent.tab()
    expect(document.activeElement).toBe(send().element())
  })

  it.each([
    ['dark', [1280, 900]],
    ['light', [390, 844]],
  ] as const)('is clean to axe, %s, and with errors', async (theme, window) => {
    await open({ theme, window })
    await send().click()
    expect(await axeFaults()).toEqual([])
  })
})
