// Passing a release on: who can be chosen, what is sent, and what stays when it did not go.
import { flushSync } from 'react-dom'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { connectionListed } from '#core/events/people/connections.ts'
import { shareRefused, shareSent } from '#core/events/people/sharing.ts'
import type { Connection } from '#core/model/people/network.ts'
import { axeFaults } from '#tests/components/axe.ts'
import { type Stage, type Surroundings, show, signedIn } from '#tests/components/stage.tsx'
import { aRelease } from '#tests/support/story.ts'
import { messageDraft } from './draft.state.ts'
import { ShareForm } from './ShareForm.tsx'

const release = aRelease('r1', 2, { title: 'Tides' })
const [closed, invites] = [vi.fn(), vi.fn()]
beforeEach(() => {
  closed.mockClear()
  messageDraft.value = null
  invites.mockClear()
})

const someone = (id: string, full_name: string, verified = true): Connection => ({
  player_id: id,
  full_name,
  first_name: full_name.split(' ')[0] ?? '',
  last_name: full_name.split(' ')[1] ?? '',
  email: `${id}@radio.test`,
  verified,
})
const PEOPLE = [
  someone('ada', 'Ada Okonkwo'),
  someone('clara', 'Clara Voss', false),
  someone('elias', 'Elias Park'),
  someone('zoe', 'Zoë Kerr'),
]

async function open(people: Connection[] | null = PEOPLE, surroundings: Surroundings = {}): Promise<Stage> {
  const story = signedIn().knows(release)
  if (people) story.happens(connectionListed({ connections: people }))
  const stage = await show(<ShareForm releases={[release]} onClose={closed} onInvite={invites} />, {
    story,
    ...surroundings,
  })
  await expect.element(page.getByRole('dialog', { name: 'Share release' })).toBeVisible()
  return stage
}
async function openSeveral(leftOut: number): Promise<Stage> {
  const others = [aRelease('r2', 2, { title: 'Undertow' }), aRelease('r3', 2, { title: '夜の海' })]
  const story = signedIn()
    .knows(release, ...others)
    .happens(connectionListed({ connections: PEOPLE }))
  const releases = [release, ...others] as const
  const stage = await show(<ShareForm releases={releases} leftOut={leftOut} onClose={closed} onInvite={invites} />, {
    story,
  })
  await expect.element(page.getByRole('dialog', { name: 'Share releases' })).toBeVisible()
  return stage
}
const search = () => page.getByRole('searchbox', { name: 'Search connections' })
const person = (name: string) => page.getByRole('checkbox', { name, exact: true })
const pill = (name: string) => page.getByRole('button', { name: `Remove ${name}` })
const message = () => page.getByRole('textbox', { name: 'Message' })
const share = () => page.getByRole('button', { name: 'Share', exact: true })
const shown = () =>
  Array.from(
    document.querySelectorAll<HTMLElement>('[data-place]'),
    (box) => box.closest('label')?.querySelector('bdi')?.textContent,
  )

it('begins with whom it was opened for', async () => {
  const story = signedIn()
    .knows(release)
    .happens(connectionListed({ connections: PEOPLE }))
  const to = { id: 'elias', name: 'Elias Park' }
  await show(<ShareForm releases={[release]} to={to} onClose={closed} onInvite={invites} />, { story })
  await expect.element(pill('Elias Park')).toBeVisible()
})

it('H-511: whoever gave no name is known, found and drawn by the address, also once it is none of the connections', async () => {
  const stage = await open([...PEOPLE, someone('desk', '\u2067 \u2069'), someone('nl', '👩🏽\u200d🎤 Radio 🇳🇱')])
  expect(shown()).toContain('desk@radio.test')
  const face = (name: string) => person(name).element().closest('label')?.querySelector('[data-initials]')
  expect(face('desk@radio.test')?.getAttribute('data-initials')).toBe('D')
  expect(face('👩🏽\u200d🎤 Radio 🇳🇱')?.getAttribute('data-initials')).toBe('👩🏽\u200d🎤🇳🇱')
  await search().fill('desk@')
  await expect.poll(shown).toEqual(['desk@radio.test'])
  await userEvent.keyboard('{Enter}')
  await expect.element(pill('desk@radio.test')).toBeVisible()
  flushSync(() => stage.happens(connectionListed({ connections: PEOPLE })))
  await expect.element(page.getByText(/desk@radio\.test/).first()).toBeVisible()
  await expect.element(pill('desk@radio.test')).not.toBeInTheDocument()
})

