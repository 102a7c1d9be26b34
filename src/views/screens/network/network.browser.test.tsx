/** My Network: who is shown and how, search, deletion with its ways to fail, and what stands there without a list. */
import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  connectionDeleted,
  connectionDeleteFailed,
  connectionListed,
  connectionListFailed,
} from '#core/events/people/connections.ts'
import { sessionStarted } from '#core/events/people/session.ts'
import type { Connection } from '#core/model/people/network.ts'
import { axeFaults } from '#tests/components/axe.ts'
import { type Surroundings, show, sounds } from '#tests/components/stage.tsx'
import { aRelease, Story, someClaims } from '#tests/support/story.ts'
import { inviteOpen } from '../../forms/invite/invite.state.ts'
import { peopleDialog } from '../../music/people.state.ts'
import { NetworkScreen } from './NetworkScreen.tsx'

const person = (n: number, fields: Partial<Connection> = {}): Connection => ({
  player_id: `p${n}`,
  full_name: `Person ${String(n).padStart(4, '0')}`,
  first_name: 'Person',
  last_name: String(n),
  email: `person${n}@demo.test`,
  verified: true,
  ...fields,
})
const ADA = person(2, { full_name: 'Ada Okonkwo', email: 'ada@cityfm.example' })
const CLARA = person(3, { full_name: 'Clara Voss', email: 'clara.voss@orbital.example', verified: false })
const ELIAS = person(4, { full_name: 'Elías Park', email: 'elias@northband.example' })
const FEW = [ADA, CLARA, ELIAS]

const row = (name: string) => page.getByRole('row', { name })
const remove = (name: string) => page.getByRole('button', { name: `Delete the connection with ${name}` })
const dialog = () => page.getByRole('alertdialog')
const names = () =>
  [...document.querySelectorAll('[data-place] > [aria-hidden] + [role="cell"]')].map(({ textContent }) => textContent)
const shownNames = () => names().filter((name) => !name.includes('@'))

async function shown(
  connections: readonly Connection[] | null,
  { verified = true, ...around }: Surroundings & { verified?: boolean } = {},
) {
  // biome-ignore format: one line
  inviteOpen.value = false
  const story = new Story().happens(
    sessionStarted({ claims: someClaims('p1', { verified }), accessToken: 'a', refreshToken: 'r', restored: true }),
  )
  const stage = await show(
    <div style={{ height: '100vh', display: 'flex', flexDirection: 'column' }}>
      <NetworkScreen />
    </div>,
    { story, ...around },
  )
  if (connections !== null) stage.happens(connectionListed({ connections: [...connections] }))
  return stage
}

it('H-371: a name turns no sentence around', async () => {
  await shown([person(5, { full_name: '\u202EAda\u2067 Okonkwo' })])
  await remove('Ada Okonkwo').click()
  await expect.element(dialog()).toBeVisible()
  expect(dialog().element().textContent).not.toMatch(/[\u202A-\u202E\u2066-\u2069]/)
})

describe('what plays', () => {
  const plays = (story: Story, fields = {}) =>
    story.knows(aRelease('r1', 2, { title: 'Tides', allow_sharing: true, ...fields })).happens(
      {
        type: 'player.releaseChosen',
        v: 1,
        payload: { releaseid: 'r1', trackid: null, itemId: 'i1', requestId: 'q1' },
      },
      ...sounds('q1', 'r1.a', 200),
    )
  const shareWith = (name: string) => page.getByRole('button', { name: `Share Tides with ${name}` })
  const member = () =>
    new Story().happens(
      sessionStarted({
        claims: someClaims('p1', { verified: true }),
        accessToken: 'a',
        refreshToken: 'r',
        restored: true,
      }),
    )

  it('is shared with a verified connection from its row, who is chosen then', async () => {
    await shown(FEW, { story: plays(member()) })
    await shareWith('Ada Okonkwo').click()
    expect(peopleDialog.value).toEqual({
      kind: 'share',
      releaseids: ['r1'],
      leftOut: 0,
      to: { id: 'p2', name: 'Ada Okonkwo' },
    })
    expect(shareWith('Clara Voss').elements()).toHaveLength(0)
    peopleDialog.value = null
  })

  it('is offered to nobody where its owner forbids it, nor while nothing plays', async () => {
    await shown(FEW, { story: plays(member(), { allow_sharing: false }) })
    expect(shareWith('Ada Okonkwo').elements()).toHaveLength(0)
    await shown(FEW)
    expect(page.getByRole('button', { name: /^Share / }).elements()).toHaveLength(0)
  })
})

