/** The gallery as a list, on its own, in a real browser: its rows, its heads and what can be done with them. */
import { expect, type Page, test } from '@playwright/test'
import { axeFaults } from './support/axe.ts'
import { harnessOfFile, scroller } from './support/harness.ts'

const harness = harnessOfFile()
const row = (page: Page, index: number) => page.locator(`[data-release-id="r${index}"]`)
const heads = (page: Page) => page.getByRole('columnheader')
const handle = (page: Page, column: string) => page.getByRole('separator', { name: `Resize ${column}` })
const open = async (page: Page, switches = 'count=600') => {
  await page.goto(`${harness.url}?list&${switches}`)
  await expect(scroller(page)).toBeVisible()
}
const wishes = (page: Page, type: string) =>
  page.evaluate((one) => window.gallery.wishes.filter((wish) => wish.type === one), type)
const widthOf = async (page: Page, column: string) =>
  (await page.getByRole('columnheader', { name: column, exact: true }).boundingBox())?.width ?? 0
const drag = async (page: Page, column: string, by: number, steps = 12) => {
  const box = await handle(page, column).boundingBox()
  if (!box) throw new Error(`no handle of ${column}`)
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + by, y, { steps })
  await page.mouse.up()
}

test.describe('at 1280', () => {
  test.use({ viewport: { width: 1280, height: 800 } })

  test('GALLERY-005: while loading, the list shows 10 row skeletons', async ({ page }) => {
    await open(page, 'load=none')
    await expect(page.locator('[data-skeleton]')).toHaveCount(10)
    await page.evaluate(() => window.gallery.load([1]))
    await expect(page.locator('[data-skeleton]')).toHaveCount(0)
    expect(await axeFaults(page)).toEqual([])
  })

  test('TABLE-001: the columns are artist, title, duration, tracks, available date, label and formats', async ({
    page,
  }) => {
    await open(page)
    const names = await heads(page).evaluateAll((all) => all.map((head) => head.ariaLabel))
    expect(names).toEqual(['Artist', 'Title', 'Duration', 'Tracks', 'Available date', 'Label', 'Formats'])
    // Every cell stands under its head.
    const lefts = (selector: string) =>
      page.locator(selector).evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().right)))
    expect(await lefts('[role=columnheader]')).toEqual(await lefts('[data-release-id="r3"] [role=gridcell]'))
  })

  test('a row is named and says artist, title, duration, tracks, date, label and formats', async ({ page }) => {
    await open(page)
    await page.evaluate(() => window.gallery.change(3, { title: 'Low Tide Radio' }))
    const cells = row(page, 3).getByRole('gridcell')
    await expect(page.getByRole('row', { name: /^Low Tide Radio by / })).toHaveCount(1)
    await expect(cells).toHaveCount(7)
    await expect(cells.nth(1)).toHaveText('Low Tide Radio')
    await expect(cells.nth(2)).toHaveText(/^\d+:\d\d$/)
    await expect(cells.nth(3)).toHaveText(/^\d+$/)
    await expect(cells.nth(4)).toHaveText(/^[A-Z][a-z]{2} \d\d, \d{4}$/)
    await expect(cells.nth(5)).not.toBeEmpty()
    await expect(cells.nth(6)).toHaveText('WAVMP3')
    await expect(row(page, 8).getByRole('gridcell').nth(6)).toHaveText('Stream only')
    expect(await axeFaults(page)).toEqual([])
  })

  test('TABLE-006: artist, title, duration and available date can be sorted by, the others not', async ({ page }) => {
    await open(page)
    const sorts = await heads(page).evaluateAll((all) => all.map((head) => head.getAttribute('aria-sort')))
    expect(sorts).toEqual(['ascending', 'none', 'none', null, 'none', null, null])
    for (const name of ['Artist', 'Title', 'Duration', 'Available date'])
      await heads(page).getByRole('button', { name, exact: true }).click()
    expect(await page.evaluate(() => window.gallery.sorted)).toEqual(['artist', 'title', 'time', 'date'])
  })

  test('TABLE-002: the artist and title columns are resized by dragging, no other is', async ({ page }) => {
    await open(page)
    const names = await page.getByRole('separator').evaluateAll((all) => all.map((one) => one.ariaLabel))
    expect(names).toEqual(['Resize Artist', 'Resize Title'])
    for (const column of ['Artist', 'Title']) {
      const before = await widthOf(page, column)
      await drag(page, column, -40)
      expect(await widthOf(page, column)).toBeLessThan(before)
    }
  })

  test('TABLE-003: the width changes by what the pointer moved, down to 60 px', async ({ page }) => {
    await open(page)
    const before = await widthOf(page, 'Artist')
    await drag(page, 'Artist', 70)
    expect(await widthOf(page, 'Artist')).toBeCloseTo(before + 70, 0)
    const title = row(page, 2).getByRole('gridcell').nth(1)
    const head = await page.getByRole('columnheader', { name: 'Title', exact: true }).boundingBox()
    expect((await title.boundingBox())?.x).toBe(head?.x)
    await drag(page, 'Artist', -600)
    expect(await widthOf(page, 'Artist')).toBe(60)
  })

  test('a drag is one event and renders no row', async ({ page }) => {
    await open(page)
    // Covers are put in when they have come.
    await expect(page.locator('[data-release-id]:not([data-broken]):not(:has(img))')).toHaveCount(0)
    await page.evaluate(() => {
      const sizer = document.querySelector('[role=rowgroup]') as Element
      const seen = { mutations: 0 }
      new MutationObserver((records) => {
        seen.mutations += records.length
      }).observe(sizer, { subtree: true, childList: true, attributes: true, characterData: true })
      Object.assign(window, { seen })
    })
    await drag(page, 'Title', 100, 60)
    const resized = await wishes(page, 'setting.columnResized')
    expect(resized).toHaveLength(1)
    expect(resized[0]?.payload).toMatchObject({ table: 'releases', column: 'title' })
    expect(await page.evaluate(() => (window as unknown as { seen: { mutations: number } }).seen.mutations)).toBe(0)
  })

  test('TABLE-005: the click that ends a drag sorts nothing, one that comes later does', async ({ page }) => {
    await open(page)
    const press = () => page.evaluate(() => document.querySelector<HTMLElement>('[role=columnheader] button')?.click())
    // Above everything that hears the end of the drag, and in the same task, as the browser's own click is.
    await page.evaluate(() =>
      addEventListener('pointerup', () => document.querySelector<HTMLElement>('[role=columnheader] button')?.click()),
    )
    await drag(page, 'Artist', 30)
    expect(await page.evaluate(() => window.gallery.sorted)).toEqual([])
    await page.waitForTimeout(60)
    await press()
    expect(await page.evaluate(() => window.gallery.sorted)).toEqual(['artist'])
  })

  test('the arrow keys move a column by 10 px, Escape gives a drag up', async ({ page }) => {
    await open(page)
    const before = await widthOf(page, 'Title')
    await handle(page, 'Title').focus()
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowRight')
    expect(await widthOf(page, 'Title')).toBeCloseTo(before - 10, 0)
    await expect(handle(page, 'Title')).toHaveAttribute('aria-valuenow', String(Math.round(before - 10)))
    const box = await handle(page, 'Artist').boundingBox()
    if (!box) throw new Error('no handle')
    const artist = await widthOf(page, 'Artist')
    await page.mouse.move(box.x + 8, box.y + 10)
    await page.mouse.down()
    await page.mouse.move(box.x + 58, box.y + 10, { steps: 5 })
    await page.keyboard.press('Escape')
    await page.mouse.up()
    expect(await widthOf(page, 'Artist')).toBeCloseTo(artist, 0)
  })

  test('GALLERY-018: hovering a row selects it and shows a play overlay and an action menu', async ({ page }) => {
    await open(page)
    await row(page, 4).hover()
    await expect(row(page, 4)).toHaveAttribute('data-active', '')
    const name = await title(page, 4)
    await row(page, 4)
      .getByRole('button', { name: `Play ${name}`, exact: true })
      .click()
    expect((await wishes(page, 'player.releaseChosen')).at(-1)?.payload).toMatchObject({ releaseid: 'r4' })
    await row(page, 4)
      .getByRole('button', { name: `More actions for ${name}`, exact: true })
      .click()
    const items = page.getByRole('menu').getByRole('menuitem')
    await expect(items).toHaveText([
      'Play',
      'Play next',
      'Play later',
      'Download WAV',
      'Download MP3',
      'Flag',
      'Archive',
      'Release info',
    ])
    expect(await axeFaults(page)).toEqual([])
    await page.getByRole('menuitem', { name: 'Flag' }).click()
    expect((await wishes(page, 'library.marksRequested')).at(-1)?.payload.changes).toMatchObject([
      { releaseid: 'r4', marks: ['flagged'] },
    ])
    // The pointer goes to another row and the actions with it.
    await row(page, 6).hover()
    await expect(row(page, 4)).not.toHaveAttribute('data-active')
    await expect(row(page, 6).getByRole('button', { name: /^More actions for / })).toBeVisible()
    expect(await page.evaluate(() => window.gallery.opened)).toEqual([])
  })

  test('the menu is reached by the keyboard and gives the focus back', async ({ page }) => {
    await open(page)
    await row(page, 0).focus()
    await page.keyboard.press('ArrowDown')
    await expect(row(page, 1)).toBeFocused()
    // Check, play, download, info.
    for (let i = 0; i < 5; i++) await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: /^More actions for / })).toBeFocused()
    await page.keyboard.press('Enter')
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('menuitem', { name: 'Play', exact: true })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(row(page, 1).getByRole('button', { name: /^More actions for / })).toBeFocused()
  })

  test('what a release cannot do is absent from its menu', async ({ page }) => {
    await open(page)
    await row(page, 8).hover()
    await row(page, 8)
      .getByRole('button', { name: /^More actions for / })
      .click()
    await expect(page.getByRole('menuitem', { name: 'Flag' })).toBeVisible()
    await expect(page.getByRole('menuitem', { name: /^Download/ })).toHaveCount(0)
  })

  test('GALLERY-002: cards and rows take turns and stand at the same release', async ({ page }) => {
    await open(page, 'count=2000')
    await page.evaluate(() => window.gallery.list(false))
    await scroller(page).evaluate((element) => {
      element.scrollTop = 30_000
    })
    await page.waitForTimeout(200)
    const first = await page.evaluate(() => {
      const top = document.querySelector('[data-testid=gallery-scroller]')?.getBoundingClientRect().top ?? 0
      const cards = [...document.querySelectorAll<HTMLElement>('[data-release-id]')]
      return cards.find((card) => card.getBoundingClientRect().bottom > top + 20)?.dataset.releaseId
    })
    await expect(page.getByRole('article').first()).toBeVisible()
    // All rows are there when the change is painted.
    const rows = await page.evaluate(() => {
      window.gallery.list(true)
      return document.querySelectorAll('[role=row][data-release-id]').length
    })
    expect(rows).toBeGreaterThan(14)
    await expect(page.getByRole('article')).toHaveCount(0)
    await expect(page.locator(`[data-release-id="${first}"]`)).toBeInViewport()
    await page.evaluate(() => window.gallery.list(false))
    expect(await scroller(page).evaluate((element) => element.scrollTop)).toBe(30_000)
  })

  test('the keyboard walks the rows and never hides one under the head', async ({ page }) => {
    await open(page, 'count=2000')
    await row(page, 0).focus()
    await page.keyboard.press('End')
    await expect(row(page, 1999)).toBeFocused()
    await expect(row(page, 1999)).toBeInViewport({ ratio: 1 })
    for (let i = 0; i < 20; i++) await page.keyboard.press('ArrowUp')
    await expect(row(page, 1979)).toBeFocused()
    const head = await page.getByRole('columnheader', { name: 'Artist', exact: true }).boundingBox()
    const box = await row(page, 1979).boundingBox()
    expect(box?.y).toBeGreaterThanOrEqual((head?.y ?? 0) + (head?.height ?? 0) - 1)
    await page.keyboard.press('Enter')
    expect(await page.evaluate(() => window.gallery.opened)).toEqual(['r1979'])
  })

  test('letters act on the focused release, and not while Ctrl is held', async ({ page }) => {
    await open(page)
    await row(page, 5).focus()
    await page.keyboard.press('Control+d')
    expect(await wishes(page, 'download.requested')).toEqual([])
    await page.keyboard.press('d')
    expect((await wishes(page, 'download.requested')).at(-1)?.payload.requests).toMatchObject([{ mediaID: 'r5' }])
    await page.keyboard.press('f')
    await row(page, 6).focus()
    await page.keyboard.press('a')
    const marks = (await wishes(page, 'library.marksRequested')).map((wish) => wish.payload.changes)
    expect(marks).toMatchObject([[{ releaseid: 'r5', marks: ['flagged'] }], [{ releaseid: 'r6', marks: ['archived'] }]])
  })

  test('a page that failed keeps its skeletons and can be tried again', async ({ page }) => {
    await open(page, 'count=2000&load=none')
    await page.evaluate(() => {
      window.gallery.load([1])
      window.gallery.fail([2])
    })
    await scroller(page).evaluate((element) => {
      element.scrollTop = 40 * 56
    })
    await expect(page.locator('[data-skeleton]').first()).toBeVisible()
    expect(await axeFaults(page)).toEqual([])
    await page.getByRole('button', { name: 'Retry' }).click()
    expect((await wishes(page, 'release.pagesWanted')).at(-1)?.payload.pages).toContain(2)
    await page.evaluate(() => window.gallery.load([2]))
    await expect(page.getByRole('button', { name: 'Retry' })).toHaveCount(0)
  })
})

