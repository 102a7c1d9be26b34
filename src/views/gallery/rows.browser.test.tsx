// The gallery as a list, on its own: what a row does by pointer, by keys and by finger, and what stands where it failed.
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { pageId } from '#core/reducers/catalogue/pages.ts'
import { Store } from '#core/reducers/store.ts'
import { attach } from '#projections/entity.ts'
import { type Alone, focus, openAlone, scroller, slot } from '#tests/components/alone.tsx'
import { axeFaults } from '#tests/components/axe.ts'
import { middle, mouse, tap } from '#tests/components/hands.ts'
import { AGAIN_MS } from '../kit/time/useAskAgain.ts'

const open = (count = 600) => openAlone({ rows: true, count })
const articles = () => page.getByRole('article').elements()
const boxOf = (one: Element) => one.getBoundingClientRect()
/** The title of a release as its row is named. */
function titleOf(n: number): string {
  const name = slot(n).element().ariaLabel ?? ''
  return name.slice(0, name.lastIndexOf(' by '))
}
const more = (n: number) => slot(n).getByRole('button', { name: `More actions for ${titleOf(n)}`, exact: true })
const marks = (gallery: Alone) => gallery.of('library.marksRequested').map(({ changes }) => changes)

it('GALLERY-018: hovering a row selects it and shows a play overlay and an action menu', {
  tags: ['long'],
}, async () => {
  const gallery = await open()
  await slot(4).hover()
  await expect.element(slot(4)).toHaveAttribute('data-active', '')
  await slot(4)
    .getByRole('button', { name: `Play ${titleOf(4)}`, exact: true })
    .click()
  expect(gallery.of('player.releaseChosen').at(-1)).toMatchObject({ releaseid: 'r4' })
  await more(4).click()
  const items = () => page.getByRole('menu').getByRole('menuitem').elements().map((one) => one.textContent) // biome-ignore format: one look
  await expect
    .poll(items)
    .toEqual(['Play', 'Play next', 'Play later', 'Download WAV', 'Download MP3', 'Flag', 'Archive', 'Release info'])
  expect(await axeFaults()).toEqual([])
  await page.getByRole('menuitem', { name: 'Flag' }).click()
  expect(marks(gallery).at(-1)).toMatchObject([{ releaseid: 'r4', marks: ['flagged'] }])
  // The pointer goes to another row and the actions with it.
  await slot(6).hover()
  await expect.element(slot(4)).not.toHaveAttribute('data-active')
  await expect.element(more(6)).toBeVisible()
  expect(gallery.opened).toEqual([])
})

it.each(['list', 'grid'])(
  'H-449: a release has its actions while it is hovered or has the focus, whoever gave it, %s',
  async (kind) => {
    const gallery = await openAlone({ rows: kind === 'list', count: 600 })
    const play = (n: number) => slot(n).getByRole('button', { name: `Play ${titleOf(n)}`, exact: true })
    await slot(2).hover()
    expect(play(2).elements()).toHaveLength(1)
    // A press leaves the focus without a ring, and so it is when a script moves it on.
    await mouse.click(middle(slot(3).getByText(titleOf(3), { exact: true })))
    await mouse.to({ x: 1279, y: 799 })
    await expect.poll(() => play(2).elements().length).toBe(0)
    focus(slot(1))
    expect(slot(1).element().matches(':focus-visible')).toBe(false)
    expect([
      play(1).elements().length,
      slot(1)
        .getByRole('button', { name: /^Download / })
        .elements().length,
    ]).toEqual([1, 1])
    expect(
      slot(1)
        .getByRole('link', { name: `Release info: ${titleOf(1)}` })
        .elements(),
    ).toHaveLength(1)
    // Pressed where nothing was hovered, as by who hears the page.
    ;(play(1).element() as HTMLElement).click()
    expect(gallery.of('player.releaseChosen').at(-1)).toMatchObject({ releaseid: 'r1' })
    await slot(2).hover()
    await expect.poll(() => play(2).elements().length).toBe(1)
  },
)

it('the menu is reached by the keyboard and gives the focus back', async () => {
  await open()
  focus(slot(0))
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(slot(1)).toHaveFocus()
  // Check, play, download, info.
  await userEvent.keyboard('{Tab}{Tab}{Tab}{Tab}{Tab}')
  await expect.element(more(1)).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('menu')).toBeVisible()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(page.getByRole('menuitem', { name: 'Play', exact: true })).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(more(1)).toHaveFocus()
})

