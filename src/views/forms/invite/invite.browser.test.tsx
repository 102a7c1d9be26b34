/** The invite flow, from what has to be understood to what happened to each; in the words of the specification. */
import { afterEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { connectionInvited, connectionInviteFailed, connectionListed } from '#core/events/people/connections.ts'
import { sessionStarted } from '#core/events/people/session.ts'
import { axeFaults } from '#tests/components/axe.ts'
import { type Stage, type Surroundings, show } from '#tests/components/stage.tsx'
import { Story, someClaims } from '#tests/support/story.ts'
import { InviteFlow } from './InviteFlow.tsx'
import { type InviteEntry, inviteDraft } from './inviteDraft.state.ts'

const NOBODY = 'Please enter a valid email address and select the relationship type'
const BAD_EMAIL = 'Please enter a valid email address'
const NO_RELATIONSHIP = 'Please select a valid relationship with the invitee'
const TWICE = "You've already added this email. Please enter a different valid email address."

const dialog = (name: string) => page.getByRole('dialog', { name })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const email = () => page.getByRole('textbox', { name: 'Email' })
const relationship = () => page.getByRole('combobox', { name: 'Relationship' })
const listed = () => [...document.querySelectorAll('dialog li')].map((one) => one.textContent)
const counter = (n: number) => page.getByText(`${n}/5`, { exact: true })

/** React has shown what it was told. */
const rendered = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))

let closed = 0
afterEach(() => {
  vi.useRealTimers()
})

async function opened({ draft, ...around }: Surroundings & { draft?: readonly InviteEntry[] } = {}): Promise<Stage> {
  closed = 0
  inviteDraft.value = draft ? { playerid: 'p1', entries: draft } : null
  const story = new Story().happens(
    sessionStarted({
      claims: someClaims('p1', { verified: true, email: 'vera@demo.test' }),
      accessToken: 'a',
      refreshToken: 'r',
      restored: true,
    }),
  )
  return show(<InviteFlow onClose={() => (closed += 1)} />, { story, ...around })
}
async function atList(around: Parameters<typeof opened>[0] = {}): Promise<Stage> {
  const stage = await opened(around)
  if (!around.draft) {
    await page.getByRole('checkbox').click()
    await button('Start inviting').click()
  }
  await expect.element(dialog('Invite list')).toBeVisible()
  return stage
}
const people = (count: number): InviteEntry[] =>
  Array.from({ length: count }, (_, n) => ({ email: `person${n + 1}@demo.test`, relationship: 'other' }))
async function add(address: string, what = 'Co-Worker') {
  await email().fill(address)
  await userEvent.selectOptions(relationship(), what)
  await button('Add').click()
}
const requests = (stage: Stage) => stage.of('connection.inviteRequested')
/** A list of one was sent. */
async function sent() {
  const stage = await atList({ draft: people(1) })
  await button('Send invitations').click()
  return { stage, requestId: requests(stage).at(-1)?.requestId ?? '' }
}

it('says of each address that it was added', { tags: ['long'] }, async () => {
  await atList()
  await add('one@demo.test')
  await add('two@demo.test')
  await expect.poll(() => page.getByText('The address is on your list').elements().length).toBe(2)
})

describe('the intro', () => {
  it('INVITE-003: has a terms checkbox', async () => {
    await opened()
    await expect.element(dialog('Invite your network').getByRole('checkbox')).not.toBeChecked()
  })

  it('INVITE-004: start-inviting works only when the terms are ticked', async () => {
    await opened()
    await button('Start inviting').click()
    await expect.element(dialog('Invite list')).not.toBeInTheDocument()
    await page.getByRole('checkbox').click()
    await button('Start inviting').click()
    await expect.element(dialog('Invite list')).toBeVisible()
  })

  it('INVITE-005: terms not ticked shows the message', async () => {
    await opened()
    await button('Start inviting').click()
    await expect
      .element(page.getByText('Please confirm your understanding that Player is exclusively for the music industry by checking the box', { exact: true })) // biome-ignore format: one sentence
      .toBeVisible()
  })

  it('is left without a question', async () => {
    await opened()
    await userEvent.keyboard('{Escape}')
    expect(closed).toBe(1)
  })
})

