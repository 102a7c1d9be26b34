// Keys that scroll, where the page itself or a dialog has the focus.
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { recentRestored } from '#core/events/recent.ts'
import { type AppStage, openApp } from '#tests/components/app.tsx'
import { openFound, TERM } from '#tests/components/found.ts'
import { playRelease, sounds, volume } from '#tests/components/playing.ts'
import { KeptPlaylists } from '#tests/components/playlists.ts'
import { aSong } from '#tests/support/story.ts'

const LOW = { window: [1000, 400] } as const
const focusMain = () => document.querySelector<HTMLElement>('#main')?.focus()

/** What around the element at hand scrolls. */
function scrollerOf(inner: string): HTMLElement | null {
  let box = document.querySelector<HTMLElement>(inner)
  while (box && !(box.scrollHeight > box.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(box).overflowY)))
    box = box.parentElement
  return box
}

async function walks(inner: string): Promise<void> {
  const top = () => scrollerOf(inner)?.scrollTop ?? 0
  const end = () => {
    const box = scrollerOf(inner)
    return box !== null && box.scrollTop + box.clientHeight >= box.scrollHeight - 2
  }
  await userEvent.keyboard('{PageDown}')
  await expect.poll(top).toBeGreaterThan(8)
  await userEvent.keyboard('{End}')
  await expect.poll(end).toBe(true)
  await userEvent.keyboard('{PageUp}{Home}')
  await expect.poll(top).toBe(0)
}

const playlists = new KeptPlaylists()
for (let n = 0; n < 30; n++) playlists.make(`Number ${n}`)
const PAGES: readonly [path: string, inner: string, open: (path: string) => Promise<AppStage>][] = [
  ['/releases/releaseInfo/r1', 'main h1', (path) => openApp(path, LOW)],
  ['/playlists', 'main article', (path) => openApp(path, { answers: playlists.answers(), ...LOW })],
  ['/settings/email', 'main form, main h2', (path) => openApp(path, LOW)],
  [`/search/top?q=${TERM}`, 'main [data-search-item]', (path) => openFound(path, LOW)],
  [
    '/recently_played',
    'main [data-track-id]',
    async (path) => {
      const app = await openApp(path, LOW)
      const plays = Array.from({ length: 30 }, (_, n) => ({ song: aSong(`t${n}`, 1), playedAt: 1000 + n }))
      app.happens(recentRestored({ history: { clearedAt: 0, plays } }))
      return app
    },
  ],
]

it.each(PAGES)('H-608: scroll %s', async (path, inner, open) => {
  await open(path)
  await expect.poll(() => scrollerOf(inner)).not.toBeNull()
  focusMain()
  await walks(inner)
})

it('H-608: scroll the songs of a release that lies over the gallery', async () => {
  await openApp('/releases?release=r1', { window: [1000, 505] })
  await expect.poll(() => scrollerOf('dialog [data-track-id]')).not.toBeNull()
  expect(document.activeElement?.parentElement?.localName).toBe('dialog')
  await walks('dialog [data-track-id]')
})

it('H-608: up and down are the volume while a song is there, and scroll before', async () => {
  await openApp('/releases/releaseInfo/r1', { window: [1000, 400] })
  await expect.poll(() => scrollerOf('main h1')).not.toBeNull()
  const top = () => scrollerOf('main h1')?.scrollTop ?? 0
  focusMain()
  await userEvent.keyboard('{ArrowDown}')
  await expect.poll(top).toBeGreaterThan(8)
  await playRelease(LOW)
  await sounds()
  focusMain()
  const before = top()
  await userEvent.keyboard('{ArrowUp}')
  await expect.element(volume()).toHaveValue('55')
  expect(top()).toBe(before)
  await userEvent.keyboard('{PageDown}')
  await expect.poll(top).toBeGreaterThan(before + 8)
  await expect.element(page.getByRole('main')).toBeVisible()
})