it('what a release cannot do is absent from its menu', async () => {
  await open()
  await slot(8).hover()
  await more(8).click()
  await expect.element(page.getByRole('menuitem', { name: 'Flag' })).toBeVisible()
  expect(page.getByRole('menuitem', { name: /^Download/ }).elements()).toEqual([])
})

it('GALLERY-002: cards and rows take turns and stand at the same release', async () => {
  const gallery = await openAlone({ count: 2000 })
  const box = scroller().element()
  box.scrollTop = 30_000
  const top = boxOf(box).top
  const first = () =>
    [...document.querySelectorAll<HTMLElement>('[data-release-id]')].find((one) => boxOf(one).bottom > top + 20)
  // Somewhere in the middle of the list.
  await expect.poll(() => Number(first()?.dataset.releaseId?.slice(1))).toBeGreaterThan(300)
  await new Promise((done) => setTimeout(done, 200))
  const shown = Number(first()?.dataset.releaseId?.slice(1))
  expect(articles().length).toBeGreaterThan(0)
  gallery.list(true)
  // All rows are there when the change is painted.
  expect(document.querySelectorAll('[role=row][data-release-id]').length).toBeGreaterThan(14)
  expect(articles()).toEqual([])
  await expect.element(slot(shown)).toBeInViewport()
  gallery.list(false)
  expect(box.scrollTop).toBe(30_000)
})

it('GALLERY-007: however it is scrolled, pages are wanted once in 150 ms, those of the last place too', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const gallery = await openAlone({ rows: true, count: 2000, pages: [1] })
  const wanted = () => gallery.of('release.pagesWanted').map(({ pages }) => pages)
  const box = scroller().element()
  vi.advanceTimersByTime(1000)
  const before = wanted().length
  for (const place of [0.2, 0.4, 0.6, 0.8, 1]) {
    box.scrollTop = place * box.scrollHeight
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
  }
  expect(wanted()).toHaveLength(before + 1)
  vi.advanceTimersByTime(149)
  expect(wanted()).toHaveLength(before + 1)
  vi.advanceTimersByTime(1)
  expect(wanted()).toHaveLength(before + 2)
  expect(wanted().at(-1)).toContain(50)
})

it('the keyboard walks the rows and never hides one under the head', { tags: ['long'] }, async () => {
  const gallery = await open(2000)
  focus(slot(0))
  await userEvent.keyboard('{End}')
  await expect.element(slot(1999)).toHaveFocus()
  await expect.element(slot(1999)).toBeInViewport({ ratio: 1 })
  await userEvent.keyboard('{ArrowUp}'.repeat(20))
  await expect.element(slot(1979)).toHaveFocus()
  const head = boxOf(page.getByRole('columnheader', { name: 'Artist', exact: true }).element())
  expect(boxOf(slot(1979).element()).y).toBeGreaterThanOrEqual(head.bottom - 1)
  await userEvent.keyboard('{Enter}')
  expect(gallery.opened).toEqual(['r1979'])
})

it('letters act on the focused release, and not while Ctrl is held', async () => {
  const gallery = await open()
  focus(slot(5))
  await userEvent.keyboard('{Control>}d{/Control}')
  expect(gallery.of('download.requested')).toEqual([])
  await userEvent.keyboard('d')
  expect(gallery.of('download.requested').at(-1)?.requests).toMatchObject([{ mediaID: 'r5' }])
  await userEvent.keyboard('f')
  focus(slot(6))
  await userEvent.keyboard('a')
  expect(marks(gallery)).toMatchObject([
    [{ releaseid: 'r5', marks: ['flagged'] }],
    [{ releaseid: 'r6', marks: ['archived'] }],
  ])
})

it('a page that failed keeps its skeletons and can be tried again', async () => {
  const gallery = await openAlone({ rows: true, count: 2000, pages: [1] })
  gallery.fail([2])
  scroller().element().scrollTop = 40 * 56
  await expect.element(page.css('[data-skeleton]').first()).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Retry' })).toBeVisible()
  expect(await axeFaults()).toEqual([])
  await page.getByRole('button', { name: 'Retry' }).click()
  expect(gallery.of('release.pagesWanted').at(-1)?.pages).toContain(2)
  gallery.load([2])
  await expect.element(page.getByRole('button', { name: 'Retry' })).not.toBeInTheDocument()
})

