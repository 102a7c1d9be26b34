/** The player of a page whose songs are heard, and what several tests do with it. */
import { expect } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import { type AppStage, type AppSurroundings, openApp } from './app.tsx'

/** As long as the songs of `aDetail`: one that ended earlier would count as cut off, s. */
const LENGTH_S = 200

export const player = (): Locator => page.getByRole('region', { name: 'Player' })
export const main = (): Locator => page.getByRole('main')
export const queue = (): Locator => page.getByRole('complementary', { name: 'Play queue' })
export const control = (name: string): Locator => player().getByRole('button', { name, exact: true })
export const volume = (): Locator => player().getByRole('slider', { name: 'Volume' })

/** Elapsed seconds as the scrubber says them, or where its knob stands while it has the focus of keys and is silent. */
export function elapsed(): number {
  const slider = document.querySelector<HTMLInputElement>('section[aria-label="Player"] input')
  if (slider?.matches(':focus-visible')) return Math.floor(Number(slider.value))
  const text = slider?.getAttribute('aria-valuetext') ?? ''
  const [, minutes = '0', seconds = '0'] = /^(\d+):(\d\d) of/.exec(text) ?? []
  return Number(minutes) * 60 + Number(seconds)
}

/** Opens the page of `r1`, whose songs are `r1.a` and so on. */
export async function openHeard(path = '/releases/releaseInfo/r1', around: AppSurroundings = {}): Promise<AppStage> {
  const app = await openApp(path, { heardS: LENGTH_S, ...around })
  if (path.includes('releaseInfo')) await expect.element(mainPlay()).toBeVisible()
  return app
}

export const mainPlay = (): Locator => main().getByRole('button', { name: 'Play', exact: true })

/** The bar's time moves. */
export async function sounds(): Promise<void> {
  await expect.element(control('Pause')).toBeVisible()
  const from = elapsed()
  await expect.poll(elapsed).toBeGreaterThan(from)
}

/** Opens a release and plays it from its first song. */
export async function playRelease(around: AppSurroundings = {}): Promise<AppStage> {
  const app = await openHeard(undefined, around)
  await mainPlay().click()
  await expect.element(player()).toHaveTextContent('Song r1.a')
  return app
}
