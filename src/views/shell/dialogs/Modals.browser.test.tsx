/** What the dialogs that belong to no screen make happen. */
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { libraryMarksRequested } from '#core/events/library.ts'
import { sessionEnded, sessionExpired, sessionStarted } from '#core/events/people/session.ts'
import { playerReleaseChosen } from '#core/events/player.ts'
import { downloadsOpen } from '#projections/downloads/downloads.ts'
import { openApp } from '#tests/components/app.tsx'
import { show, signedIn, sounds } from '#tests/components/stage.tsx'
import { aRelease, someClaims } from '#tests/support/story.ts'
import { inviteOpen } from '../../forms/invite/invite.state.ts'
import { signOutOpen } from '../../screens/account/account.state.ts'
import { nowPlayingOpen, queueOpen } from '../shell.state.ts'
import { Modals } from './Modals.tsx'

it('SHELL-020, SESSION-009, SESSION-010: OK in the session-expired dialog logs out, and with that the music stops', async () => {
  const story = signedIn()
    .knows(aRelease('r1'))
    .happens(playerReleaseChosen({ releaseid: 'r1', trackid: 'r1.a', itemId: 'i1', requestId: 'q1' }))
  const stage = await show(<Modals />, { story })
  stage.happens(...sounds('q1', 'r1.a', 90), sessionExpired({}))
  expect(stage.state.single('player').isPlaying).toBe(true)
  const dialog = page.getByRole('alertdialog', { name: 'Session expired' })
  await expect.element(dialog).toHaveAccessibleDescription(/^You must log in to continue/)
  await dialog.getByRole('button', { name: 'OK' }).click()
  expect(stage.of('session.signOutRequested')).toEqual([{ expired: true }])
  stage.happens(sessionEnded({ reason: 'expired' }))
  expect(stage.state.single('player')).toMatchObject({ isPlaying: false, song: null, handle: null })
  expect(stage.state.single('session').status).toBe('signedOut')
  await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument()
})

it('H-570: the question before a sign-out says how many marks wait, which go with it', { tags: ['long'] }, async () => {
  const changes = ['r1', 'r2'].map((releaseid) => ({ releaseid, trackid: null, marks: ['flagged' as const] }))
  const stage = await show(<Modals />, { story: signedIn() })
  signOutOpen.value = true
  const dialog = page.getByRole('alertdialog', { name: 'Sign out' })
  await expect.element(dialog).toHaveAccessibleDescription('Playback stops and your queue is emptied.')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  stage.happens(libraryMarksRequested({ requestId: 'w', changes }))
  signOutOpen.value = true
  await expect.element(dialog).toHaveAccessibleDescription(/2 flag or archive changes were not sent yet/)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
})

it.each([
  ['the question before a sign-out', signOutOpen, 'alertdialog'],
  ['the invite flow', inviteOpen, 'dialog'],
  ['H-496: the list of downloads', downloadsOpen, 'dialog'],
] as const)('%s is not open for whoever signs in after the session in which it was opened', async (_, open, role) => {
  const app = await openApp('/releases')
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  open.value = true
  await expect.element(page.getByRole(role)).toBeVisible()
  app.happens(sessionEnded({ reason: 'signedOut' }))
  await expect.poll(() => app.address).toBe('/')
  await expect.element(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
  app.happens(sessionStarted({ claims: someClaims('p2'), accessToken: 'a', refreshToken: 'r', restored: false }))
  await expect.poll(() => app.address).toBe('/releases')
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(page.getByRole(role).elements()).toEqual([])
})

it.each([
  ['queue', queueOpen, [1920, 1080]],
  ['full-screen player', nowPlayingOpen, [390, 844]],
] as const)(
  'H-496: the %s is not open for whoever signs in after the session in which it was opened',
  async (_, open, window) => {
    const app = await openApp('/releases', { window })
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
    open.value = true
    app.happens(sessionEnded({ reason: 'signedOut' }))
    await expect.poll(() => app.address).toBe('/')
    expect(open.value).toBe(false)
  },
)