it('a page that failed is asked for again by itself where it stands, and only there', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const gallery = await openAlone({ rows: true, count: 2000, pages: [1] })
  gallery.fail([9])
  const asked = () => gallery.of('release.pagesWanted').flatMap(({ pages }) => pages)
  vi.advanceTimersByTime(2 * AGAIN_MS)
  expect(asked()).not.toContain(9)
  gallery.fail([2])
  scroller().element().scrollTop = 40 * 56
  await expect.element(page.getByRole('button', { name: 'Retry' }).first()).toBeVisible()
  const before = asked().length
  await expect
    .poll(() => {
      vi.advanceTimersByTime(AGAIN_MS)
      return asked().slice(before)
    })
    .toContain(2)
  expect(asked()).not.toContain(9)
})

it('a page that goes while it stands there is asked for again, without anybody scrolling', async () => {
  const gallery = await open()
  const asked = () => gallery.of('release.pagesWanted').flatMap(({ pages }) => pages)
  await expect.element(slot(3)).toBeVisible()
  expect(asked()).not.toContain(1)
  const left = new Store()
  for (const { kind, id } of (gallery.state as Store).all())
    if (id !== pageId('sort=-date', 1)) left.set(kind, id, gallery.state.get(kind, id) as never)
  attach(left)
  await expect.poll(asked).toContain(1)
})

describe('by finger', () => {
  const at = (n: number) => {
    const { x, y } = boxOf(slot(n).element())
    return { x: x + 300, y: y + 28 }
  }

  it('GALLERY-017: on a tablet the first tap selects a row and shows its actions, the second opens it', async () => {
    const gallery = await openAlone({ rows: true, count: 600, window: [820, 1180] })
    await tap(at(2))
    await expect.element(slot(2)).toHaveAttribute('data-selected', '')
    expect(gallery.opened).toEqual([])
    await expect.element(more(2)).toBeVisible()
    await tap(at(2))
    await expect.poll(() => gallery.opened).toEqual(['r2'])
  })

  it('GALLERY-008: a finger that has moved does not rest, though nothing scrolls under it', async () => {
    const gallery = await openAlone({ rows: true, count: 600, window: [820, 1180] })
    const { x, y } = at(2)
    const finger = (type: string, by: number) =>
      slot(2)
        .element()
        .dispatchEvent(
          new PointerEvent(type, { bubbles: true, pointerType: 'touch', isPrimary: true, clientX: x, clientY: y + by }),
        )
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    for (const [by, isPicked] of [
      [40, false],
      [4, true],
    ] as const) {
      finger('pointerdown', 0)
      finger('pointermove', by)
      vi.advanceTimersByTime(600)
      finger('pointerup', by)
      expect(gallery.of('selection.toggled').length > 0, `after ${by} px`).toBe(isPicked)
    }
  })

  it('with a mouse one click opens a release, although the device says that nothing hovers', async () => {
    const asked = window.matchMedia.bind(window)
    const says = (query: string) => asked(query === '(hover: none)' ? 'all' : query === '(hover: hover)' ? 'not all' : query) // biome-ignore format: one answer
    vi.spyOn(window, 'matchMedia').mockImplementation(says)
    expect(matchMedia('(hover: none)').matches).toBe(true)
    for (const rows of [false, true]) {
      const gallery = await openAlone({ rows, window: [1024, 768] })
      await mouse.click(middle(slot(0).getByText(titleOf(0), { exact: true })))
      await expect.poll(() => gallery.opened).toEqual(['r0'])
    }
  })

  it('on a phone rows take two lines, their heads are said and not shown, and one tap opens', async () => {
    const gallery = await openAlone({ rows: true, count: 600, window: [390, 800] })
    const heads = page.getByRole('columnheader').elements()
    expect(heads.map((one) => one.ariaLabel)).toEqual(['Artist', 'Title', 'Duration', 'Formats'])
    expect(heads[0]?.parentElement?.offsetHeight).toBe(1)
    // The menu of the list sorts it; nothing that is not seen takes the focus.
    expect(page.getByRole('row').first().getByRole('button').elements()).toEqual([])
    expect(boxOf(slot(0).element()).y - boxOf(scroller().element()).y).toBe(4)
    const cells = slot(1).getByRole('gridcell')
    const artist = cells.nth(0).element().querySelector('span') as Element
    expect(boxOf(cells.nth(1).element()).y).toBeLessThan(boxOf(artist).y)
    expect(boxOf(slot(1).element()).height).toBe(56)
    expect(await axeFaults()).toEqual([])
    await tap({ ...at(1), x: 195 })
    await expect.poll(() => gallery.opened).toEqual(['r1'])
  })
})