describe('several releases', () => {
  it('are named, with how many more may not be shared', async () => {
    await openSeveral(2)
    await expect.element(page.getByText('3 releases')).toBeVisible()
    await expect.element(page.getByText('Tides, Undertow, 夜の海')).toBeVisible()
    await expect.element(page.getByText('2 more may not be shared.')).toBeVisible()
    expect(await axeFaults()).toEqual([])
  })

  it('go together', async () => {
    const stage = await openSeveral(0)
    await person('Ada Okonkwo').click()
    await share().click()
    expect(stage.of('sharing.shareRequested')).toMatchObject([
      { releaseid: 'r1', title: 'Tides', also: ['r2', 'r3'], receivers: ['ada'] },
    ])
    expect(document.body.textContent).not.toContain('may not be shared')
  })
})

it('SHELL-052: covers that do not load, and those there are none of, show no broken picture', async () => {
  const missing = [
    aRelease('r1', 2, { thumbnail: '/no-such-cover.png' }),
    aRelease('r2', 2, { thumbnail: '' }),
    aRelease('r3', 2, { thumbnail: '/nor-such-cover.png' }),
  ] as const
  const story = signedIn().knows(...missing)
  await show(<ShareForm releases={missing} leftOut={0} onClose={closed} onInvite={invites} />, { story })
  const dialog = () => page.getByRole('dialog').element()
  await expect.poll(() => dialog().querySelectorAll('img').length).toBe(0)
  expect(dialog().querySelectorAll('span > svg:only-child')).toHaveLength(3)
})

describe('a session that ends over it', () => {
  const sends = async (stage: Stage, words: string) => {
    await message().fill(words)
    await share().click()
    return stage.of('sharing.shareRequested')
  }

  it('takes neither words nor receivers away', { tags: ['long'] }, async () => {
    await open()
    await person('Ada Okonkwo').click()
    await message().fill('Hear this')
    await open()
    await expect.element(pill('Ada Okonkwo')).toBeVisible()
    await expect.element(message()).toHaveValue('Hear this')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await open()
    await expect.element(message()).toHaveValue('')
    expect(pill('Ada Okonkwo').elements()).toHaveLength(0)
  })

  it('leaves it the same message when it is sent again, other words another', { tags: ['long'] }, async () => {
    const before = await open()
    await person('Ada Okonkwo').click()
    const [first] = await sends(before, 'Hear that')
    before.happens(shareRefused({ requestId: first?.requestId ?? '', code: 'NETWORK', message: '' }))
    const [, second] = await sends(before, 'Hear this')
    const after = await open()
    const [again] = await sends(after, 'Hear this')
    expect([again?.requestId, again?.text]).toEqual([second?.requestId, 'Hear this'])
    after.happens(shareRefused({ requestId: again?.requestId ?? '', code: 'NETWORK', message: '' }))
    const [, other] = await sends(after, 'Hear them')
    expect(other?.requestId).not.toBe(second?.requestId)
  })

  it('keeps nothing of it for the share of another release', async () => {
    await open()
    await message().fill('Hear this')
    await openSeveral(0)
    await expect.element(message()).toHaveValue('')
  })
})

