// The phone's player over a song that is heard: what fingers and Back do to it.
import { beforeEach, describe, expect, it } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import type { AppStage } from '#tests/components/app.tsx'
import { swipe } from '#tests/components/hands.ts'
import { control, main, openHeard, player, playRelease } from '#tests/components/playing.ts'

const window = [390, 844] as const
const full = () => page.getByRole('dialog', { name: 'Now playing' })
const opener = () => player().css('[aria-haspopup="dialog"]')
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))

describe('a finger', () => {
  /** A place of it that no button takes. */
  function held(of: Locator): { x: number; y: number } {
    const { x, y, width, height } = of.element().getBoundingClientRect()
    return { x: x + width / 3, y: y + height / 2 }
  }
  const mini = () => held(player())
  const art = () => held(full().css('img').first())

  beforeEach(async () => {
    await playRelease({ window })
    await expect.element(player()).toBeVisible()
  })

  it('PLAYER-013: a swipe up opens it, a swipe down closes it, and a small move does neither', {
    tags: ['long'],
  }, async () => {
    await swipe(mini(), { x: 0, y: -24 })
    await pause(400)
    await expect.element(full()).not.toBeInTheDocument()
    await swipe(mini(), { x: 0, y: -160 })
    await expect.element(full()).toBeVisible()
    await swipe(art(), { x: 0, y: 220 })
    await expect.element(full()).not.toBeInTheDocument()
    await expect.element(player()).toBeVisible()
  })

  it('PLAYER-013: a swipe to the left plays the next song, to the right the one before', {
    tags: ['long'],
  }, async () => {
    await swipe(mini(), { x: 0, y: -160 })
    await expect.element(full()).toHaveTextContent('Song r1.a')
    await swipe(art(), { x: -160, y: 10 })
    await expect.element(full()).toHaveTextContent('Song r1.b')
    await swipe(art(), { x: 160, y: 10 })
    await expect.element(full()).toHaveTextContent('Song r1.a')
  })
})

describe('a low window', () => {
  const scroller = () =>
    full()
      .css('[style], div')
      .elements()
      .find((one) => one.scrollHeight > one.clientHeight + 1)

  it.each([
    [640, 360],
    [667, 375],
    [390, 540],
    [568, 320],
  ] as const)('PLAYER-013: every control is in sight or scrolled to, %i by %i', async (width, height) => {
    await playRelease({ window: [width, height], reducedMotion: true })
    const scrolled = () => [...document.querySelectorAll('*')].filter((one) => one.scrollTop > 0)
    // The page may be, for its button to be pressed above the mini player.
    const before = scrolled()
    await opener().click()
    await expect.element(full()).toBeVisible()
    const controls = full().css('button, a, input').elements()
    expect(controls.length).toBeGreaterThan(8)
    for (const one of controls) {
      one.scrollIntoView({ block: 'nearest' })
      const { x, y, width: w, height: h } = one.getBoundingClientRect()
      expect([y >= 0, y + h <= height], one.outerHTML).toEqual([true, true])
      const hit = document.elementFromPoint(x + w / 2, y + h / 2)
      expect(one.contains(hit) || hit?.contains(one), one.outerHTML).toBe(true)
    }
    // Nothing was moved but what a person can move, too.
    const moved = scrolled().filter((one) => !before.includes(one))
    expect(moved.map((one) => getComputedStyle(one).overflowY)).toEqual(height < 360 ? ['auto'] : [])
  })

  it('a finger scrolls it first, and closes it from its top', { tags: ['long'] }, async () => {
    await playRelease({ window: [640, 300] })
    await opener().click()
    await expect.element(full()).toBeVisible()
    // Beside the controls.
    const place = { x: 10, y: 120 }
    await swipe({ x: 10, y: 250 }, { x: 0, y: -150 })
    await expect.poll(() => scroller()?.scrollTop ?? 0).toBeGreaterThan(20)
    await swipe(place, { x: 0, y: 100 })
    await pause(400)
    await expect.element(full()).toBeVisible()
    await expect.poll(() => scroller()?.scrollTop).toBe(0)
    await swipe(place, { x: 0, y: 150 })
    await expect.element(full()).not.toBeInTheDocument()
  })
})

it('a finger that moves over a menu of it plays no other song', { tags: ['long'] }, async () => {
  await playRelease({ window })
  await opener().click()
  await full().getByRole('button', { name: 'Add to playlist' }).click()
  const menu = page.getByRole('menu')
  await expect.element(menu).toBeVisible()
  const { x, y, width } = menu.element().getBoundingClientRect()
  await swipe({ x: x + width - 8, y: y + 12 }, { x: -160, y: 10 })
  await pause(200)
  await expect.element(full()).toHaveTextContent('Song r1.a')
})

describe('Back', () => {
  const isCovered = () => 'covered' in (history.state ?? {})

  async function open(): Promise<void> {
    await opener().click()
    await expect.element(full()).toBeVisible()
    await expect.poll(isCovered).toBe(true)
  }

  async function plays(): Promise<AppStage> {
    const app = await openHeard('/releases', { window })
    await expect.element(page.css('[data-testid="gallery-scroller"] [data-release-id]').first()).toBeVisible()
    app.go('/releases/releaseInfo/r1')
    await main().getByRole('button', { name: 'Play', exact: true }).click()
    await expect.element(control('Pause')).toBeVisible()
    return app
  }

  it('PLAYER-007: the release-info link shows the page one is on, and leaves nothing behind in the history', {
    tags: ['long'],
  }, async () => {
    const app = await plays()
    const here = app.address
    await open()
    await full().getByRole('link', { name: 'Release info' }).click()
    await expect.element(full()).not.toBeInTheDocument()
    expect(app.address).toBe(here)
    await expect.poll(isCovered).toBe(false)
  })

  it('PLAYER-013: in the full player closes it and leaves the page alone; once more leads where it led before', {
    tags: ['long'],
  }, async () => {
    const app = await plays()
    const here = app.address
    expect(here).toBe('/releases/releaseInfo/r1')
    await open()
    history.back()
    await expect.element(full()).not.toBeInTheDocument()
    expect(app.address).toBe(here)
    await expect.element(main().getByRole('button', { name: 'Pause', exact: true })).toBeVisible()

    // Closed by its own button it leaves nothing behind in the history.
    await open()
    await full().getByRole('button', { name: 'Close the player' }).click()
    await expect.element(full()).not.toBeInTheDocument()
    await expect.poll(isCovered).toBe(false)

    // The queue takes its place, and Back closes that.
    await open()
    await full().getByRole('button', { name: 'Queue', exact: true }).click()
    const queue = page.getByRole('complementary', { name: 'Play queue' })
    await expect.element(queue).toBeVisible()
    await expect.element(full()).not.toBeInTheDocument()
    history.back()
    await expect.element(queue).not.toBeInTheDocument()
    expect(app.address).toBe(here)
    history.back()
    await expect.poll(() => app.address).toBe('/releases')
    await expect.element(page.css('[data-testid="gallery-scroller"] [data-release-id]').first()).toBeVisible()
  })
})