describe('the list', () => {
  it('NETWORK-001: lists connections with their names', async () => {
    await shown(FEW)
    expect(shownNames()).toEqual(['Ada Okonkwo', 'Clara Voss', 'Elías Park'])
  })

  it('NETWORK-001: says of each whether it is verified', async () => {
    await shown(FEW)
    await expect.element(row('Ada Okonkwo').getByText('Verified', { exact: true })).toBeVisible()
  })

  it('NETWORK-002: shows the address of each', async () => {
    await shown(FEW)
    await expect
      .element(row('Clara Voss').getByRole('cell', { name: 'clara.voss@orbital.example', exact: true }))
      .toBeVisible()
  })

  it('NETWORK-003: labels unverified connections "Verification Pending" (D-053)', async () => {
    await shown(FEW)
    await expect.element(row('Clara Voss').getByText('Verification Pending', { exact: true })).toBeVisible()
    await expect.element(row('Ada Okonkwo').getByText('Verification Pending', { exact: true })).not.toBeInTheDocument()
  })

  it('is asked for when it is looked at, and counts who is in it', async () => {
    const stage = await shown(FEW)
    // Development renders twice.
    expect(stage.of('connection.listRequested').length).toBeGreaterThan(0)
    await expect.element(page.getByText('3 connections, 1 of them pending')).toBeVisible()
  })

  it('going up, what has the focus is seen below the head', async () => {
    await shown(
      Array.from({ length: 14 }, (_, n) => person(n + 1)),
      { window: [1280, 480] },
    )
    await expect.element(remove('Person 0001')).toBeInTheDocument()
    const head = page.getByRole('columnheader', { name: 'Name' }).element()
    const hidden = [...document.querySelectorAll<HTMLElement>('[data-place] button')].toReversed().filter((one) => {
      one.focus()
      return one.getBoundingClientRect().top < head.getBoundingClientRect().bottom
    })
    expect(hidden).toEqual([])
  })

  it('has a head for each of its cells, and none for what says nothing', async () => {
    await shown(FEW)
    const heads = page
      .getByRole('columnheader')
      .elements()
      .map((one) => one.textContent)
    expect(heads).toEqual(['Name', 'Email', 'State', 'Actions'])
    const cells = [...row('Ada Okonkwo').element().children].filter((one) => one.role === 'cell' && !one.ariaHidden)
    expect(cells).toHaveLength(heads.length)
  })

  it('has a head for each cell of a row of two lines as well', async () => {
    await shown(FEW, { window: [390, 844] })
    const heads = page
      .getByRole('columnheader')
      .elements()
      .map((one) => one.textContent)
    expect(heads).toEqual(['Name', 'State', 'Actions'])
    expect(row('Ada Okonkwo').getByRole('cell').elements()).toHaveLength(heads.length)
  })

  it('gives the address a line of its own on a phone, above what is known of it', async () => {
    const email = 'umar.farouk@national-radio.example'
    await shown([person(5, { full_name: 'Umar Farouk', email, verified: false })], { window: [390, 844] })
    await expect.element(row('Umar Farouk')).toBeVisible()
    const [address] = [...row('Umar Farouk').element().querySelectorAll('bdi')].filter((one) => one.checkVisibility())
    const state = page.getByText('Verification Pending').element()
    expect(address?.textContent).toBe(email)
    expect(address?.scrollWidth).toBeLessThanOrEqual(address?.clientWidth ?? 0)
    expect(address?.getBoundingClientRect().bottom).toBeLessThanOrEqual(state.getBoundingClientRect().top)
  })

  it.each([1440, 1023, 390])('turns with its head, in a window %i px wide', async (width) => {
    await shown(FEW, { window: [width, 844] })
    await page.getByRole('button', { name: 'Name' }).click()
    expect(shownNames()).toEqual(['Elías Park', 'Clara Voss', 'Ada Okonkwo'])
    await expect.element(page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'descending')
  })

  it.each([
    ['elias', 'Elías Park'],
    ['ORBITAL', 'Clara Voss'],
  ])('finds %s by name or address, whatever its accents and case', async (typed, name) => {
    await shown(FEW)
    await page.getByRole('searchbox', { name: 'Search connections' }).fill(typed)
    await expect.poll(shownNames).toEqual([name])
    await expect.element(page.getByText('1 found')).toBeVisible()
  })

  it('H-627: says when nobody is found, and the way back has a name of its own and keeps the focus in the field', async () => {
    await shown(FEW)
    await page.getByRole('searchbox').fill('nobody at all')
    await expect.element(page.getByRole('heading', { name: 'Nobody found' })).toBeVisible()
    expect(page.getByRole('button', { name: 'Clear the search' }).elements()).toHaveLength(1)
    await page.getByRole('button', { name: 'Show all connections' }).click()
    await expect.poll(shownNames).toHaveLength(3)
    await expect.element(page.getByRole('searchbox')).toHaveFocus()
  })

  it.each([true, false])(
    'H-611: where nobody is there the field that goes gives its focus away (verified: %s)',
    async (verified) => {
      const stage = await shown(null, { verified })
      await page.getByRole('searchbox').click()
      stage.happens(connectionListed({ connections: [] }))
      await expect.element(page.getByRole('heading', { name: 'No connections yet' })).toBeVisible()
      if (verified) await expect.element(page.getByRole('button', { name: 'Invite people' })).toHaveFocus()
      else await expect.element(page.getByTestId('network-scroller')).toHaveFocus()
      await expect.element(page.getByRole('log')).toHaveTextContent('No connections yet')
    },
  )

  it('H-611: nor does it take the focus from who was not in it', async () => {
    const stage = await shown(null)
    stage.happens(connectionListed({ connections: [] }))
    await expect.element(page.getByRole('heading', { name: 'No connections yet' })).toBeVisible()
    expect(document.activeElement).toBe(document.body)
  })

  it('makes of 5,000 connections those in sight, at either end', async () => {
    await shown(Array.from({ length: 5000 }, (_, n) => person(n)))
    const made = () => document.querySelectorAll('[data-place]').length
    expect(made()).toBeLessThan(60)
    const scroller = page.getByTestId('network-scroller').element()
    scroller.scrollTop = scroller.scrollHeight
    await expect.element(row('Person 4999')).toBeVisible()
    expect(made()).toBeLessThan(60)
  })

  it('keeps the row that has the focus, however far the list is scrolled', async () => {
    await shown(Array.from({ length: 5000 }, (_, n) => person(n)))
    const button = row('Person 0000').getByRole('button').last().element() as HTMLElement
    button.focus()
    const scroller = page.getByTestId('network-scroller').element()
    scroller.scrollTop = scroller.scrollHeight
    await expect.element(row('Person 4999')).toBeVisible()
    expect(document.activeElement).toBe(button)
    ;(row('Person 4999').getByRole('button').last().element() as HTMLElement).focus()
    await expect.element(row('Person 0000')).not.toBeInTheDocument()
  })

  it('gives the focus of a row that goes by itself to the next, and of the last to the one before', async () => {
    const stage = await shown(FEW)
    const focus = (name: string) => (remove(name).element() as HTMLElement).focus()
    focus('Ada Okonkwo')
    stage.happens(connectionListed({ connections: [CLARA, ELIAS] }))
    await expect.element(remove('Clara Voss')).toHaveFocus()
    focus('Elías Park')
    stage.happens(connectionListed({ connections: [CLARA] }))
    await expect.element(remove('Clara Voss')).toHaveFocus()
  })

  it.each([
    ['dark', [1440, 900]],
    ['light', [390, 844]],
  ] as const)('has no fault axe would find (%s)', async (theme, window) => {
    await shown(FEW, { theme, window: [...window] })
    expect(await axeFaults()).toEqual([])
  })
})

