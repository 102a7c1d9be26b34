// The gallery as a list, on its own: its rows, its heads, and the widths of its columns.
import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { settingColumnResized } from '#core/events/settings.ts'
import { focus, openAlone, scroller, slot } from '#tests/components/alone.tsx'
import { axeFaults } from '#tests/components/axe.ts'
import { middle, mouse } from '#tests/components/hands.ts'
import { ColumnDrag, columnDragJustEnded } from '../music/columns/columnDrag.ts'

const heads = () => scroller().getByRole('columnheader')
const head = (column: string) => page.getByRole('columnheader', { name: column, exact: true })
const handle = (column: string) => page.getByRole('separator', { name: `Resize ${column}` })
const names = (all: readonly Element[]) => all.map((one) => one.ariaLabel)
const widthOf = (column: string) => head(column).element().getBoundingClientRect().width
const skeletons = () => document.querySelectorAll('[data-skeleton]').length
const open = (count = 600) => openAlone({ rows: true, count })

async function drag(column: string, by: number, steps = 12): Promise<void> {
  const from = middle(handle(column))
  await mouse.drag([from, { x: from.x + by, y: from.y }], steps)
}

it('GALLERY-005: while loading, the list shows 10 row skeletons', async () => {
  const gallery = await openAlone({ rows: true, pages: [] })
  await expect.poll(skeletons).toBe(10)
  gallery.load([1])
  await expect.poll(skeletons).toBe(0)
  expect(await axeFaults()).toEqual([])
})

it('TABLE-001: the columns are artist, title, duration, tracks, available date, label and formats', async () => {
  await open()
  expect(names(heads().elements())).toEqual([
    'Artist', 'Title', 'Duration', 'Tracks', 'Available date', 'Label', 'Formats',
  ]) // biome-ignore format: one line of names
  // Every cell stands under its head.
  const rights = (all: readonly Element[]) => all.map((one) => Math.round(one.getBoundingClientRect().right))
  expect(rights(heads().elements())).toEqual(rights(slot(3).getByRole('gridcell').elements()))
})

it('a row is named and says artist, title, duration, tracks, date, label and formats', async () => {
  await openAlone({ rows: true, of: (n) => (n === 3 ? { title: 'Low Tide Radio' } : {}) })
  const cells = slot(3).getByRole('gridcell')
  expect(page.getByRole('row', { name: /^Low Tide Radio by / }).elements()).toHaveLength(1)
  expect(cells.elements()).toHaveLength(7)
  await expect.element(cells.nth(1)).toHaveTextContent(/^Low Tide Radio$/)
  await expect.element(cells.nth(2)).toHaveTextContent(/^\d+:\d\d$/)
  await expect.element(cells.nth(3)).toHaveTextContent(/^\d+$/)
  await expect.element(cells.nth(4)).toHaveTextContent(/^[A-Z][a-z]{2} \d\d, \d{4}$/)
  await expect.element(cells.nth(5)).toHaveTextContent(/^Harbour Records$/)
  await expect.element(cells.nth(6)).toHaveTextContent(/^WAVMP3$/)
  await expect.element(slot(8).getByRole('gridcell').nth(6)).toHaveTextContent(/^Stream only$/)
  expect(await axeFaults()).toEqual([])
})

it('TABLE-006: artist, title, duration and available date can be sorted by, the others not', {
  tags: ['long'],
}, async () => {
  const gallery = await open()
  const sorts = heads().elements().map((one) => one.getAttribute('aria-sort')) // biome-ignore format: one look
  expect(sorts).toEqual(['ascending', 'none', 'none', null, 'none', null, null])
  for (const name of ['Artist', 'Title', 'Duration', 'Available date'])
    await heads().getByRole('button', { name, exact: true }).click()
  expect(gallery.sorted).toEqual(['artist', 'title', 'time', 'date'])
  expect(heads().getByRole('button').elements()).toHaveLength(4)
  // The whole head is what is pressed, not its word alone.
  for (const { element } of heads()
    .elements()
    .map((one) => ({ element: one as HTMLElement }))) {
    const { x, y } = middle(page.elementLocator(element))
    document.elementFromPoint(x, y)?.dispatchEvent(new MouseEvent('click', { bubbles: true }))
  }
  expect(gallery.sorted).toEqual(['artist', 'title', 'time', 'date', 'artist', 'title', 'time', 'date'])
})