test.describe('on a tablet', () => {
  test.use({ viewport: { width: 820, height: 1180 }, hasTouch: true })

  test('GALLERY-017: the first tap selects a row and shows its actions, the second opens it', async ({ page }) => {
    await open(page)
    await row(page, 2).tap({ position: { x: 300, y: 28 } })
    expect(await page.evaluate(() => window.gallery.opened)).toEqual([])
    await expect(row(page, 2)).toHaveAttribute('data-selected', '')
    await expect(row(page, 2).getByRole('button', { name: /^More actions for / })).toBeVisible()
    await row(page, 2).tap({ position: { x: 300, y: 28 } })
    expect(await page.evaluate(() => window.gallery.opened)).toEqual(['r2'])
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 800 }, hasTouch: true })

  test('rows take two lines without heads, and one tap opens', async ({ page }) => {
    await open(page)
    await expect(heads(page)).toHaveCount(0)
    const [artist, name] = await Promise.all([
      row(page, 1).getByRole('gridcell').nth(0).locator('span').boundingBox(),
      row(page, 1).getByRole('gridcell').nth(1).boundingBox(),
    ])
    expect(name?.y).toBeLessThan(artist?.y ?? 0)
    expect((await row(page, 1).boundingBox())?.height).toBe(56)
    expect(await axeFaults(page)).toEqual([])
    await row(page, 1).tap()
    expect(await page.evaluate(() => window.gallery.opened)).toEqual(['r1'])
  })
})

/** The title of a release as its row is named. */
async function title(page: Page, index: number): Promise<string> {
  const name = (await row(page, index).getAttribute('aria-label')) ?? ''
  return name.slice(0, name.lastIndexOf(' by '))
}
