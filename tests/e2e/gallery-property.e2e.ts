/**
 * The gallery on its own, in a real browser, over releases that need no server: what its DOM is after
 * any scrolling, and what a person can do with its cards.
 */
import { expect, type Page, test } from '@playwright/test'
import fc from 'fast-check'
import '#tests/support/seed.ts'
import { harnessOfFile, scroller } from './support/harness.ts'

const harness = harnessOfFile()
const card = (page: Page, index: number) => page.locator(`[data-release-id="r${index}"]`)
const open = async (page: Page, switches: string) => {
  await page.goto(`${harness.url}?${switches}`)
  await expect(scroller(page)).toBeVisible()
}
const scrollTo = (page: Page, top: number) =>
  scroller(page).evaluate((element, to) => {
    element.scrollTop = to
  }, top)

test.describe('the DOM of the grid', () => {
  const steps = fc.array(
    fc.oneof(
      {
        weight: 4,
        arbitrary: fc.record({
          kind: fc.constant('by' as const),
          px: fc.integer({ min: -6000, max: 6000 }),
          times: fc.integer({ min: 1, max: 6 }),
        }),
      },
      {
        weight: 2,
        arbitrary: fc.record({ kind: fc.constant('to' as const), percent: fc.integer({ min: 0, max: 100 }) }),
      },
      {
        weight: 1,
        arbitrary: fc.record({ kind: fc.constant('resize' as const), width: fc.integer({ min: 360, max: 1600 }) }),
      },
      {
        weight: 1,
        arbitrary: fc.record({ kind: fc.constant('play' as const), index: fc.integer({ min: 0, max: 60 }) }),
      },
      {
        weight: 1,
        arbitrary: fc.record({ kind: fc.constant('flag' as const), index: fc.integer({ min: 0, max: 60 }) }),
      },
      { weight: 1, arbitrary: fc.record({ kind: fc.constant('mode' as const), list: fc.boolean() }) },
      { weight: 1, arbitrary: fc.record({ kind: fc.constant('refresh' as const) }) },
      {
        weight: 1,
        arbitrary: fc.record({
          kind: fc.constant('hover' as const),
          x: fc.integer({ min: 0, max: 350 }),
          y: fc.integer({ min: 0, max: 790 }),
        }),
      },
      {
        weight: 1,
        arbitrary: fc.record({
          kind: fc.constant('focus' as const),
          key: fc.constantFrom('ArrowDown', 'ArrowRight', 'PageDown', 'End', 'Home', 'j', 'k'),
        }),
      },
      { weight: 1, arbitrary: fc.record({ kind: fc.constant('wait' as const), ms: fc.integer({ min: 0, max: 120 }) }) },
    ),
    { minLength: 1, maxLength: 14 },
  )

  for (const load of ['all', 'wanted&index']) {
    test(`equals a fresh render of the same window after any scroll sequence (pages: ${load})`, async ({ page }) => {
      test.setTimeout(180_000)
      await page.setViewportSize({ width: 1280, height: 800 })
      await open(page, `count=617&load=${load}`)
      await page.waitForTimeout(300)
      await fc.assert(
        fc.asyncProperty(steps, async (sequence) => {
          for (const step of sequence) {
            if (step.kind === 'resize') await page.setViewportSize({ width: step.width, height: 800 })
            else if (step.kind === 'wait') await page.waitForTimeout(step.ms)
            else if (step.kind === 'play') await page.evaluate((index) => window.gallery.play(index), step.index)
            else if (step.kind === 'mode') await page.evaluate((list) => window.gallery.list(list), step.list)
            else if (step.kind === 'refresh') await page.evaluate(() => window.gallery.refresh())
            else if (step.kind === 'hover') await page.mouse.move(step.x, step.y)
            else if (step.kind === 'focus') {
              await scroller(page)
                .locator('[tabindex="0"]:is([data-release-id], [data-sketch], [data-skeleton])')
                .focus()
              await page.keyboard.press(step.key)
            } else if (step.kind === 'flag')
              await page.evaluate((index) => window.gallery.change(index, { flagged: index % 2 === 0 }), step.index)
            else
              await scroller(page).evaluate(async (element, move) => {
                const frames = move.kind === 'by' ? move.times : 1
                for (let i = 0; i < frames; i++) {
                  if (move.kind === 'by') element.scrollTop += move.px
                  else element.scrollTop = (move.percent / 100) * element.scrollHeight
                  await new Promise(requestAnimationFrame)
                }
              }, step)
          }
          // Whoever points and has the focus leaves; Tab then reaches what is in view again once that has moved.
          await page.mouse.move(0, 0)
          await scroller(page).evaluate(async (element) => {
            if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
            element.scrollTop += element.scrollTop > 0 ? -1 : 1
            await new Promise(requestAnimationFrame)
          })
          // The cards follow a change of width when it has come to rest, at once or, on a busy machine, a little later.
          await page.waitForTimeout(200)
          await expect(async () => {
            if (load !== 'all') await expect(page.locator('[data-skeleton], [data-sketch]')).toHaveCount(0)
            const { mounted, fresh } = await page.evaluate(() => window.gallery.compare())
            const other = fresh.findIndex((line, i) => line !== mounted[i])
            expect({ elements: mounted.length, line: mounted[other] }).toEqual({
              elements: fresh.length,
              line: fresh[other],
            })
          }).toPass({ timeout: 10_000 })
        }),
        {
          numRuns: Number(process.env.GALLERY_RUNS ?? (process.env.TEST_ALL ? 30 : 4)),
          interruptAfterTimeLimit: 120_000,
          markInterruptAsFailure: true,
        },
      )
    })
  }
})

