/** The panels of the header: the notifications of the session, and writing to support. */
import { describe, expect, it, onTestFinished } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { downloadRequested } from '#core/events/downloads.ts'
import { noticeDismissed } from '#core/events/notices.ts'
import { profileLinkAnswered } from '#core/events/people/profile.ts'
import { sessionEnded, sessionStarted } from '#core/events/people/session.ts'
import { supportRefused, supportSent } from '#core/events/people/sharing.ts'
import { SUPPORT_EMAIL } from '#core/model/constants.ts'
import { supportEmail } from '#projections/session.ts'
import { axeFaults } from '#tests/components/axe.ts'
import { type Surroundings, show, signedIn } from '#tests/components/stage.tsx'
import { aRequest, someClaims } from '#tests/support/story.ts'
import { AccountScreen } from '../../screens/account/AccountScreen.tsx'
import { Modals } from '../dialogs/Modals.tsx'
import { headerPanels } from '../scripts.ts'
import { Header } from './Header.tsx'

const linked = (id: string, done = true) =>
  profileLinkAnswered({ requestId: id, way: 'merge', email: `${id}@demo.test`, done })

const bell = () => page.getByRole('button', { name: 'Notifications' })
const said = () => page.getByRole('dialog', { name: 'Notifications' })
const chat = () => page.getByRole('button', { name: 'Support chat' })
const panel = () => page.getByRole('dialog', { name: 'Support chat' })
const message = () => panel().getByRole('textbox', { name: 'Message' })
const send = () => panel().getByRole('button', { name: 'Send', exact: true })

async function header(surroundings: Surroundings = {}) {
  await headerPanels.load()
  const view = (
    <>
      <Header inert={false} />
      <Modals />
    </>
  )
  return show(view, { window: [1280, 800], path: '/releases', ...surroundings })
}

it('SHELL-010: the initials are the text of the account menu', async () => {
  await header({ story: signedIn() })
  await expect.element(page.getByRole('button', { name: 'Account menu' })).toHaveTextContent(/^[A-Z]{1,2}$/)
  expect(await axeFaults()).toEqual([])
})

describe('the notifications', () => {
  it('SHELL-007: a control in the header opens the last ones, newest first', async () => {
    const stage = await header()
    stage.happens(linked('a'), noticeDismissed({ id: 'link.a' }), linked('b'))
    await bell().click()
    await expect
      .element(said().getByRole('list'))
      .toHaveTextContent('b@demo.test has been successfully linkedNewa@demo.test has been successfully linkedNew')
  })

  it('SHELL-007: what is too long for a notification is read whole here', async () => {
    const title = 'Songs for the long way home '.repeat(12).trim()
    const stage = await header()
    stage.happens(downloadRequested({ requests: [aRequest('d1', { title })] }))
    await bell().click()
    const subject = said().getByText(title).element()
    expect(subject.scrollWidth).toBeLessThanOrEqual(subject.clientWidth)
    expect(subject.getBoundingClientRect().width).toBeLessThan(380)
  })

  it('SHELL-007: its description says how many were not seen, until they are', async () => {
    const stage = await header()
    stage.happens(linked('a'), linked('b'))
    await expect.element(bell()).toHaveAccessibleDescription('2 unread')
    await bell().click()
    await expect.element(said()).toBeVisible()
    await expect.element(bell()).not.toHaveAttribute('aria-description')
  })

  it('SHELL-007: what was read before is no longer new', async () => {
    const stage = await header()
    stage.happens(linked('a'))
    await bell().click()
    await expect.element(said().getByText('New', { exact: true })).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(said()).not.toBeInTheDocument()
    await expect.element(bell()).toHaveFocus()
    await bell().click()
    await expect.element(said().getByRole('listitem')).toBeVisible()
    expect(said().getByText('New', { exact: true }).query()).toBeNull()
  })

  it('SHELL-007: they stand by what they are about, and can be cleared', async () => {
    const stage = await header()
    stage.happens(linked('a', false))
    await bell().click()
    await expect.element(said().getByRole('heading', { name: 'Account' })).toBeVisible()
    await said().getByRole('button', { name: 'Clear' }).click()
    await expect.element(said().getByText('Nothing yet')).toBeVisible()
    expect(stage.of('notice.allCleared')).toHaveLength(1)
  })

  it.each(['dark', 'light'] as const)('are clean to axe, %s', async (theme) => {
    const stage = await header({ theme })
    stage.happens(linked('a'), linked('b', false))
    await bell().click()
    await expect.element(said()).toBeVisible()
    expect(await axeFaults()).toEqual([])
  })
})

