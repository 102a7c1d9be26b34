// Lists that scroll in themselves: the way back leads to where they were left.
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { recentRestored } from '#core/events/recent.ts'
import { type AppStage, openApp } from '#tests/components/app.tsx'
import { KeptPlaylists } from '#tests/components/playlists.ts'
import { aSong } from '#tests/support/story.ts'

const many = <T,>(of: (n: number) => T): T[] => Array.from({ length: 45 }, (_, n) => of(n))

const LISTS: [path: string, row: string, fill: (app: AppStage) => void][] = [
  ['/playlists', 'article', () => {}],
  [
    '/recently_played',
    '[data-track-id]',
    (app) =>
      app.happens(
        recentRestored({
          history: { clearedAt: 0, plays: many((n) => ({ song: aSong(`t${n}`, 1), playedAt: 1000 + n })) },
        }),
      ),
  ],
]

it.each(LISTS)('the way back to %s leads to the same place', async (path, row, fill) => {
  const kept = new KeptPlaylists()
  for (let n = 0; n < 45; n++) kept.make(`Number ${n}`)
  const app = await openApp(path, { answers: kept.answers(), window: [1000, 700] })
  fill(app)
  const rows = () => [...document.querySelectorAll<HTMLElement>(`main ${row}`)]
  const scroller = () => {
    let box: HTMLElement | null | undefined = rows()[0]
    while (box && !/auto|scroll/.test(getComputedStyle(box).overflowY)) box = box.parentElement
    return box
  }
  await expect.poll(() => scroller()?.scrollHeight ?? 0).toBeGreaterThan(1200)
  const asked = () => app.wire.of('GET /playlists').filter(({ query }) => query.get('page') === '2').length
  scroller()?.scrollTo(0, 400)
  await expect.poll(() => scroller()?.scrollTop).toBe(400)
  // The place is noted as the page tells of it, a frame later.
  await new Promise(requestAnimationFrame)
  await new Promise(requestAnimationFrame)
  const before = asked()
  app.go('/settings')
  await expect.poll(() => rows().length).toBe(0)
  history.back()
  await expect.poll(() => scroller()?.scrollTop).toBe(400)
  expect(asked()).toBe(before)
})

it.each([
  ['breadcrumb', 1280],
  ['arrow of the phone', 390],
])('the %s of a release leads to the gallery with its filters, where it was left', async (_, width) => {
  const app = await openApp('/releases?release_types=album', { window: [width, 800] })
  const scroller = () => document.querySelector<HTMLElement>('[data-testid="gallery-scroller"]')
  await expect.poll(() => scroller()?.scrollHeight ?? 0).toBeGreaterThan(1600)
  scroller()?.scrollTo(0, 700)
  await expect.poll(() => document.querySelectorAll('main [data-release-id]').length).toBeGreaterThan(2)
  await new Promise((done) => setTimeout(done, 300))
  const address = app.address
  app.go('/releases/releaseInfo/r3')
  await expect.element(page.getByRole('tab', { name: 'Tracklist' })).toBeVisible()
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Releases' }).click()
  await expect.poll(() => app.address).toBe(address)
  await expect.poll(() => scroller()?.scrollTop).toBe(700)
  // The navigation leads to all releases, from their start.
  if (width === 390) return
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Releases' }).click()
  await expect.poll(() => app.address).toBe('/releases')
  await expect.poll(() => scroller()?.scrollTop).toBe(0)
})
