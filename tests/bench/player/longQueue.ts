// What a long play queue costs while it is scrolled and put in another order.
import type { Page } from 'playwright'

declare global {
  interface Window {
    longTasks: number[]
  }
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/**
 * Opens the queue, flings through it, carries rows by keys (by one, by a page, to either end) and by the pointer.
 * @returns the lengths of the long tasks (over 50 ms) meanwhile, in ms
 */
export async function handleLongQueue(page: Page): Promise<number[]> {
  await page.evaluate(() => {
    window.longTasks = []
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) window.longTasks.push(duration)
    }).observe({ type: 'longtask' })
  })
  await page.getByRole('region', { name: 'Player' }).getByRole('button', { name: 'Queue', exact: true }).click()
  const panel = page.getByRole('complementary', { name: 'Play queue' })
  const rows = panel.locator('[data-queue-item]')
  await rows.first().waitFor()
  const box = await panel.boundingBox()
  if (!box) throw new Error('the queue is not on the screen')
  await page.mouse.move(box.x + 200, box.y + 400)
  for (let i = 0; i < 120; i++) {
    await page.mouse.wheel(0, i < 60 ? 4000 : -4000)
    await pause(16)
  }
  const handle = () => panel.locator('[data-handle]:focus')
  await rows.nth(1).locator('[data-handle]').focus()
  for (const key of [' ', 'ArrowDown', 'ArrowDown', 'PageDown', ' ', ' ', 'End', ' ', ' ', 'Home', ' ']) {
    await page.keyboard.press(key)
    await handle().waitFor()
    await pause(120)
  }
  const grip = await rows.nth(1).locator('[data-handle]').boundingBox()
  if (!grip) throw new Error('a row of the queue has no handle')
  await page.mouse.move(grip.x + 5, grip.y + 5)
  await page.mouse.down()
  // Near the lower edge the list scrolls under the carried row.
  for (let i = 0; i < 60; i++) {
    await page.mouse.move(grip.x + 5, Math.min(box.y + box.height - 20, grip.y + 10 * i))
    await pause(16)
  }
  await page.mouse.up()
  await pause(500)
  return page.evaluate(() => window.longTasks)
}