describe('support', () => {
  it('SHELL-006: a button in the header opens a panel that asks for a message', async () => {
    await header()
    await chat().click()
    await expect.element(message()).toHaveFocus()
  })

  it('SHELL-006: the panel names the e-mail of support', async () => {
    await header()
    await chat().click()
    const link = panel().getByRole('link', { name: 'support@player.example' })
    await expect.element(link).toHaveAttribute('href', 'mailto:support@player.example')
    // In a sentence its colour alone would not say that it is one.
    await expect.element(link).toHaveStyle({ textDecorationLine: 'underline' })
  })

  it('H-490: it is the one the server was given', async () => {
    onTestFinished(() => {
      supportEmail.value = SUPPORT_EMAIL
    })
    supportEmail.value = 'help@label.example'
    await header()
    await chat().click()
    await expect
      .element(panel().getByRole('link', { name: 'help@label.example' }))
      .toHaveAttribute('href', 'mailto:help@label.example')
  })

  it('SHELL-006: what is written is sent, and said to be', async () => {
    const stage = await header()
    await chat().click()
    await message().fill('I cannot hear it')
    await send().click()
    await expect.poll(() => stage.of('sharing.supportRequested')).toMatchObject([{ text: 'I cannot hear it' }])
    const [{ requestId } = { requestId: '' }] = stage.of('sharing.supportRequested')
    stage.happens(supportSent({ requestId }))
    await expect.element(panel().getByText('Your message was sent')).toBeVisible()
    // By its focus it is heard, and keys go on from there.
    await expect.element(panel().getByRole('status')).toHaveFocus()
    await panel().getByRole('button', { name: 'Write another message' }).click()
    await expect.element(message()).toHaveValue('')
    await expect.element(message()).toHaveFocus()
  })

  it('an empty message is not sent', async () => {
    const stage = await header()
    await chat().click()
    await send().click()
    await expect.element(panel().getByText('Message is required')).toBeVisible()
    expect(stage.of('sharing.supportRequested')).toEqual([])
  })

  it('what was refused stays, and goes out again under the same id', async () => {
    const stage = await header()
    await chat().click()
    await message().fill('Hello')
    await send().click()
    await expect.poll(() => stage.of('sharing.supportRequested')).toHaveLength(1)
    const [{ requestId } = { requestId: '' }] = stage.of('sharing.supportRequested')
    stage.happens(supportRefused({ requestId, code: 'NETWORK', message: '' }))
    await expect.element(panel().getByRole('alert')).toHaveTextContent('it may have been sent')
    await expect.element(message()).toHaveValue('Hello')
    await send().click()
    await expect
      .poll(() => stage.of('sharing.supportRequested').map((one) => one.requestId))
      .toEqual([requestId, requestId])
  })

  it('H-563: other words do not end a wait the server counts by account', async () => {
    const stage = await header()
    await chat().click()
    await message().fill('Hello')
    await send().click()
    await expect.poll(() => stage.of('sharing.supportRequested')).toHaveLength(1)
    const [{ requestId } = { requestId: '' }] = stage.of('sharing.supportRequested')
    stage.happens(supportRefused({ requestId, code: 'TOO_MANY_REQUESTS', message: '', retryAfterMs: 60_000 }))
    await expect.element(panel().getByRole('alert')).toBeVisible()
    await message().fill('Hello?')
    await send().click()
    await expect.element(panel().getByRole('log')).toHaveTextContent(/Try again in/)
    expect(stage.of('sharing.supportRequested')).toHaveLength(1)
  })

  it.each(['closed before it was', 'open'])(
    'what was sent does not stand there as if it was not, once a session ended over it; its panel %s',
    async (panelIs) => {
      const stage = await header({ story: signedIn() })
      await chat().click()
      await message().fill('I cannot hear it')
      await send().click()
      await expect.poll(() => stage.of('sharing.supportRequested')).toHaveLength(1)
      const [{ requestId } = { requestId: '' }] = stage.of('sharing.supportRequested')
      if (panelIs !== 'open') await userEvent.keyboard('{Escape}')
      stage.happens(supportSent({ requestId }))
      if (panelIs === 'open') await expect.element(panel().getByText('Your message was sent')).toBeVisible()
      if (panelIs === 'open') await userEvent.keyboard('{Escape}')
      await expect.element(message()).not.toBeInTheDocument()
      const again = { claims: someClaims(), accessToken: 'a', refreshToken: 'r', restored: false }
      stage.happens(sessionEnded({ reason: 'expired' }), sessionStarted(again))
      await chat().click()
      await expect.element(message()).toHaveValue('')
      // Written once more, it is another message.
      await message().fill('I cannot hear it')
      await send().click()
      await expect.poll(() => stage.of('sharing.supportRequested')).toHaveLength(2)
      expect(stage.of('sharing.supportRequested')[1]?.requestId).not.toBe(requestId)
    },
  )

  it('a press beside it keeps what was typed, for the same person only', { tags: ['long'] }, async () => {
    const stage = await header({ story: signedIn() })
    await chat().click()
    await message().fill('Half a word')
    await bell().click()
    await expect.element(panel()).not.toBeInTheDocument()
    await chat().click()
    await expect.element(message()).toHaveValue('Half a word')
    await userEvent.keyboard('{Escape}')
    stage.happens(
      sessionEnded({ reason: 'signedOut' }),
      sessionStarted({ claims: someClaims('p9'), accessToken: 'a', refreshToken: 'r', restored: false }),
    )
    await chat().click()
    await expect.element(message()).toHaveValue('')
  })

  it.each(['dark', 'light'] as const)('is clean to axe, %s', async (theme) => {
    await header({ theme })
    await chat().click()
    await expect.element(message()).toBeVisible()
    expect(await axeFaults()).toEqual([])
  })
})