describe('an entry', () => {
  it('INVITE-006: is an e-mail of free text and a relationship from a dropdown', async () => {
    await atList()
    await expect.element(email()).toHaveFocus()
    await expect.element(relationship()).toBeVisible()
  })

  it('INVITE-007: is a Co-Worker, an Industry Contact or Other', async () => {
    await atList()
    const options = [...(relationship().element() as HTMLSelectElement).options].filter(({ value }) => value !== '')
    expect(options.map(({ value, text }) => [value, text])).toEqual([
      ['coworker', 'Co-Worker'],
      ['industry-contact', 'Industry Contact'],
      ['other', 'Other'],
    ])
  })

  it('INVITE-008: is listed, with a count out of 5', { tags: ['long'] }, async () => {
    await atList()
    await expect.element(counter(0)).toBeVisible()
    await add('nora@demo.test')
    await expect.element(counter(1)).toBeVisible()
    expect(listed()).toEqual(['nora@demo.testCo-Worker'])
    await expect.element(email()).toHaveValue('')
    await expect.element(email()).toHaveFocus()
  })

  it('a double press of Add adds it once, and says nothing of the fresh fields', { tags: ['long'] }, async () => {
    await atList()
    await email().fill('nora@demo.test')
    await userEvent.selectOptions(relationship(), 'Co-Worker')
    await button('Add').dblClick()
    await expect.element(counter(1)).toBeVisible()
    await rendered()
    await expect.element(email()).not.toHaveAttribute('aria-invalid', 'true')
    await expect.element(email()).not.toHaveAccessibleDescription(/\w/)
    await add('otto@demo.test')
    expect(listed()).toEqual(['nora@demo.testCo-Worker', 'otto@demo.testCo-Worker'])
  })

  it.each([
    [390, 60],
    [1280, 91],
  ])('of a long address stays within the dialog, with the button to remove it (%i px)', async (width, length) => {
    const long = 'x'.repeat(length).replace(/.{10}$/, '@demo.test')
    await atList({ draft: [{ email: long, relationship: 'other' }], window: [width, 844] })
    const right = (element: Element) => element.getBoundingClientRect().right
    expect(right(button(`Remove ${long}`).element())).toBeLessThan(right(dialog('Invite list').element()))
    const form = page.getByRole('listitem').element().parentElement
    expect(form?.scrollWidth).toBe(form?.clientWidth)
  })

  it('INVITE-009: the sixth add is blocked', async () => {
    await atList({ draft: people(5) })
    await expect.element(counter(5)).toBeVisible()
    await expect.element(button('Add')).toHaveAttribute('aria-disabled', 'true')
    await email().fill('six@demo.test')
    await userEvent.selectOptions(relationship(), 'Other')
    await userEvent.keyboard('{Enter}')
    await button('Add').click({ force: true })
    expect(listed()).toHaveLength(5)
  })

  it('INVITE-010: that is removed fades for 300 ms, then is deleted', async () => {
    await atList({ draft: people(2) })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const remove = button('Remove person1@demo.test').element() as HTMLElement
    const entry = remove.closest('li') as HTMLElement
    remove.click()
    await rendered()
    expect(entry.inert).toBe(true)
    const fades = entry.getAnimations().map(({ effect }) => effect as KeyframeEffect)
    expect(fades.map((fade) => fade.getKeyframes().map(({ opacity }) => opacity))).toEqual([['1', '0']])
    expect(fades[0]?.getComputedTiming().duration).toBe(300)
    await vi.advanceTimersByTimeAsync(290)
    await rendered()
    expect(listed()).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(20)
    vi.useRealTimers()
    await expect.poll(listed).toEqual(['person2@demo.testOther'])
    await expect.element(counter(1)).toBeVisible()
  })

  it.each([
    'luca.ferri',
    'tom@radio',
    '@demo.test',
    'a b@demo.test',
    'a@b.test, c@d.test',
    'x@demo.test\r\nBcc: y@demo.test',
  ])('INVITE-011: %j is no e-mail', async (typed) => {
    // biome-ignore format: one line
    await atList()
    await add(typed)
    await expect.element(page.getByText(BAD_EMAIL, { exact: true }).first()).toBeVisible()
    expect(listed()).toEqual([])
  })

  it('INVITE-012: needs a relationship from the list', { tags: ['long'] }, async () => {
    await atList()
    await email().fill('nora@demo.test')
    await button('Add').click()
    await expect.element(page.getByText(NO_RELATIONSHIP, { exact: true })).toBeVisible()
    await expect.element(relationship()).toHaveFocus()
    expect(listed()).toEqual([])
  })

  it('INVITE-013: neither e-mail nor relationship given shows one message', { tags: ['long'] }, async () => {
    await atList()
    await button('Add').click()
    await expect.element(page.getByText(NOBODY, { exact: true })).toBeVisible()
    await expect.element(page.getByText(NO_RELATIONSHIP)).not.toBeInTheDocument()
  })

  it.each(['NORA@Demo.test', ' nora@demo.test ', 'nora\u200b@demo.test\u00ad'])(
    'INVITE-014: %j is on the list already',
    async (typed) => {
      await atList({ draft: [{ email: 'nora@demo.test', relationship: 'other' }] })
      await add(typed)
      await expect.element(page.getByText(TWICE, { exact: true }).first()).toBeVisible()
      expect(listed()).toHaveLength(1)
    },
  )

  it('is nobody’s own address', { tags: ['long'] }, async () => {
    await atList()
    await add('Vera@demo.test')
    await expect.element(page.getByText('This is your own email address').first()).toBeVisible()
    expect(listed()).toEqual([])
  })

  it('of a connection says that no mail is sent', async () => {
    const stage = await atList({ draft: [{ email: 'ada@cityfm.example', relationship: 'other' }] })
    const ada = { player_id: 'p2', full_name: 'Ada', first_name: 'Ada', last_name: '', email: 'Ada@cityfm.example' }
    stage.happens(connectionListed({ connections: [{ ...ada, verified: true }] }))
    await expect.element(page.getByText('Already connected, no mail is sent')).toBeVisible()
  })
})

