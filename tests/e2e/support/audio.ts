/** What the page's audio elements do: they are in no document, so their making is watched. */
import type { BrowserContext, Page } from '@playwright/test'
import { expect } from './fixtures.ts'
import { elapsed, openDetail, player, songRow } from './product.ts'

declare global {
  interface Window {
    heardAudio: { readonly elements: HTMLAudioElement[]; readonly volumes: { at: number; volume: number }[] }
  }
}

/** Keeps the elements of every page of the context, and what their volume is set to. To be called before a page opens. */
export async function watchAudio(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const elements: HTMLAudioElement[] = []
    const volumes: { at: number; volume: number }[] = []
    const Real = window.Audio
    window.heardAudio = { elements, volumes }
    const Watched = function (this: unknown, src?: string) {
      const element = new Real(src)
      elements.push(element)
      element.addEventListener('volumechange', () => volumes.push({ at: performance.now(), volume: element.volume }))
      return element
    }
    window.Audio = Watched as unknown as typeof Audio
  })
}

/** Whether an element of the page sounds: playing, with a time that moves. */
export async function isSounding(page: Page): Promise<boolean> {
  const times = () =>
    page.evaluate(() => window.heardAudio.elements.filter((one) => !one.paused).map((one) => one.currentTime))
  const before = await times()
  await page.waitForTimeout(300)
  const after = await times()
  return before.length > 0 && after.some((time, n) => time > (before[n] ?? 0))
}

/** The volume of the element that plays, 0-1. */
export const volumeHeard = (page: Page): Promise<number> =>
  page.evaluate(() => window.heardAudio.elements.find((one) => !one.paused)?.volume ?? -1)

/** Waits until the bar's time moves. */
export async function sounds(page: Page, timeout = 20_000): Promise<void> {
  await expect(player(page).getByRole('button', { name: 'Pause' })).toBeVisible({ timeout })
  const from = await elapsed(page)
  await expect.poll(() => elapsed(page), { timeout }).toBeGreaterThan(from)
}

/** Opens a release and plays it from its first song. */
export async function playRelease(page: Page, release: { releaseid: string; title: string }): Promise<void> {
  await openDetail(page, release)
  await page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).click()
}

/** Plays one song of a release whose page is open. */
export async function playSong(page: Page, song: { trackid: string; title: string }): Promise<void> {
  await songRow(page, song.trackid).hover()
  await songRow(page, song.trackid)
    .getByRole('button', { name: `Play ${song.title}`, exact: true })
    .click()
}

/** Lets go of the scrubber at a share of the song. */
export async function seekTo(page: Page, share: number): Promise<void> {
  const slider = player(page).getByRole('slider', { name: 'Seek' })
  const box = await slider.boundingBox()
  if (!box) throw new Error('no scrubber')
  await page.mouse.click(box.x + box.width * share, box.y + box.height / 2)
}