describe('widths', () => {
  it('TABLE-002: the artist and title columns are resized by dragging, no other is', { tags: ['long'] }, async () => {
    await open()
    expect(names(page.getByRole('separator').elements())).toEqual(['Resize Artist', 'Resize Title'])
    for (const column of ['Artist', 'Title']) {
      const before = widthOf(column)
      await drag(column, -40)
      expect(widthOf(column)).toBeLessThan(before)
    }
  })

  it('TABLE-003: the width changes by what the pointer moved, down to 60 px', { tags: ['long'] }, async () => {
    await open()
    const before = widthOf('Artist')
    await drag('Artist', 70)
    expect(widthOf('Artist')).toBeCloseTo(before + 70, 0)
    const left = (one: Element) => one.getBoundingClientRect().x
    expect(left(slot(2).getByRole('gridcell').nth(1).element())).toBe(left(head('Title').element()))
    await drag('Artist', -600)
    expect(widthOf('Artist')).toBe(60)
  })

  it('TABLE-004: they are those kept for the table of releases, whatever is kept for the others', {
    tags: ['long'],
  }, async () => {
    const gallery = await open()
    for (const table of ['artists', 'labels', 'songs'] as const)
      gallery.happens(settingColumnResized({ table, column: 'artist', width: 400 }))
    gallery.happens(settingColumnResized({ table: 'releases', column: 'title', width: 222 }))
    await expect.poll(() => widthOf('Title')).toBe(222)
    // It has what the title left, and not what the others would have it be.
    expect(widthOf('Artist')).toBeLessThan(300)
    gallery.list(false)
    gallery.list(true)
    await expect.poll(() => widthOf('Title')).toBe(222)
    await drag('Title', -22)
    expect(gallery.state.single('setting').columnWidths.releases).toEqual({ title: 200 })
  })

  it('a drag is one event and renders no row', { tags: ['long'] }, async () => {
    const gallery = await open()
    // Covers are put in when they have come.
    const without = () => document.querySelectorAll('[data-release-id]:not([data-broken]):not(:has(img))').length
    await expect.poll(without).toBe(0)
    let changes = 0
    const observer = new MutationObserver((records) => {
      changes += records.length
    })
    const rows = scroller().element().querySelector('[role=rowgroup]') as Element
    observer.observe(rows, { subtree: true, childList: true, attributes: true, characterData: true })
    await drag('Title', 100, 24)
    expect(gallery.of('setting.columnResized')).toMatchObject([{ table: 'releases', column: 'title' }])
    expect(changes + observer.takeRecords().length).toBe(0)
    observer.disconnect()
  })

  it('TABLE-005: the click that ends a drag sorts nothing, one that comes later does', { tags: ['long'] }, async () => {
    const gallery = await open()
    const press = () => document.querySelector<HTMLElement>('[role=columnheader] button')?.click()
    // Above everything that hears the end of the drag, and in the same task, as the browser's own click is.
    let ended = 0
    const end = () => {
      ended++
      press()
    }
    addEventListener('pointerup', end, { once: true })
    await drag('Artist', 30)
    expect(ended).toBe(1)
    expect(gallery.sorted).toEqual([])
    await new Promise((done) => setTimeout(done, 60))
    press()
    expect(gallery.sorted).toEqual(['artist'])
  })

  it('TABLE-005: a click is swallowed that was made within 50 ms of the end of a drag', () => {
    const artist = new ColumnDrag(document.createElement('div'), 'artist', () => {})
    artist.start(1, 100, 200)
    artist.end(1, 130, 1000)
    expect([1000, 1049, 1050].map(columnDragJustEnded)).toEqual([true, true, false])
  })

  it('the arrow keys move a column by 10 px, Escape gives a drag up', async () => {
    await open()
    const before = widthOf('Title')
    focus(handle('Title'))
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}{ArrowRight}')
    expect(widthOf('Title')).toBeCloseTo(before - 10, 0)
    await expect.element(handle('Title')).toHaveAttribute('aria-valuenow', String(Math.round(before - 10)))
    const artist = widthOf('Artist')
    const { x, y } = middle(handle('Artist'))
    focus(handle('Artist'))
    await mouse.to({ x, y })
    await mouse.down({ x, y })
    for (const by of [10, 30, 50]) await mouse.to({ x: x + by, y }, true)
    await expect.poll(() => widthOf('Artist')).toBeGreaterThan(artist + 40)
    await userEvent.keyboard('{Escape}')
    await mouse.up({ x: x + 50, y })
    expect(widthOf('Artist')).toBeCloseTo(artist, 0)
  })
})
