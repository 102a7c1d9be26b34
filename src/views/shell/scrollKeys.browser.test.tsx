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

it('H-608: scroll the songs of a release that lies over the gallery', { tags: ['long'] }, async () => {
  await openApp('/releases?release=r1', { window: [1000, 505] })
  await expect.poll(() => scrollerOf('dialog [data-track-id]')).not.toBeNull()
  expect(document.activeElement?.parentElement?.localName).toBe('dialog')
  await walks('dialog [data-track-id]')
})

it('H-608: up and down are the volume while a song is there, and scroll before', { tags: ['long'] }, async () => {
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
  expect(document.activeElement?.id).toBe('main')
  await userEvent.keyboard('{PageDown}')
  await expect.poll(top).toBeGreaterThan(before + 8)
  await expect.element(page.getByRole('main')).toBeVisible()
})

it('H-608: what scrolled is no place of its own once the focus leaves it', async () => {
  await openApp('/releases/releaseInfo/r1', LOW)
  await expect.poll(() => scrollerOf('main h1')).not.toBeNull()
  focusMain()
  await userEvent.keyboard('{PageDown}')
  const box = scrollerOf('main h1')
  await expect.poll(() => document.activeElement).toBe(box)
  focusMain()
  expect([box?.hasAttribute('tabindex'), box?.style.outline]).toEqual([false, ''])
})

it('H-608: the gallery is scrolled, and goes on to lead the keys to its cards', async () => {
  await openApp('/releases', LOW)
  const scroller = () => document.querySelector<HTMLElement>('[data-testid="gallery-scroller"]')
  await expect.poll(() => document.querySelectorAll('[data-release-id]').length).toBeGreaterThan(0)
  focusMain()
  await userEvent.keyboard(' ')
  await expect.poll(() => scroller()?.scrollTop ?? 0).toBeGreaterThan(8)
  await userEvent.keyboard('{ArrowDown}')
  await expect.poll(() => document.activeElement?.closest('[data-release-id]')).not.toBeNull()
})

it('H-608: a press beside the page leaves the page where it is', async () => {
  await playRelease({ window: [1440, 400] })
  await page.getByRole('region', { name: 'Player' }).getByRole('button', { name: 'Queue' }).click()
  const beside = document.querySelector('aside[aria-label="Play queue"]')
  await expect.element(page.getByRole('region', { name: 'Currently playing' })).toBeVisible()
  ;(document.activeElement as HTMLElement).blur()
  beside?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
  await userEvent.keyboard('{PageDown}')
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
  expect([document.activeElement, scrollerOf('main h1')?.scrollTop]).toEqual([document.body, 0])
  // What a press gives the focus to may be gone then.
  const close = page.getByRole('complementary', { name: 'Play queue' }).getByRole('button', { name: /Close/ }).first()
  close.element().dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
  ;(close.element() as HTMLElement).focus()
  ;(close.element() as HTMLElement).blur()
  await userEvent.keyboard('{PageDown}')
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
  expect(scrollerOf('main h1')?.scrollTop).toBe(0)
  // Who goes on by keys has left what was pressed.
  ;(page.getByRole('link', { name: 'Playlists', exact: true }).first().element() as HTMLElement).focus()
  ;(document.activeElement as HTMLElement).blur()
  await userEvent.keyboard('{PageDown}')
  await expect.poll(() => scrollerOf('main h1')?.scrollTop ?? 0).toBeGreaterThan(8)
})

it('H-608: what is written into keeps its keys: no blank is typed from the panel around it', async () => {
  await openApp('/playlists', { window: [1300, 900] })
  await page.getByRole('button', { name: 'Create playlist' }).first().click()
  const message = page.getByRole('dialog').getByRole('textbox', { name: 'Description' })
  await message.fill('a line\n'.repeat(40))
  const panel = message.element().closest('dialog')?.firstElementChild as HTMLElement
  panel.focus()
  expect(document.activeElement).toBe(panel)
  await userEvent.keyboard(' {Home}')
  expect((message.element() as HTMLTextAreaElement).value).toBe('a line\n'.repeat(40))
  expect(document.activeElement).not.toBe(message.element())
})