describe('before and without a list', () => {
  it('says that it loads', async () => {
    await shown(null)
    await expect.element(page.getByText('Loading your connections')).toBeInTheDocument()
  })

  it.each([1440, 1023, 390])('has bones that do not lie upon each other, in a window %i px wide', async (width) => {
    await shown(null, { window: [width, 844] })
    const bones = () => [...document.querySelectorAll('[data-skeleton] > *')].map((one) => one.getBoundingClientRect())
    await expect.poll(() => bones().length).toBeGreaterThan(1)
    const [first, second] = bones()
    expect(second?.top).toBe(first?.bottom)
  })

  it('says that it did not come, and asks again', async () => {
    const stage = await shown(null)
    stage.happens(connectionListFailed({ code: 'NETWORK' }))
    const before = stage.of('connection.listRequested').length
    await expect.element(page.getByRole('alert')).toHaveTextContent('Your connections did not come')
    await page.getByRole('button', { name: 'Try again' }).click()
    expect(stage.of('connection.listRequested')).toHaveLength(before + 1)
  })

  it('has a way to the first connection', async () => {
    await shown([])
    await page.getByRole('button', { name: 'Start inviting' }).click()
    expect(inviteOpen.value).toBe(true)
  })
})

describe('inviting', () => {
  it('NETWORK-004: a verified user has an invite action', async () => {
    await shown(FEW)
    await page.getByRole('button', { name: 'Invite people', exact: true }).click()
    expect(inviteOpen.value).toBe(true)
  })

  it('NETWORK-004: an unverified user has none', async () => {
    await shown(FEW, { verified: false })
    await expect.element(page.getByText('3 connections, 1 of them pending')).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Invite' })).not.toBeInTheDocument()
  })

  it.each([true, false])(
    'NETWORK-004, INVITE-001: without a connection who is verified (%s) can begin',
    async (verified) => {
      await shown([], { verified })
      await expect.element(page.getByText('No connections yet')).toBeVisible()
      expect(page.getByRole('button', { name: /invit/i }).elements().length > 0).toBe(verified)
    },
  )

  it('NETWORK-005: an unverified user sees a note in its place', async () => {
    await shown(FEW, { verified: false })
    await expect.element(page.getByText('You can invite others once your account is verified.')).toBeVisible()
  })
})

