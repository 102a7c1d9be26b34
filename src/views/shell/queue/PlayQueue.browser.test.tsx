// The play queue in its panel: its order by keys and by a drag, what clears it, and a long one.
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openApp } from '#tests/components/app.tsx'
import { axeFaults } from '#tests/components/axe.ts'
import { middle, mouse } from '#tests/components/hands.ts'
import { control, elapsed, openHeard } from '#tests/components/playing.ts'

const panel = () => page.getByRole('complementary', { name: 'Play queue' })
const player = () => page.getByRole('region', { name: 'Player' })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const card = (releaseid: string) => page.getByTestId('gallery-scroller').css(`[data-release-id="${releaseid}"]`)
/** What was queued; the songs of what plays stand before it. */
const upNext = () => panel().getByRole('region', { name: 'Up next' })
const order = () =>
  [...upNext().element().querySelectorAll<HTMLElement>('[data-queue-item]')].map((one) => one.dataset.queueItem)
const titles = () =>
  [...upNext().element().querySelectorAll('[data-queue-item]')].map((one) => /Title \d/.exec(one.textContent)?.[0])
const pressQueue = () => player().getByRole('button', { name: 'Queue' }).click()

async function act(releaseid: string, name: string) {
  await card(releaseid).hover()
  await button(name).click()
}

const grip = (place: number) =>
  upNext()
    .css('[data-queue-item]')
    .nth(place)
    .getByRole('button', { name: /^Reorder/ })

/** `r1` plays, and three releases follow it. */
async function four(open: () => Promise<unknown> = () => openApp('/releases')): Promise<(string | undefined)[]> {
  await open()
  await act('r1', 'Play Title 1')
  await expect.element(player()).toBeVisible()
  ;(card('r2').element() as HTMLElement).focus()
  await userEvent.keyboard('x{ArrowRight}{ArrowRight}{Shift>}X{/Shift}')
  const toolbar = page.getByRole('toolbar', { name: 'Selection' })
  await toolbar.getByRole('button', { name: 'Add to queue' }).click()
  await toolbar.getByRole('button', { name: 'Clear selection' }).click()
  await pressQueue()
  await expect.poll(titles).toEqual(['Title 2', 'Title 3', 'Title 4'])
  // Where it lies over the page it slides in: a grip is pressed where it ends.
  await Promise.allSettled(
    panel()
      .element()
      .getAnimations()
      .map(({ finished }) => finished),
  )
  return order()
}

it('the order is changed by keys: Space lifts, arrows move, Escape puts back', { tags: ['long'] }, async () => {
  const [a, b, c] = await four()
  const liftFirst = async (keys: string) => {
    ;(grip(0).element() as HTMLElement).focus()
    await userEvent.keyboard(keys)
  }
  await liftFirst(' {ArrowDown}')
  expect(order()).toEqual([b, a, c])
  await userEvent.keyboard('{Escape}')
  expect(order()).toEqual([a, b, c])
  await liftFirst(' {ArrowDown}{ArrowDown} ')
  await expect.poll(order).toEqual([b, c, a])
  expect(titles()).toEqual(['Title 3', 'Title 4', 'Title 2'])
  expect(await axeFaults()).toEqual([])
  await pressQueue()
  await expect.element(panel()).not.toBeInTheDocument()
  await pressQueue()
  await expect.poll(order).toEqual([b, c, a])
})

it('where the queue lies over the page, Escape puts a carried row back and leaves the queue open', {
  tags: ['long'],
}, async () => {
  const [a, b, c] = await four(() => openApp('/releases', { window: [1200, 800] }))
  ;(grip(0).element() as HTMLElement).focus()
  await userEvent.keyboard(' {ArrowDown}')
  expect(order()).toEqual([b, a, c])
  await userEvent.keyboard('{Escape}')
  expect(order()).toEqual([a, b, c])
  await expect.element(panel()).toBeVisible()
  grip(2).element().scrollIntoView()
  const { x, y } = middle(grip(0))
  const there = middle(grip(2))
  await mouse.to({ x, y })
  await mouse.down({ x, y })
  await mouse.to({ x, y: y + 10 }, true)
  await mouse.to(there, true)
  await expect.poll(order).not.toEqual([a, b, c])
  await userEvent.keyboard('{Escape}')
  await expect.poll(order).toEqual([a, b, c])
  await mouse.up(there)
  await expect.element(panel()).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(panel()).not.toBeInTheDocument()
})

