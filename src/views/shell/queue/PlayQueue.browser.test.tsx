// The play queue in its panel: its order by keys.
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openApp } from '#tests/components/app.tsx'
import { axeFaults } from '#tests/components/axe.ts'

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

it('the order is changed by keys: Space lifts, arrows move, Escape puts back', async () => {
  await openApp('/releases')
  await act('r1', 'Play Title 1')
  await expect.element(player()).toBeVisible()
  await page.getByRole('banner').getByRole('button', { name: 'List view' }).click()
  for (const n of [2, 3, 4]) {
    await act(`r${n}`, `More actions for Title ${n}`)
    await page.getByRole('menuitem', { name: 'Play later' }).click()
  }
  await pressQueue()
  await expect.poll(titles).toEqual(['Title 2', 'Title 3', 'Title 4'])
  const [a, b, c] = order()
  const liftFirst = async (keys: string) => {
    const grip = upNext().getByRole('button', { name: /^Reorder/ }).first() // biome-ignore format: one handle
    ;(grip.element() as HTMLElement).focus()
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