describe('whom it can go to', () => {
  it('SHARE-004: connections are chosen, and a message may be written', async () => {
    await open()
    await expect.element(person('Ada Okonkwo')).toBeVisible()
    await expect.element(message()).toBeVisible()
  })

  it('SHARE-008: verified ones alone', async () => {
    await open()
    expect(shown()).toEqual(['Ada Okonkwo', 'Elias Park', 'Zoë Kerr'])
  })

  it('SHARE-009: who is chosen is not offered again', async () => {
    await open()
    await person('Elias Park').click()
    await expect.element(pill('Elias Park')).toBeVisible()
    expect(shown()).toEqual(['Ada Okonkwo', 'Zoë Kerr'])
  })

  it('SHARE-009: who is taken off is offered again', async () => {
    await open()
    await person('Elias Park').click()
    await pill('Elias Park').click()
    await expect.element(person('Elias Park')).toBeVisible()
    expect(shown()).toEqual(['Ada Okonkwo', 'Elias Park', 'Zoë Kerr'])
  })

  it.each([
    ['el', ['Elias Park']],
    ['ZOE', ['Zoë Kerr']],
    ['a okon', ['Ada Okonkwo']],
    ['radio.test', []],
  ])('SHARE-010: a search for "%s" finds by the full name', async (words, names) => {
    await open()
    await search().fill(words)
    await expect.poll(shown).toEqual(names)
  })

  it('Enter in the search chooses the first, and sends nothing', async () => {
    const stage = await open()
    await search().fill('zo')
    await userEvent.keyboard('{Enter}')
    await expect.element(pill('Zoë Kerr')).toBeVisible()
    expect(stage.of('sharing.shareRequested')).toEqual([])
  })

  it('a name is folded once, and not at each key; Enter means what is typed', async () => {
    const names = Array.from({ length: 300 }, (_, n) => `Person ${String(n).padStart(3, '0')}`)
    await open(names.map((name, n) => someone(`p${n}`, name)))
    const lower = vi.spyOn(String.prototype, 'toLowerCase')
    onTestFinished(() => void vi.restoreAllMocks())
    await userEvent.fill(search(), 'person 1')
    await expect.poll(() => shown()[0]).toBe('Person 100')
    lower.mockClear()
    await userEvent.fill(search(), 'person 170')
    await userEvent.keyboard('{Enter}')
    await expect.element(pill('Person 170')).toBeVisible()
    const folds = lower.mock.contexts.filter((text) => /^Person \d+$/.test(String(text)))
    expect(folds.length).toBeLessThan(300)
  })

  it('how many are found is said in a place that stood there before, so that it is spoken', async () => {
    await open()
    const before = [...document.querySelectorAll('[role="status"]')]
    await search().fill('o')
    const said = page.getByRole('status').filter({ hasText: /^\d found$/ })
    await expect.element(said).toBeVisible()
    expect(before).toContain(said.element())
    await search().fill('')
    await expect.element(said).not.toBeInTheDocument()
  })

  it('by keys one goes from the search through the list, and back', async () => {
    await open()
    await expect.element(search()).toHaveFocus()
    await userEvent.keyboard('{ArrowDown}{ArrowDown}')
    await expect.element(person('Elias Park')).toHaveFocus()
    await userEvent.keyboard(' ')
    await expect.element(person('Zoë Kerr')).toHaveFocus()
    await userEvent.keyboard('{ArrowUp}{ArrowUp}')
    await expect.element(search()).toHaveFocus()
  })

  it('the keys go back to the search where the last of those found was chosen', async () => {
    await open()
    await search().fill('zo')
    await userEvent.keyboard('{ArrowDown}')
    await expect.element(person('Zoë Kerr')).toHaveFocus()
    await userEvent.keyboard(' ')
    await expect.element(pill('Zoë Kerr')).toBeVisible()
    await expect.element(search()).toHaveFocus()
  })

  it('the keys go back to the search where as many are chosen as can be', { tags: ['long'] }, async () => {
    await open(Array.from({ length: 102 }, (_, n) => someone(`p${n}`, `Person ${String(n).padStart(4, '0')}`)))
    const first = () => document.querySelector<HTMLElement>('[data-place="0"]')
    for (let n = 0; n < 99; n++) flushSync(() => first()?.click())
    await expect.element(pill('Person 0098')).toBeVisible()
    await userEvent.keyboard('{ArrowDown} ')
    await expect.element(pill('Person 0099')).toBeVisible()
    await expect.element(search()).toHaveFocus()
  })

  it('draws what is in sight alone of 2,000, to the last of them', async () => {
    await open(Array.from({ length: 2000 }, (_, n) => someone(`p${n}`, `Person ${String(n).padStart(4, '0')}`)))
    expect(shown().length).toBeLessThan(40)
    // While it rises the dialog is a little smaller than it is.
    await Promise.allSettled(document.getAnimations().map(({ finished }) => finished))
    const scroller = document.querySelector('[data-place]')?.closest('ul')?.parentElement
    scroller?.scrollTo({ top: scroller.scrollHeight })
    await expect.poll(shown).toContain('Person 1999')
    expect(shown().length).toBeLessThan(40)
  })

  it('keeps the one that has the focus, however far the list is scrolled', async () => {
    await open(Array.from({ length: 2000 }, (_, n) => someone(`p${n}`, `Person ${String(n).padStart(4, '0')}`)))
    await Promise.allSettled(document.getAnimations().map(({ finished }) => finished))
    await expect.element(search()).toHaveFocus()
    await userEvent.keyboard('{ArrowDown}')
    await expect.element(person('Person 0000')).toHaveFocus()
    const scroller = document.querySelector('[data-place]')?.closest('ul')?.parentElement
    scroller?.scrollTo({ top: scroller.scrollHeight })
    await expect.poll(shown).toContain('Person 1999')
    await expect.element(person('Person 0000')).toHaveFocus()
    await userEvent.keyboard('{ArrowDown}')
    await expect.poll(() => document.activeElement?.getAttribute('data-place')).toBe('1')
  })
})