it('the order is changed by a drag', { tags: ['long'] }, async () => {
  const [a, b, c] = await four()
  grip(2).element().scrollIntoView()
  const from = middle(grip(2))
  const to = middle(upNext().css('[data-queue-item]').first())
  await mouse.drag([from, { x: from.x + 4, y: to.y }])
  await expect.poll(order).toEqual([c, a, b])
  expect(titles()).toEqual(['Title 4', 'Title 2', 'Title 3'])
})

it.each([
  ['beside the page', 1440],
  ['over the page', 1200],
])('H-609: a press of the grip offers where the row can go, %s', async (_, width) => {
  const [a, b, c] = await four(() => openApp('/releases', { window: [width, 800] }))
  const moves = (name: string) => page.getByRole('menuitem', { name, exact: true })
  grip(2).element().scrollIntoView()
  await grip(2).click()
  await expect.poll(order).toEqual([a, b, c])
  await moves('Move to the top').hover()
  await expect.element(grip(2)).toHaveStyle({ opacity: '1' })
  await moves('Move to the top').click()
  await expect.poll(order).toEqual([c, a, b])
  expect(titles()).toEqual(['Title 4', 'Title 2', 'Title 3'])
  await expect.element(grip(0)).toHaveFocus()
  await expect.element(panel().getByText('Title 4 dropped, 1 of 3')).toBeInTheDocument()
  // What assistive technology presses comes without a pointer.
  ;(grip(0).element() as HTMLElement).click()
  await moves('Move down').click()
  await expect.poll(order).toEqual([a, c, b])
  await grip(1).click()
  expect(await axeFaults()).toEqual([])
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument()
  await expect.element(panel()).toBeVisible()
  expect(order()).toEqual([a, c, b])
  // A drag asks nothing.
  const from = middle(grip(2))
  await mouse.drag([from, { x: from.x + 4, y: middle(grip(0)).y }])
  await expect.poll(order).toEqual([b, a, c])
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument()
})

