// Where the parts of a release's page stand beside what opens next to them.
import { describe, expect, it } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import { type AppSurroundings, openApp } from '#tests/components/app.tsx'
import { sounds } from '#tests/components/stage.tsx'
import { type Answers, aDetail } from '#tests/components/wire.ts'
import * as head from './release.css.ts'
import * as tracks from './tracks.css.ts'

const main = () => page.getByRole('main')
const player = () => page.getByRole('region', { name: 'Player' })
const button = (at: Locator | typeof page, name: string) => at.getByRole('button', { name, exact: true })
const boxOf = (one: Locator) => one.element().getBoundingClientRect()

async function open(around: AppSurroundings = {}, title = 'Song r1.a') {
  const detail = aDetail('r1', 4, { title: 'Red Clay', promoinfo: '<p>Hear this</p>' })
  const songs = detail.songs.map((song, n) => (n === 0 ? { ...song, title } : song))
  const app = await openApp('/releases/releaseInfo/r1', {
    ...around,
    answers: { 'GET /releases/r1': () => ({ ...detail, songs }) },
  })
  await expect.element(button(main(), 'Play')).toBeVisible()
  return app
}

/** Plays the release, and its first song is heard. */
async function plays(app: Awaited<ReturnType<typeof open>>) {
  await button(main(), 'Play').click()
  await expect.poll(() => app.state.single('player').handle).toBeTruthy()
  app.happens(...sounds(app.state.single('player').requestId ?? '', 'r1.a', 200))
  await expect.element(button(player(), 'Pause')).toBeVisible()
}

it.each([320, 390])('a title of sixteen letters is read whole in the songs of a release at %i px', async (width) => {
  await open({ window: [width, 844] }, 'Summer Afternoon')
  await document.fonts.ready
  const rows = [...document.querySelectorAll('[data-track-id]')]
  expect(rows).toHaveLength(4)
  expect(rows[0]?.textContent).toContain('Summer Afternoon')
  const cut = rows.flatMap((row) =>
    [...row.querySelectorAll('span')]
      .filter((part) => part.childElementCount === 0 && (part.textContent ?? '').length <= 16)
      .filter((part) => part.checkVisibility() && part.scrollWidth > part.clientWidth && part.clientWidth > 1)
      .map((part) => part.textContent),
  )
  expect(cut).toEqual([])
})

it('the first song that plays moves nothing else on the page', async () => {
  const app = await open()
  const watched = [
    button(page, 'Shortcuts'),
    button(main(), 'Download all (WAV)'),
    button(main(), 'Download all (MP3)'),
    main().getByRole('tab', { name: 'Tracklist' }),
    button(page, 'Downloads'),
  ]
  await document.fonts.ready
  const boxes = () => watched.map((one) => boxOf(one).toJSON())
  const before = boxes()
  await plays(app)
  await expect.element(button(main(), 'Pause')).toBeVisible()
  expect(boxes()).toEqual(before)
})

it('H-595: the way back to a release leads to its tab, and to where it was scrolled', async () => {
  const app = await open({ window: [1000, 360] })
  const tab = (name: string) => page.getByRole('tab', { name })
  const scroller = () => document.querySelector(`.${head.page.split(' ').at(-1)}`)
  await tab('Metadata').click()
  // That it was scrolled is told with the next frame.
  const told = new Promise((done) => scroller()?.addEventListener('scroll', done, { once: true }))
  scroller()?.scrollTo({ top: 180 })
  await told
  expect(scroller()?.scrollTop).toBe(180)
  app.go('/history')
  await expect.poll(scroller).toBeNull()
  history.back()
  await expect.element(tab('Metadata')).toHaveAttribute('aria-selected', 'true')
  await expect.poll(() => scroller()?.scrollTop).toBe(180)
  // Come to anew it begins as ever.
  app.go('/history')
  await expect.poll(scroller).toBeNull()
  app.go('/releases/releaseInfo/r1')
  await expect.element(tab('Tracklist')).toHaveAttribute('aria-selected', 'true')
  expect(scroller()?.scrollTop).toBe(0)
})

it('the queue beside a release leaves the e-mail beside the songs', async () => {
  const app = await open()
  await plays(app)
  await button(player(), 'Queue').click()
  await expect.element(page.getByRole('complementary', { name: 'Play queue' })).toBeVisible()
  const promo = page.getByRole('region', { name: 'Promotional email' })
  for (const width of [1440, 1600, 1920]) {
    await page.viewport(width, 900)
    await expect
      .poll(() => {
        const box = boxOf(promo)
        return [box.y < 100, box.right, box.width >= 320]
      })
      .toEqual([true, width - 360, true])
    const songs = boxOf(page.getByRole('tabpanel'))
    expect(songs.width, `songs at ${width}`).toBeGreaterThan(400)
    expect(songs.right).toBeLessThanOrEqual(boxOf(promo).x)
  }
})

describe('what stands on the page before the release is here', () => {
  /** Where its parts begin and end; px. */
  const places = () =>
    Object.fromEntries(
      Object.entries({
        art: `.${head.pageHead} > :first-child`,
        kind: `.${head.kind}`,
        title: `.${head.title}`,
        artist: `.${head.artist}`,
        facts: `.${head.facts}`,
        buttons: `.${head.pageButtons}`,
        glyphs: `.${head.pageQuiet}`,
        tabs: `.${head.tabs}`,
        song: `.${tracks.row}`,
        songs: `.${tracks.row}:last-child`,
      }).map(([name, selector]) => {
        const box = document.querySelector(`main ${selector}`)?.getBoundingClientRect()
        return [name, box && [box.top, box.bottom].map(Math.round)]
      }),
    )
  const release = () =>
    aDetail('r1', 8, {
      title: 'Red Clay',
      labels: [{ name: 'North Pier' }],
      trackcount: 8,
      available: '2026-02-11T00:00:00Z',
      impactdate: 1_770_800_000,
    })
  let answer = () => {}
  const late: Answers = {
    'GET /releases/r1': () => new Promise((done) => (answer = () => done(release()))),
  }

  it.each([390, 800, 1440])('stands where the release then stands, %i wide', async (width) => {
    await openApp('/releases/releaseInfo/r1', { window: [width, 900], answers: late })
    await expect.element(main().css('[data-skeleton]').first()).toBeInTheDocument()
    await document.fonts.ready
    const before = places()
    answer()
    await expect.element(button(main(), 'Play')).toBeVisible()
    expect(before).toEqual(places())
  })

  it.each([390, 800])('one a list knows already keeps its places when its songs come, %i wide', async (width) => {
    const answers: Answers = { ...late, 'GET /releases': () => ({ releases: [release()], total: 1 }) }
    const app = await openApp('/releases', { window: [width, 900], answers })
    await expect.element(page.css('[data-release-id]').first()).toBeVisible()
    app.go('/releases/releaseInfo/r1')
    await expect.element(main().css('[data-skeleton]').first()).toBeInTheDocument()
    const before = places()
    expect(before.title).toBeDefined()
    answer()
    await expect.element(main().getByRole('tab', { name: 'Tracklist' })).toBeVisible()
    expect(before).toEqual(places())
  })
})