describe('nobody to share with', () => {
  it.each([
    ['no connection', []],
    ['no verified one', [someone('clara', 'Clara Voss', false)]],
  ])('SHARE-005: with %s it offers to invite one', async (_, people) => {
    await open(people)
    await page.getByRole('button', { name: 'Invite a connection' }).click()
    expect(invites).toHaveBeenCalledOnce()
  })

  it('H-611: that is found out with the form open: the focus goes to the invitation, and why is said', async () => {
    const stage = await open(null)
    await expect.element(search()).toHaveFocus()
    stage.happens(connectionListed({ connections: [someone('clara', 'Clara Voss', false)] }))
    const invite = page.getByRole('button', { name: 'Invite a connection' })
    await expect.element(invite).toHaveFocus()
    await expect.element(invite).toHaveAccessibleDescription(/^No verified connection yet /)
  })

  it('SHARE-005: it does not offer that where there is one', async () => {
    await open()
    await expect.element(person('Ada Okonkwo')).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Invite a connection' })).not.toBeInTheDocument()
  })

  it('SHARE-005: the list is read when it opens, and nobody is told to invite before', async () => {
    const stage = await open(null)
    expect(stage.of('connection.listRequested').length).toBeGreaterThan(0)
    await expect.element(page.getByText('Loading your connections')).toBeVisible()
  })
})

it('SHARE-003: says that it is a free preview of Player PRO', async () => {
  await open()
  await expect.element(page.getByText('Player PRO')).toBeVisible()
  await expect.element(page.getByText('Free preview, 6 months')).toBeVisible()
})