test.describe('at 1280', () => {
  test.use({ viewport: { width: 1280, height: 800 } })

  test('GALLERY-004: while loading, the grid shows 25 card skeletons', async ({ page }) => {
    await open(page, 'load=none')
    await expect(page.locator('[data-skeleton]')).toHaveCount(25)
    // The second is looked ahead at.
    await page.evaluate(() => window.gallery.load([1, 2]))
    await expect(page.locator('[data-skeleton]')).toHaveCount(0)
  })

  test('GALLERY-010: a list that holds nothing says so and links to support', async ({ page }) => {
    await open(page, 'count=0')
    await expect(page.getByText('No available releases')).toBeVisible()
    await expect(page.getByText('Try removing some filters')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Contact support' })).toBeVisible()
    await expect(page.getByRole('feed')).toHaveCount(0)
  })

  test('GALLERY-015: no card is wider than 214 px', async ({ page }) => {
    await open(page, 'count=200')
    for (const width of [360, 390, 700, 820, 1024, 1280, 1440, 1920]) {
      await page.setViewportSize({ width, height: 800 })
      await page.waitForTimeout(100)
      const widths = await page
        .getByRole('article')
        .evaluateAll((cards) => cards.map((c) => c.getBoundingClientRect().width))
      expect(Math.max(...widths)).toBeLessThanOrEqual(214)
    }
  })

  test('GALLERY-011: hover shows a play button that plays the release', async ({ page }) => {
    await open(page, 'count=200')
    await card(page, 2).hover()
    const name = await title(page, 2)
    await page.getByRole('button', { name: `Play ${name}`, exact: true }).click()
    expect(await lastWish(page)).toMatchObject({ type: 'player.releaseChosen', payload: { releaseid: 'r2' } })
    expect(await page.evaluate(() => window.gallery.opened)).toEqual([])
  })

  test('GALLERY-012: hover shows a download button that requests the release', async ({ page }) => {
    await open(page, 'count=200')
    await card(page, 3).hover()
    await card(page, 3)
      .getByRole('button', { name: `Download ${await title(page, 3)}`, exact: true })
      .click()
    const wish = await lastWish(page)
    expect(wish).toMatchObject({ type: 'download.requested' })
    expect(wish.payload.requests).toMatchObject([{ type: 'release', mediaID: 'r3' }])
  })

  test('GALLERY-013: hover shows a link to the release detail', async ({ page }) => {
    await open(page, 'count=200')
    await card(page, 3).hover()
    const link = card(page, 3).getByRole('link', { name: `Release info: ${await title(page, 3)}` })
    await expect(link).toHaveAttribute('href', '/releases/releaseInfo/r3')
    await link.click()
    expect(await page.evaluate(() => window.gallery.infos)).toEqual(['r3'])
  })

  test('GALLERY-014: a release tagged cancon carries the Canadian content badge, others do not', async ({ page }) => {
    await open(page, 'count=200')
    await card(page, 5).hover()
    await expect(card(page, 5).getByRole('img', { name: 'Canadian content' })).toBeVisible()
    await card(page, 6).hover()
    await expect(card(page, 6).getByRole('img', { name: 'Canadian content' })).toHaveCount(0)
  })

  test('a release that may not be downloaded says Stream only and requests nothing', async ({ page }) => {
    await open(page, 'count=200')
    await card(page, 8).hover()
    const download = card(page, 8).getByRole('button', { name: /^Download / })
    await expect(download).toHaveAttribute('aria-disabled', 'true')
    await expect(download).toHaveAccessibleDescription('Stream only')
    await download.click({ force: true })
    expect((await lastWish(page)).type).not.toBe('download.requested')
  })

  test('PLAYER-022: the play button of a release without duration is disabled', async ({ page }) => {
    await open(page, 'count=200')
    await scrollTo(page, 1000)
    await card(page, 28).hover()
    const play = card(page, 28).getByRole('button', { name: /^Play / })
    await expect(play).toHaveAttribute('aria-disabled', 'true')
    await play.click({ force: true })
    expect((await lastWish(page)).type).not.toBe('player.releaseChosen')
  })

  test('SHELL-052: a cover that does not load gives way to a placeholder', async ({ page }) => {
    await open(page, 'count=200')
    await page.keyboard.press('Tab')
    for (let i = 0; i < 16; i++) await page.keyboard.press('ArrowDown')
    await expect(card(page, 96)).toHaveAttribute('data-broken', '')
    await expect(card(page, 96).locator('img:not([role])')).toHaveCount(0)
    await expect(card(page, 95)).not.toHaveAttribute('data-broken')
  })

  test('GALLERY-003: scrolling names further pages, those in view first', async ({ page }) => {
    await open(page, 'count=2000&load=wanted')
    await expect(card(page, 0)).toBeVisible()
    const asked = () => wishes(page, 'release.pagesWanted')
    // What lies ahead of the beginning is asked for first.
    await expect.poll(async () => (await asked()).flatMap(({ payload }) => payload.pages)).toContain(2)
    const before = (await asked()).length
    await scrollTo(page, 50_000)
    await expect.poll(async () => (await asked()).length).toBeGreaterThan(before)
    const [first] = (await asked()).slice(before)
    const visible = await firstVisible(page)
    expect(first?.payload.pages).toHaveProperty('0', Math.floor(visible / 40) + 1)
  })

  test('a page that failed keeps its skeletons and can be tried again', async ({ page }) => {
    await open(page, 'count=2000&load=none')
    await page.evaluate(() => {
      window.gallery.load([1])
      window.gallery.fail([2])
    })
    await scrollTo(page, 2300)
    await expect(page.locator('[data-skeleton]').first()).toBeVisible()
    await expect(page.getByRole('button', { name: 'Retry' })).toBeInViewport()
    await page.getByRole('button', { name: 'Retry' }).click()
    expect((await wishes(page, 'release.pagesWanted')).at(-1)?.payload.pages).toContain(2)
    await page.evaluate(() => window.gallery.load([2]))
    await expect(page.getByRole('button', { name: 'Retry' })).toHaveCount(0)
  })

  test('a first page that failed says so and can be tried again', async ({ page }) => {
    await open(page, 'load=none')
    await page.evaluate(() => window.gallery.fail([1]))
    await page.getByRole('button', { name: 'Retry' }).click()
    expect((await lastWish(page)).payload.pages).toEqual([1])
    await page.evaluate(() => window.gallery.load([1]))
    await expect(card(page, 0)).toBeVisible()
  })

  test('GALLERY-009: leaving and returning restores the scroll position within 100 ms', async ({ page }) => {
    await open(page, 'count=2000')
    await scrollTo(page, 31_337)
    await page.waitForTimeout(200)
    const visits = await page.evaluate(async () => {
      const visits: { top: number; first: number; ms: number }[] = []
      for (let nth = 0; nth < 5; nth++) {
        window.gallery.show(false)
        await new Promise(requestAnimationFrame)
        const start = performance.now()
        window.gallery.show(true)
        const element = document.querySelector('[data-testid=gallery-scroller]') as HTMLElement
        const shown = { top: element.scrollTop, first: element.querySelectorAll('[data-release-id]').length }
        visits.push({ ...shown, ms: performance.now() - start })
      }
      return visits
    })
    for (const { first, top } of visits) {
      expect(top).toBe(31_337)
      expect(first).toBeGreaterThan(20)
    }
    // Of the fastest, for other tests take the processor as well.
    expect(Math.min(...visits.map(({ ms }) => ms))).toBeLessThan(100)
  })

  test('SHELL-019: another visit of the releases starts at the top', async ({ page }) => {
    await open(page, 'count=2000')
    await scrollTo(page, 20_000)
    await page.waitForTimeout(200)
    await page.evaluate(() => window.gallery.show(true, 'two'))
    expect(await scroller(page).evaluate((element) => element.scrollTop)).toBe(0)
    await page.evaluate(() => window.gallery.show(true, 'one'))
    expect(await scroller(page).evaluate((element) => element.scrollTop)).toBe(20_000)
  })

  test('a change of width keeps the release at the top in view', async ({ page }) => {
    await open(page, 'count=2000')
    await scrollTo(page, 30_000)
    await page.waitForTimeout(150)
    const before = await firstVisible(page)
    for (const width of [820, 390, 1600, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      await page.waitForTimeout(150)
      await expect(card(page, before)).toBeInViewport()
    }
    expect(await scroller(page).evaluate((element) => element.scrollTop)).toBe(30_000)
  })

  test('the keyboard moves through the grid, opens and plays', async ({ page }) => {
    await open(page, 'count=2000')
    await page.keyboard.press('Tab')
    await expect(card(page, 0)).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowRight')
    const index = await focused(page)
    expect(index).toBeGreaterThan(4)
    await page.keyboard.press('Enter')
    expect(await page.evaluate(() => window.gallery.opened)).toEqual([`r${index}`])
    await page.keyboard.press('Space')
    expect(await lastWish(page)).toMatchObject({ type: 'player.releaseChosen', payload: { releaseid: `r${index}` } })
    await page.keyboard.press('Tab')
    await expect(page.getByRole('checkbox', { name: `Select ${await title(page, index)}` })).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: `Play ${await title(page, index)}` })).toBeFocused()
    await page.keyboard.press('End')
    expect(await focused(page)).toBe(1999)
    await page.keyboard.press('Home')
    expect(await focused(page)).toBe(0)
  })

  test('the focused card stays with its release however far is scrolled', async ({ page }) => {
    await open(page, 'count=2000')
    await page.keyboard.press('Tab')
    await page.keyboard.press('ArrowRight')
    await scrollTo(page, 80_000)
    await page.waitForTimeout(200)
    expect(await focused(page)).toBe(1)
    await page.keyboard.press('ArrowRight')
    await expect(card(page, 2)).toBeFocused()
    await expect(card(page, 2)).toBeInViewport({ ratio: 1 })
  })

  test('reading order is the order of the list when scrolling has ended', async ({ page }) => {
    await open(page, 'count=2000')
    for (const top of [3000, 47_111, 12_000]) {
      await scrollTo(page, top)
      await expect(async () => {
        const places = await page.getByRole('article').evaluateAll((cards) => cards.map((c) => Number(c.ariaPosInSet)))
        expect(places).toEqual(Array.from(places, (_, i) => (places[0] ?? 0) + i))
      }).toPass({ timeout: 3000 })
    }
  })
})