describe('what is sent', () => {
  it('INVITE-015: an empty list is rejected', async () => {
    const stage = await atList()
    await button('Send invitations').click()
    await expect.element(page.getByText(NOBODY, { exact: true })).toBeVisible()
    expect(requests(stage)).toEqual([])
  })

  it('INVITE-016: `invitee_email` is lower-cased, and each entry carries its relationship', {
    tags: ['long'],
  }, async () => {
    const stage = await atList()
    await add('Nora@Demo.TEST', 'Industry Contact')
    await button('Send invitations').click()
    expect(requests(stage)[0]?.invitations).toEqual([
      { invitee_email: 'nora@demo.test', relationship: 'industry-contact' },
    ])
  })

  it('holds what is typed and was not added: nobody is forgotten', async () => {
    const stage = await atList({ draft: people(1) })
    await email().fill('nora@demo.test')
    await button('Send invitations').click()
    await expect.element(page.getByText(NO_RELATIONSHIP, { exact: true })).toBeVisible()
    expect(requests(stage)).toEqual([])
    await userEvent.selectOptions(relationship(), 'Co-Worker')
    await button('Send invitations').click()
    expect(requests(stage)[0]?.invitations.map(({ invitee_email }) => invitee_email)).toEqual([
      'person1@demo.test',
      'nora@demo.test',
    ])
  })

  it('is sent once, however often it is pressed', async () => {
    const { stage } = await sent()
    await button('Send invitations').click({ force: true })
    expect(requests(stage)).toHaveLength(1)
  })

  it('INVITE-018: after a successful send the list closes and the success view shows what happened to each', {
    tags: ['long'],
  }, async () => {
    const { stage, requestId } = await sent()
    stage.happens(
      connectionInvited({
        requestId,
        invitations: [
          { invitee_email: 'person1@demo.test', relationship: 'coworker', status: 'sent' },
          { invitee_email: 'ada@demo.test', relationship: 'other', status: 'already_connected' },
        ],
      }),
    )
    await expect.element(dialog('Invite list')).not.toBeInTheDocument()
    await expect.element(dialog('Invitations sent')).toHaveTextContent('1 mail is on its way')
    expect(listed()).toEqual([
      'person1@demo.testInvited as Co-Worker',
      'ada@demo.testAlready connected, no mail was sent',
    ])
    await button('Done').click()
    expect([closed, inviteDraft.value]).toEqual([1, null])
  })

  it('an answer that says nothing of each was good for all', async () => {
    const { stage, requestId } = await sent()
    stage.happens(connectionInvited({ requestId, invitations: null }))
    await expect.element(dialog('Invitations sent')).toBeVisible()
    expect(listed()).toEqual(['person1@demo.testInvited as Other'])
  })

  it('H-423: who was added, or typed, while it was on its way is on the next list', { tags: ['long'] }, async () => {
    const { stage, requestId } = await sent()
    await add('late@demo.test')
    await email().fill('typed@demo.test')
    stage.happens(connectionInvited({ requestId, invitations: null }))
    await expect.element(dialog('Invitations sent')).toHaveAccessibleDescription(/2 more addresses are still on your/)
    expect(listed()).toEqual(['person1@demo.testInvited as Other'])
    await button('Invite more').click()
    await expect.element(counter(1)).toBeVisible()
    expect(listed()).toEqual(['late@demo.testCo-Worker'])
    await expect.element(email()).toHaveValue('typed@demo.test')
    await userEvent.selectOptions(relationship(), 'Other')
    await button('Send invitations').click()
    expect(requests(stage)[1]?.invitations.map(({ invitee_email }) => invitee_email)).toEqual([
      'late@demo.test',
      'typed@demo.test',
    ])
  })

  it('leads to another list', { tags: ['long'] }, async () => {
    const { stage, requestId } = await sent()
    stage.happens(connectionInvited({ requestId, invitations: null }))
    await button('Invite more').click()
    await expect.element(counter(0)).toBeVisible()
  })
})