describe('a deletion', () => {
  const asked = async () => {
    const stage = await shown(FEW)
    await remove('Clara Voss').click()
    return stage
  }
  const confirmed = async () => {
    const stage = await asked()
    await dialog().getByRole('button', { name: 'Delete' }).click()
    return { stage, ...(stage.of('connection.deleteRequested')[0] ?? { requestId: '', id: '' }) }
  }

  it('is asked about first, and what leaves all as it is has the focus', async () => {
    const stage = await asked()
    await expect.element(dialog()).toHaveAccessibleName('Delete the connection with Clara Voss?')
    await expect.element(dialog().getByRole('button', { name: 'Cancel' })).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    await expect.element(remove('Clara Voss')).toHaveFocus()
    expect(stage.of('connection.deleteRequested')).toEqual([])
  })

  it('NETWORK-006: removes the connection with that id from the list', async () => {
    const { stage, requestId, id } = await confirmed()
    expect(id).toBe('p3')
    expect(shownNames()).toEqual(['Ada Okonkwo', 'Elías Park'])
    // Not before it is known.
    expect(page.getByText('The connection was deleted').elements()).toEqual([])
    stage.happens(connectionDeleted({ requestId, id }))
    expect(shownNames()).toEqual(['Ada Okonkwo', 'Elías Park'])
    await expect.element(page.getByText('The connection was deleted')).toBeInTheDocument()
    // Nor is it found in what was said of it.
    expect(page.getByText('Clara Voss').elements()).toEqual([])
  })

  it('says it of each', { tags: ['long'] }, async () => {
    const { stage, requestId, id } = await confirmed()
    stage.happens(connectionDeleted({ requestId, id }))
    await remove('Ada Okonkwo').click()
    await dialog().getByRole('button', { name: 'Delete' }).click()
    const second = stage.of('connection.deleteRequested')[1] ?? { requestId: '', id: '' }
    stage.happens(connectionDeleted(second))
    await expect.poll(() => page.getByText('The connection was deleted').elements().length).toBe(2)
  })

  it('leaves the focus with the row that took its place', async () => {
    await confirmed()
    await expect.element(remove('Elías Park')).toHaveFocus()
  })

  it('NETWORK-007: that failed says why, and the row is back in its place', async () => {
    const { stage, requestId, id } = await confirmed()
    stage.happens(connectionDeleteFailed({ requestId, id, code: 'BAD_REQUEST', message: 'Not today' }))
    await expect
      .element(page.getByRole('alert'))
      .toHaveTextContent('The connection with Clara Voss was not deletedNot today')
    expect(shownNames()).toEqual(['Ada Okonkwo', 'Clara Voss', 'Elías Park'])
    await page.getByRole('alert').getByRole('button', { name: 'Close' }).click()
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
  })

  it('NETWORK-007: of several that failed all are named, and none is said to be deleted', {
    tags: ['long'],
  }, async () => {
    const { stage, requestId, id } = await confirmed()
    await remove('Ada Okonkwo').click()
    await dialog().getByRole('button', { name: 'Delete' }).click()
    const second = stage.of('connection.deleteRequested')[1] ?? { requestId: '', id: '' }
    stage.happens(connectionDeleteFailed({ requestId, id, code: 'BAD_REQUEST', message: 'Not today' }))
    stage.happens(connectionDeleteFailed({ ...second, code: 'BAD_REQUEST', message: 'Not ever' }))
    await expect
      .element(page.getByRole('alert'))
      .toHaveTextContent('The connections with Clara Voss and Ada Okonkwo were not deletedNot ever')
    expect(page.getByText('The connection was deleted').elements()).toEqual([])
    await page.getByRole('alert').getByRole('button', { name: 'Close' }).click()
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
  })

  it('NETWORK-007: names who gave no name by the address, and turns no sentence by a name', async () => {
    const stage = await shown([person(1, { full_name: '' }), person(2, { full_name: '\u202EAda\u2067 Okonkwo' })])
    for (const name of ['person1@demo.test', 'Ada Okonkwo']) {
      await remove(name).click()
      await dialog().getByRole('button', { name: 'Delete' }).click()
    }
    for (const one of stage.of('connection.deleteRequested'))
      stage.happens(connectionDeleteFailed({ ...one, code: 'BAD_REQUEST', message: 'Not today' }))
    await expect
      .element(page.getByRole('alert'))
      .toHaveTextContent('The connections with person1@demo.test and Ada Okonkwo were not deletedNot today')
  })

  it('NETWORK-007, H-350: that was put off by the server says for how long', async () => {
    const { stage, requestId, id } = await confirmed()
    const refused = { code: 'HTTP_503_LATER', message: '', retryAfterMs: 40_000 }
    stage.happens(connectionDeleteFailed({ requestId, id, ...refused }))
    await expect.element(page.getByRole('alert')).toHaveTextContent('Please try again in 40 seconds')
  })

  it('without an answer says that nobody knows', async () => {
    const { stage, requestId, id } = await confirmed()
    stage.happens(connectionDeleteFailed({ requestId, id, code: 'TIMEOUT', message: '' }))
    await expect.element(page.getByRole('alert')).toHaveTextContent('The server did not answer')
  })
})