test.describe('on a tablet', () => {
  test.use({ viewport: { width: 820, height: 1180 }, hasTouch: true })

  test('GALLERY-017: the first tap selects a card and shows its actions, the second opens it', async ({ page }) => {
    await open(page, 'count=200')
    await card(page, 2).tap()
    expect(await page.evaluate(() => window.gallery.opened)).toEqual([])
    await expect(card(page, 2)).toHaveAttribute('data-selected', '')
    await expect(card(page, 2).getByRole('button', { name: /^Play / })).toBeVisible()
    await card(page, 2)
      .getByText(await title(page, 2))
      .tap()
    expect(await page.evaluate(() => window.gallery.opened)).toEqual(['r2'])
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('one tap opens a card', async ({ page }) => {
    await open(page, 'count=200')
    await card(page, 2).tap()
    expect(await page.evaluate(() => window.gallery.opened)).toEqual(['r2'])
  })
})

async function title(page: Page, index: number): Promise<string> {
  return ((await card(page, index).getAttribute('aria-label')) ?? '').split(' by ')[0] ?? ''
}

async function wishes(page: Page, type: string) {
  return (await page.evaluate(() => window.gallery.wishes)).filter((wish) => wish.type === type)
}

async function lastWish(page: Page) {
  const made = await page.evaluate(() => window.gallery.wishes)
  return made.at(-1) ?? { type: '', payload: {} }
}

async function focused(page: Page): Promise<number> {
  return page.evaluate(() => Number(document.activeElement?.closest('article')?.getAttribute('aria-posinset')) - 1)
}

/** Place of the card at the top left of what can be seen. */
async function firstVisible(page: Page): Promise<number> {
  return scroller(page).evaluate((element) => {
    const box = element.getBoundingClientRect()
    const cards = [...element.querySelectorAll<HTMLElement>('article')]
    const seen = cards.filter((c) => c.getBoundingClientRect().bottom > box.top + 1)
    return Math.min(...seen.map((c) => Number(c.ariaPosInSet))) - 1
  })
}