describe('what was not sent', () => {
  const failed = async (fields: { code?: string; retryAfterMs?: number; fields?: Record<string, string> } = {}) => {
    const { stage, requestId } = await sent()
    stage.happens(connectionInviteFailed({ requestId, code: 'INTERNAL', message: 'boom', ...fields }))
    return stage
  }

  it('INVITE-019: is said in an error banner', async () => {
    await failed()
    const banner = page.getByRole('alert').filter({ hasText: 'Invitations not sent' })
    await expect.element(banner).toHaveTextContent('An error occurred while sending the invitations. Please try again.')
  })

  it('INVITE-020: makes the button retry', { tags: ['long'] }, async () => {
    const stage = await failed({ code: 'NETWORK' })
    await button('Retry').click()
    expect(requests(stage)).toHaveLength(2)
    expect(requests(stage)[1]?.invitations).toEqual(requests(stage)[0]?.invitations)
  })

  it('INVITE-020: keeps the entries', async () => {
    await failed()
    expect(listed()).toEqual(['person1@demo.testOther'])
  })

  it('stands at the entry it is about, until that is gone', async () => {
    const stage = await failed({
      code: 'BAD_INVITATION',
      fields: { 'invitations.0.invitee_email': 'The account with this email address is closed' },
    })
    await expect.element(page.getByRole('listitem')).toHaveTextContent('The account with this email address is closed')
    await button('Remove person1@demo.test').click()
    await expect.element(button('Send invitations')).toBeVisible()
    expect(stage.state.get('inviting', 'self')).toBeUndefined()
  })

  it('H-037: without an answer is said to have been sent perhaps, also to who leaves', async () => {
    await failed({ code: 'TIMEOUT' })
    const banner = page.getByRole('alert').filter({ hasText: 'Your invitations may have been sent' })
    // Of a list that was added to it would not be so (H-330).
    await expect.element(banner).toHaveTextContent('Send the same list again: nobody gets a second mail')
    await button('Remove person1@demo.test').click()
    await expect.element(banner).not.toBeInTheDocument()
    await email().fill('n')
    await button('Cancel').click()
    const asked = page.getByRole('alertdialog', { name: 'Leave without sending?' })
    await expect.element(asked).toHaveTextContent('your invitations may have been sent')
  })

  it('for too many says how long to wait, and waits', async () => {
    const stage = await failed({ code: 'TOO_MANY_REQUESTS', retryAfterMs: 60_000 })
    await expect.element(page.getByText(/^Try again in/).first()).toBeInTheDocument()
    await button('Retry').click()
    expect(requests(stage)).toHaveLength(1)
  })
})