it('an item that is removed by keys leaves the focus to the next, the last to the one before it', {
  tags: ['long'],
}, async () => {
  await four()
  const remove = (title: string) => upNext().getByRole('button', { name: `Remove ${title}`, exact: true })
  ;(remove('Title 3').element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(remove('Title 4')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(remove('Title 2')).toHaveFocus()
})

it('H-665: Enter that is held down removes one item, and not those behind it', async () => {
  await four()
  ;(upNext().getByRole('button', { name: 'Remove Title 2', exact: true }).element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter>4/}')
  await expect.element(upNext().getByRole('button', { name: 'Remove Title 3', exact: true })).toHaveFocus()
  expect(titles()).toEqual(['Title 3', 'Title 4'])
})

it('an item that is removed by pointer leaves no button to the space bar', { tags: ['long'] }, async () => {
  await four()
  await upNext().getByRole('button', { name: 'Remove Title 3', exact: true }).click()
  await expect.poll(titles).toEqual(['Title 2', 'Title 4'])
  await expect.element(panel().getByRole('heading', { level: 2 })).toHaveFocus()
})

it('QUEUE-003: QUEUE-007: SHELL-020: clear queue asks first; what plays goes on', { tags: ['long'] }, async () => {
  await four(() => openHeard('/releases'))
  const clear = panel().getByRole('button', { name: 'Clear queue' })
  const question = page.getByRole('alertdialog', { name: 'Clear queue', exact: true })
  await clear.click()
  expect(await axeFaults()).toEqual([])
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(question).not.toBeInTheDocument()
  expect(order()).toHaveLength(3)
  await clear.click()
  const before = elapsed()
  await question.getByRole('button', { name: 'Clear queue' }).click()
  await expect.poll(() => panel().element().querySelectorAll('[data-queue-item]').length).toBe(0)
  expect(upNext().getByRole('listitem').elements()).toEqual([])
  await expect.element(panel().getByRole('region', { name: 'Currently playing' })).toBeVisible()
  await expect.element(control('Pause')).toBeVisible()
  await expect.poll(elapsed).toBeGreaterThan(before)
  // The button that asked went with what it asked for.
  await expect.poll(() => document.activeElement).not.toBe(document.body)
})

it('QUEUE-007: cleared by keys it keeps the focus', { tags: ['long'] }, async () => {
  await four()
  ;(panel().getByRole('button', { name: 'Clear queue' }).element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('alertdialog', { name: 'Clear queue' })).toBeVisible()
  await userEvent.keyboard('{Tab}{Enter}')
  await expect.poll(() => order().length).toBe(0)
  await expect.element(panel().getByRole('heading', { level: 2 })).toHaveFocus()
})

it.each([[1440], [1200]])(
  'closed from within, at %i px, it leaves the focus to the button that opens it',
  async (width) => {
    await four(() => openApp('/releases', { window: [width, 800] }))
    ;(panel().getByRole('button', { name: 'Close' }).element() as HTMLElement).focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(player().getByRole('button', { name: 'Queue' })).toHaveFocus()
  },
)

it('on a phone it covers the page: the keys begin in it, and what lies beneath waits', { tags: ['long'] }, async () => {
  await openApp('/releases', { window: [390, 844] })
  await expect.element(card('r1')).toBeVisible()
  await page.viewport(1440, 900)
  await act('r1', 'Play Title 1')
  await expect.element(player()).toBeVisible()
  await page.viewport(390, 844)
  const main = document.querySelector('main')
  const isBeneath = () => [main, player().element()].map((one) => one?.closest('[inert]') !== null)
  await player().css('[aria-haspopup="dialog"]').click()
  await page.getByRole('dialog', { name: 'Now playing' }).getByRole('button', { name: 'Queue', exact: true }).click()
  await expect.element(panel().getByRole('heading', { level: 2 })).toHaveFocus()
  expect(isBeneath()).toEqual([true, true])
  await userEvent.keyboard('{Escape}')
  await expect.element(panel()).not.toBeInTheDocument()
  expect(isBeneath()).toEqual([false, false])
  await expect.element(page.getByRole('main')).toHaveFocus()
})

it('what was taken out is put back by keys, and the focus stays in the page', { tags: ['long'] }, async () => {
  await four()
  await upNext().getByRole('button', { name: 'Remove Title 3', exact: true }).click()
  const undo = page.css('[data-category="removedFromQueue"]').getByRole('button', { name: 'Undo' })
  ;(undo.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.poll(titles).toEqual(['Title 2', 'Title 3', 'Title 4'])
  await expect.element(page.getByRole('main')).toHaveFocus()
})

it('a long queue has only the rows in sight, and all of them when scrolled', { tags: ['long'] }, async () => {
  await openApp('/releases')
  await act('r1', 'Play Title 1')
  await expect.element(player()).toBeVisible()
  ;(card('r1').element() as HTMLElement).focus()
  await userEvent.keyboard('x{Control>}a{/Control}')
  await page.getByRole('toolbar', { name: 'Selection' }).getByRole('button', { name: 'Add to queue' }).click()
  await pressQueue()
  const rows = () => [...upNext().element().querySelectorAll<HTMLElement>('[data-queue-item]')]
  await expect.poll(() => rows()[0]?.ariaSetSize).toBe('60')
  expect(rows().length).toBeLessThan(35)
  expect(rows()[0]?.ariaPosInSet).toBe('1')
  const toEnd = () => {
    const box = rows().at(-1)?.closest('div')
    box?.scrollTo({ top: box.scrollHeight })
    return rows().at(-1)?.ariaPosInSet
  }
  await expect.poll(toEnd).toBe('60')
  expect(rows().length).toBeLessThan(35)
  expect(titles().at(-1)).toMatch(/^Title \d/)
})
