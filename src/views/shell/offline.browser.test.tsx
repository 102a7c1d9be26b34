// What lies over the page while there is no connection (SESSION-014, D-145).
import { expect, it } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { appWentOffline, appWentOnline } from '#core/events/app.ts'
import { sessionExpired } from '#core/events/people/session.ts'
import { type AppStage, openApp } from '#tests/components/app.tsx'
import { player, playRelease, queue } from '#tests/components/playing.ts'
import { nowPlayingOpen, queueOpen } from './shell.state.ts'

const button = (at: Locator | typeof page, name: string) => at.getByRole('button', { name, exact: true })
const element = (of: Locator) => of.element() as HTMLElement
const isInert = (selector: string) => document.querySelector(selector)?.closest('[inert]') !== null

/** Goes offline, and the page has shown it. */
async function goOffline(app: AppStage): Promise<void> {
  app.happens(appWentOffline({}))
  await expect.element(page.getByRole('alert')).toHaveTextContent('Not Connected')
}

async function comeBack(app: AppStage): Promise<void> {
  app.happens(appWentOnline({}))
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
}

it('SESSION-014: a menu takes no key and no press, stays, and goes on when the connection is back', {
  tags: ['long'],
}, async () => {
  const app = await openApp('/releases/releaseInfo/r1')
  const opener = button(page.getByRole('main'), 'Add to')
  await opener.click()
  await expect.element(page.getByRole('menu')).toBeVisible()
  await goOffline(app)
  expect(isInert('[role="menu"]')).toBe(true)
  await userEvent.keyboard('{Escape}{ArrowDown}{Enter}?')
  expect(document.querySelector('[role="menu"]')).not.toBeNull()
  expect(document.querySelector('dialog')).toBeNull()
  await comeBack(app)
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(page.getByRole('menuitem').first()).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument()
  await expect.element(opener).toHaveFocus()
})

it('SESSION-014: what a notification offers is not taken, and is there afterwards', { tags: ['long'] }, async () => {
  const app = await openApp('/releases/releaseInfo/r1')
  await button(page.getByRole('main'), 'Archive').click()
  const toast = page.css('[role="status"][data-category]').first()
  await expect.element(button(toast, 'Undo')).toBeVisible()
  const told = app.told.length
  await goOffline(app)
  element(toast).click()
  expect(isInert('[role="status"] button')).toBe(true)
  await expect.element(toast).toBeVisible()
  expect(app.told.slice(told).filter(({ type }) => type.startsWith('notice.'))).toEqual([])
  await comeBack(app)
  await button(toast, 'Undo').click()
  await expect.poll(() => app.of('decision.takenBack').length).toBe(1)
})

it('SESSION-014: a dialog is still, says why, and closes when the connection is back', { tags: ['long'] }, async () => {
  const app = await openApp('/releases')
  await button(page, 'Shortcuts').click()
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect.element(dialog).toBeVisible()
  await goOffline(app)
  expect(isInert('dialog h2')).toBe(true)
  // All but the dialog is beyond whoever listens.
  expect(element(dialog).contains(page.getByRole('alert').element())).toBe(true)
  await userEvent.keyboard('{Escape}')
  expect(document.querySelector('dialog')).not.toBeNull()
  await comeBack(app)
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
})

it('D-145: under a dialog that is still the notice pauses what plays', { tags: ['long'] }, async () => {
  const app = await playRelease()
  await button(page, 'Shortcuts').click()
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect.element(dialog).toBeVisible()
  await goOffline(app)
  await button(page.getByRole('alert'), 'Pause').click()
  await expect.poll(() => app.of('player.toggled').length).toBe(1)
  await expect.element(button(page.getByRole('alert'), 'Play')).toBeVisible()
})

it('SESSION-014: whoever types in a dialog does not reach the player, and types on when the connection is back', {
  tags: ['long'],
}, async () => {
  const app = await playRelease()
  await page.getByRole('link', { name: 'Playlists' }).first().click()
  await button(page.getByRole('main'), 'Create playlist').first().click()
  const name = page.getByRole('dialog').getByRole('textbox').first()
  await name.fill('Ni')
  await goOffline(app)
  await userEvent.keyboard('m ')
  await comeBack(app)
  await userEvent.keyboard('ght')
  await expect.element(name).toHaveValue('Night')
  expect([...app.of('player.muteToggled'), ...app.of('player.toggled')]).toEqual([])
})

it('H-580: the notice is spoken once, and not again by a dialog that opens or closes under it', {
  tags: ['long'],
}, async () => {
  const app = await playRelease({ window: [390, 844] })
  const shown = () => page.getByText('Not Connected')
  await goOffline(app)
  nowPlayingOpen.value = true
  const full = page.getByRole('dialog', { name: 'Now playing' })
  await expect.element(full.getByText('Not Connected')).toBeVisible()
  expect(page.getByRole('alert').elements()).toEqual([])
  // It leaves the way out free, wherever the connection went first.
  const banner = element(full.getByText('Not Connected')).parentElement?.getBoundingClientRect()
  const head = element(button(full, 'Mute')).getBoundingClientRect()
  expect(banner?.top).toBeGreaterThan(head.bottom)
  nowPlayingOpen.value = false
  await expect.element(full).not.toBeInTheDocument()
  await expect.element(shown()).toBeVisible()
  expect(page.getByRole('alert').elements()).toEqual([])
  app.happens(appWentOnline({}))
  await expect.element(shown()).not.toBeInTheDocument()
  await goOffline(app)
})

it('SESSION-014: a session that is over can be left', async () => {
  const app = await openApp('/releases')
  await goOffline(app)
  app.happens(sessionExpired({}))
  const ok = button(page.getByRole('alertdialog'), 'OK')
  await ok.click()
  expect(app.of('session.signOutRequested')).toEqual([{ expired: true }])
})

it('D-145: the full-screen player still pauses, and is quiet, under the notice', { tags: ['long'] }, async () => {
  const app = await playRelease({ window: [390, 844] })
  await player().css('[aria-haspopup="dialog"]').click()
  const full = page.getByRole('dialog', { name: 'Now playing' })
  await expect.element(button(full, 'Pause')).toBeVisible()
  await goOffline(app)
  for (const name of ['Mute', 'Pause']) {
    await button(full, name).click()
    await expect.element(button(full, name)).not.toBeInTheDocument()
  }
})

it('what is typed goes on where it was typed when the connection is back, and is no shortcut', {
  tags: ['long'],
}, async () => {
  const app = await openApp('/releases')
  const box = page.getByRole('banner').getByRole('searchbox').or(page.getByRole('combobox')).first()
  await box.fill('har')
  await goOffline(app)
  // The browser takes the focus from what is inert with its next frame.
  await expect.poll(() => document.activeElement).toBe(document.body)
  await comeBack(app)
  await expect.element(box).toHaveFocus()
  await userEvent.keyboard('um')
  await expect.element(box).toHaveValue('harum')
})

it('SESSION-014: on a phone the queue makes room for what says so and for what silences the room', {
  tags: ['long'],
}, async () => {
  const app = await playRelease({ window: [390, 844] })
  queueOpen.value = true
  await expect.element(queue()).toBeVisible()
  await goOffline(app)
  await expect.element(queue()).not.toBeInTheDocument()
  await button(player(), 'Pause').click()
  await expect.element(button(player(), 'Play')).toBeVisible()
  await comeBack(app)
})