describe('leaving', () => {
  it('INVITE-017: with entries asks first, and goes on where it was', { tags: ['long'] }, async () => {
    await atList({ draft: people(1) })
    await button('Cancel').click()
    await expect.element(page.getByRole('alertdialog', { name: 'Leave without sending?' })).toBeVisible()
    expect(closed).toBe(0)
    await button('Keep inviting').click()
    expect(listed()).toHaveLength(1)
  })

  it('INVITE-017: once it is confirmed the list is gone', async () => {
    await atList({ draft: people(1) })
    await userEvent.keyboard('{Escape}')
    await button('Leave').click()
    expect([closed, inviteDraft.value]).toEqual([1, null])
  })

  it('INVITE-017: with something typed asks too, without anything it does not', { tags: ['long'] }, async () => {
    await atList()
    await email().fill('n')
    await button('Cancel').click()
    await button('Keep inviting').click()
    await email().fill('')
    await button('Cancel').click()
    expect(closed).toBe(1)
  })

  it('a list over which the session ended is there again for the same person alone', { tags: ['long'] }, async () => {
    await atList()
    await add('nora@demo.test')
    const held = inviteDraft.value?.entries
    expect(held).toEqual([{ email: 'nora@demo.test', relationship: 'coworker' }])
    await atList({ draft: held ?? [] })
    expect(listed()).toHaveLength(1)
    closed = 0
    inviteDraft.value = { playerid: 'p9', entries: held ?? [] }
    await show(<InviteFlow onClose={() => (closed += 1)} />)
    // Whoever is signed in now opened it, and begins.
    await expect.element(dialog('Invite your network').getByRole('checkbox')).toBeVisible()
    expect([closed, inviteDraft.value]).toEqual([0, null])
  })
})

it('INVITE-009: a sixth address that is typed is said to be one too many, and nothing goes out without it', async () => {
  const stage = await atList({ draft: people(5) })
  await email().fill('sixth@demo.test')
  await button('Send invitations').click()
  await expect.element(page.getByRole('alert').filter({ hasText: 'Five invitations can be sent' })).toBeVisible()
  expect(requests(stage)).toEqual([])
  await email().fill('')
  await expect.element(page.getByText(/^Five invitations can be sent at a time\. /)).not.toBeInTheDocument()
  await button('Send invitations').click()
  expect(requests(stage)[0]?.invitations).toHaveLength(5)
})

describe('to everybody', () => {
  it.each([
    ['dark', [1440, 900]],
    ['light', [390, 844]],
  ] as const)('the list has no fault axe would find (%s)', async (theme, window) => {
    const stage = await atList({ draft: people(3), theme, window: [...window] })
    await button('Add').click()
    await button('Send invitations').click()
    const requestId = requests(stage)[0]?.requestId ?? ''
    stage.happens(connectionInviteFailed({ requestId, code: 'INTERNAL', message: '' }))
    expect(await axeFaults()).toEqual([])
  })

  it('the flow is walked by the keyboard alone', async () => {
    const stage = await opened()
    await userEvent.keyboard('{Tab} {Enter}')
    await expect.element(email()).toHaveFocus()
    await userEvent.keyboard('nora@demo.test{Tab}')
    await expect.element(relationship()).toHaveFocus()
    await userEvent.selectOptions(relationship(), 'Other')
    await userEvent.keyboard('{Tab}{Enter}')
    await expect.element(counter(1)).toBeVisible()
    await button('Send invitations').element().focus()
    await userEvent.keyboard('{Enter}')
    expect(requests(stage)).toHaveLength(1)
  })
})