describe('what is sent', () => {
  async function sent() {
    const stage = await open()
    await person('Ada Okonkwo').click()
    await person('Zoë Kerr').click()
    await message().fill(' Hear <i>this</i> ')
    await share().click()
    return { stage, requestId: stage.of('sharing.shareRequested')[0]?.requestId ?? '' }
  }

  it('SHARE-006: nothing without a connection, which is said', async () => {
    const stage = await open()
    await share().click()
    const alert = page.getByRole('alert')
    await expect.element(alert).toHaveTextContent('No connection selected')
    await expect.element(alert).toHaveTextContent('Please select at least one connection to share this release')
    expect(stage.of('sharing.shareRequested')).toEqual([])
  })

  it('SHARE-006: is no longer said once one is chosen', { tags: ['long'] }, async () => {
    await open()
    await share().click()
    await person('Ada Okonkwo').click()
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
  })

  it('SHARE-011: goes to those who were chosen', { tags: ['long'] }, async () => {
    const { stage } = await sent()
    const wanted = { releaseid: 'r1', title: 'Tides', receivers: ['ada', 'zoe'], text: 'Hear <i>this</i>' }
    expect(stage.of('sharing.shareRequested')).toMatchObject([wanted])
  })

  it('SHARE-007: the message may be left out', async () => {
    const stage = await open()
    await person('Ada Okonkwo').click()
    await share().click()
    expect(stage.of('sharing.shareRequested')).toMatchObject([{ text: '' }])
  })

  it('SHARE-007: 500 characters are sent', async () => {
    const stage = await open()
    await person('Ada Okonkwo').click()
    await message().fill('😀'.repeat(500))
    await expect.element(page.getByText('500/500')).toBeVisible()
    await share().click()
    expect(stage.of('sharing.shareRequested')).toHaveLength(1)
  })

  it('SHARE-007: one more is not', async () => {
    const stage = await open()
    await person('Ada Okonkwo').click()
    await message().fill('😀'.repeat(501))
    await share().click()
    await expect.element(page.getByText('At most 500 characters').first()).toBeVisible()
    expect(stage.of('sharing.shareRequested')).toEqual([])
  })

  it('SHARE-011: closes the form once it was', async () => {
    const { stage, requestId } = await sent()
    stage.happens(shareSent({ requestId }))
    await expect.poll(() => closed.mock.calls.length).toBeGreaterThan(0)
  })

  it.each(['INTERNAL', 'NETWORK', 'SHARING_NOT_ALLOWED'])('SHARE-012: after %s the banner says so', async (code) => {
    const { stage, requestId } = await sent()
    stage.happens(shareRefused({ requestId, code, message: 'The server has words.' }))
    const alert = page.getByRole('alert')
    await expect.element(alert).toHaveTextContent('Unable to share release')
    await expect.element(alert).toHaveTextContent('Something went wrong')
  })

  it('H-037: one without an answer is said to have been sent perhaps', async () => {
    const { stage, requestId } = await sent()
    stage.happens(shareRefused({ requestId, code: 'HTTP_504', message: '' }))
    await expect.element(page.getByRole('alert')).toHaveTextContent('The server did not answer: it may have been sent.')
  })

  it('SHARE-012: the text of the server is kept, and not what is said', { tags: ['long'] }, async () => {
    const { stage, requestId } = await sent()
    stage.happens(shareRefused({ requestId, code: 'INTERNAL', message: 'The server has words.' }))
    expect(stage.state.get('sharing', requestId)?.refusal?.message).toBe('The server has words.')
    await expect.element(page.getByText('The server has words.')).not.toBeInTheDocument()
  })

  it('SHARE-012: after a failure everything stays, and is the same message when it is tried again', {
    tags: ['long'],
  }, async () => {
    const { stage, requestId } = await sent()
    stage.happens(shareRefused({ requestId, code: 'NETWORK', message: '' }))
    await expect.element(pill('Ada Okonkwo')).toBeVisible()
    await expect.element(message()).toHaveValue(' Hear <i>this</i> ')
    await share().click()
    expect(stage.of('sharing.shareRequested').map((one) => one.requestId)).toEqual([requestId, requestId])
  })

  it('H-563: other words do not end a wait the server counts by account', { tags: ['long'] }, async () => {
    const { stage, requestId } = await sent()
    stage.happens(shareRefused({ requestId, code: 'TOO_MANY_REQUESTS', message: '', retryAfterMs: 60_000 }))
    await message().fill('Monday?')
    await share().click()
    await expect.element(page.getByRole('log')).toHaveTextContent(/Try again in/)
    expect(stage.of('sharing.shareRequested')).toHaveLength(1)
  })

  it('who ceased to be a connection meanwhile is named, and it goes to the others', { tags: ['long'] }, async () => {
    const { stage, requestId } = await sent()
    stage.happens(
      shareRefused({ requestId, code: 'NOT_CONNECTED', message: 'No' }),
      connectionListed({ connections: PEOPLE.filter((one) => one.player_id !== 'zoe') }),
    )
    await expect.element(page.getByText('Zoë Kerr can no longer be reached and was taken off')).toBeVisible()
    await share().click()
    expect(stage.of('sharing.shareRequested').at(-1)).toMatchObject({ receivers: ['ada'] })
  })
})

describe('the dialog', () => {
  it('is left by Escape while nobody was chosen', async () => {
    await open()
    await userEvent.keyboard('{Escape}')
    expect(closed).toHaveBeenCalledOnce()
  })

  it('stays on Escape once somebody was', async () => {
    await open()
    await person('Ada Okonkwo').click()
    await userEvent.keyboard('{Escape}')
    expect(closed).not.toHaveBeenCalled()
  })

  it.each([
    ['dark', [1280, 900]],
    ['light', [390, 844]],
  ] as const)('is clean to axe, %s, with pills and an error', async (theme, window) => {
    await open(PEOPLE, { theme, window })
    await share().click()
    expect(await axeFaults()).toEqual([])
    await person('Ada Okonkwo').click()
    expect(await axeFaults()).toEqual([])
  })

  it('is clean to axe with nobody to share with', async () => {
    await open([])
    expect(await axeFaults()).toEqual([])
  })
})
