// A low window, as of a page that is enlarged: everything is reached, if by scrolling.
import { expect, it } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import { connectionAccepted } from '#core/events/people/connections.ts'
import { openApp } from '#tests/components/app.tsx'
import { KeptPlaylists } from '#tests/components/playlists.ts'
import { aDetail } from '#tests/components/wire.ts'
import { openCreatePlaylist } from '../music/playlists/playlists.state.ts'

const button = (inside: Locator, name: string) => inside.getByRole('button', { name, exact: true })

/** Whether it is in sight, or is brought there by scrolling what a person can scroll. */
function isReached(one: Locator): boolean {
  const element = one.element()
  for (let around = element.parentElement; around; around = around.parentElement) {
    const { overflowY } = getComputedStyle(around)
    if (overflowY !== 'auto' && overflowY !== 'scroll') continue
    const [it, box] = [element.getBoundingClientRect(), around.getBoundingClientRect()]
    if (it.bottom > box.bottom) around.scrollTop += it.bottom - box.bottom
  }
  const { left, top, right, bottom } = element.getBoundingClientRect()
  const isInside = top >= 0 && bottom <= innerHeight
  const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
  return isInside && element.contains(hit)
}

it('H-512: the menu of a tablet scrolls its starred playlists and keeps its foot, and all of it where it is low', {
  tags: ['long'],
}, async () => {
  const kept = new KeptPlaylists()
  for (let n = 1; n <= 30; n++) Object.assign(kept.find(kept.make(`List ${n}`)) ?? {}, { pinned: true })
  for (const height of [700, 320]) {
    await openApp('/releases', { window: [1000, height], answers: kept.answers() })
    await expect.element(page.getByRole('button', { name: 'Menu', exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    const menu = page.getByRole('dialog', { name: 'Menu' })
    const starred = menu.getByRole('navigation', { name: 'Starred playlists' }).getByRole('link')
    await expect.poll(() => starred.elements().length).toBe(30)
    if (height === 700) {
      const { bottom } = button(menu, 'Shortcuts').element().getBoundingClientRect()
      expect(bottom).toBeLessThanOrEqual(height)
    }
    await expect.poll(() => isReached(starred.last())).toBe(true)
    await expect.poll(() => isReached(button(menu, 'Shortcuts'))).toBe(true)
  }
})

it('the form of a playlist reaches its buttons', async () => {
  await openApp('/playlists', { window: [320, 256] })
  openCreatePlaylist({ tracks: ['r1.a'] })
  const dialog = page.getByRole('dialog', { name: 'Create playlist' })
  await expect.element(dialog).toBeVisible()
  await expect.poll(() => isReached(button(dialog, 'Save'))).toBe(true)
  await expect.poll(() => isReached(button(dialog, 'Cancel'))).toBe(true)
})

it('notifications reach from the newest, which is in sight, to the oldest', async () => {
  const app = await openApp('/releases', { window: [320, 256] })
  for (let n = 1; n <= 5; n++) app.happens(connectionAccepted({ link: `link:${n}`, inviter: `Somebody ${n}` }))
  const toasts = page.css('[role="status"][data-category="connectionAccepted"]')
  await expect.poll(() => toasts.elements().length).toBe(5)
  const close = (toast: Locator) => toast.getByRole('button', { name: 'Dismiss' })
  await expect.poll(() => isReached(close(toasts.last()))).toBe(true)
  toasts.first().element().scrollIntoView()
  await expect.poll(() => isReached(close(toasts.first()))).toBe(true)
})

it('a question reaches its buttons', async () => {
  await openApp('/releases', { window: [320, 400] })
  await expect.element(page.getByRole('button', { name: 'Account menu' })).toBeVisible()
  await page.getByRole('button', { name: 'Account menu' }).click()
  await button(page.getByRole('navigation', { name: 'Account', exact: true }), 'Sign out').click()
  const question = page.getByRole('alertdialog', { name: 'Sign out' })
  await expect.element(question).toBeVisible()
  // A window of 1280 by 720, enlarged to 400 %.
  await page.viewport(320, 180)
  await expect.poll(() => isReached(button(question, 'Cancel'))).toBe(true)
  await expect.poll(() => isReached(button(question, 'Sign out'))).toBe(true)
})

it.each([
  [844, 390],
  [640, 360],
])('a release of a dialog reaches its songs at %i by %i', async (width, height) => {
  await openApp('/releases?release=r1', {
    window: [width, height],
    answers: { 'GET /releases/:id': (_, [, id = '']) => aDetail(id, 8) },
  })
  const dialog = page.getByRole('dialog', { name: /^(Title|Release|One)/ })
  const songs = dialog.css('[data-track-id]')
  await expect.poll(() => songs.elements().length).toBe(8)
  await expect.poll(() => isReached(songs.last())).toBe(true)
  // Several songs at once can be read, not a strip of one.
  const seen = () =>
    songs.elements().filter((one) => {
      const { top, bottom } = one.getBoundingClientRect()
      const hit = document.elementFromPoint(width / 2, (top + bottom) / 2)
      return top >= 0 && bottom <= height && one.contains(hit)
    })
  await expect.poll(() => seen().length).toBeGreaterThanOrEqual(4)
})