it.each([
  ['Support chat', 'SHELL-006'],
  ['Notifications', 'SHELL-007'],
])('on the phone %s opens from the account page (%s)', async (name) => {
  const view = (
    <>
      <AccountScreen />
      <Modals />
    </>
  )
  await show(view, { window: [390, 844], path: '/account' })
  await page.getByRole('button', { name }).click()
  await expect.element(page.getByRole('dialog', { name })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('dialog', { name })).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name })).toHaveFocus()
})

it('SHELL-007, D-059: on the phone the avatar and the row of the account page say how many were not seen', async () => {
  const view = (
    <>
      <Header inert={false} />
      <AccountScreen />
      <Modals />
    </>
  )
  const stage = await show(view, { window: [390, 844], path: '/account', story: signedIn() })
  const avatar = page.getByRole('button', { name: 'Account menu', exact: true })
  const dot = () => avatar.element().lastElementChild?.getBoundingClientRect().width
  await expect.element(avatar).not.toHaveAttribute('aria-description')
  expect(dot()).toBeGreaterThan(20)
  stage.happens(linked('a'), noticeDismissed({ id: 'link.a' }), linked('b'))
  await expect.element(avatar).toHaveAttribute('aria-description', '2 unread')
  expect(dot()).toBe(12)
  const row = page.getByRole('button', { name: 'Notifications', exact: true })
  await expect.element(row).toHaveAttribute('aria-description', '2 unread')
  expect(await axeFaults()).toEqual([])
  await row.click()
  await expect.element(said()).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(row).not.toHaveAttribute('aria-description')
  await expect.element(avatar).not.toHaveAttribute('aria-description')
})

it.each([768, 1024, 1280, 1440, 1920])('at %i px nothing of the header lies over another part', async (width) => {
  await header({ window: [width, 800] })
  await expect.element(bell()).toBeVisible()
  const parts = [...page.getByRole('banner').element().querySelectorAll('button, input')].map((one) => {
    const { left, right } = one.getBoundingClientRect()
    return { left, right }
  })
  const sorted = parts.toSorted((one, other) => one.left - other.left)
  for (const [at, { right }] of sorted.entries())
    expect(right).toBeLessThanOrEqual((sorted[at + 1]?.left ?? width) + 0.5)
})
