// A playlist as large as it may be: what it costs to scroll and to reorder.
import { expect, test } from './support/fixtures.ts'
import { LISTENER, madePlaylist, manyTracks, noPlaylists, orderOf } from './support/playlists.ts'
import { giveSession } from './support/product.ts'

// Its snapshots of the document are what would be measured.
test.use({ trace: 'off' })
test.beforeEach(noPlaylists)

test('of five thousand tracks only those in sight are there, and the last goes to the top', { tag: '@long' }, async ({
  page,
}) => {
  test.setTimeout(180_000)
  const tracks = await manyTracks(5000)
  const id = await madePlaylist('Everything', tracks)
  await giveSession(page, LISTENER)
  await page.goto(`/playlists/${id}`)
  const rows = page.getByRole('table', { name: 'Tracks' }).locator('[data-track-id]')
  await expect(rows.first()).toBeVisible({ timeout: 30_000 })
  expect(await rows.count()).toBeLessThan(60)
  await page.waitForTimeout(1000)
  const box = page.getByTestId('playlist-scroller')
  // What a busy machine takes is not ours, so work is counted, not time: how many rows are made, and are there at once.
  const { made, most, longTasks } = await box.evaluate(async (element) => {
    const tasks: number[] = []
    new PerformanceObserver((list) => tasks.push(...list.getEntries().map((one) => Math.round(one.duration)))).observe({
      entryTypes: ['longtask'],
    })
    const isRow = (node: Node) => node instanceof Element && node.hasAttribute('data-track-id')
    const seen = { made: 0, most: 0 }
    const observer = new MutationObserver((records) => {
      for (const record of records) seen.made += [...record.addedNodes].filter(isRow).length
      seen.most = Math.max(seen.most, element.querySelectorAll('[data-track-id]').length)
    })
    observer.observe(element, { childList: true, subtree: true })
    // As a wheel does it: two rows a frame.
    for (let frame = 0; frame < 300; frame++) {
      element.scrollBy(0, 112)
      await new Promise((resolve) => requestAnimationFrame(resolve))
    }
    await new Promise((resolve) => setTimeout(resolve, 300))
    observer.disconnect()
    return { ...seen, longTasks: tasks }
  })
  console.log(`${tracks.length} tracks, 300 frames: ${made} rows made, ${most} at once, ${longTasks.length} long tasks`)
  expect(most).toBeLessThan(40)
  expect(made).toBeGreaterThan(400)
  expect(made).toBeLessThan(640)
  await box.evaluate((element) => element.scrollTo(0, element.scrollHeight))
  await expect(rows.last()).toHaveAttribute('data-track-id', tracks.at(-1) ?? '')
  await rows
    .last()
    .getByRole('button', { name: /^Reorder/ })
    .focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Home')
  await page.keyboard.press('Space')
  await expect(rows.first()).toHaveAttribute('data-track-id', tracks.at(-1) ?? '')
  await expect.poll(async () => (await orderOf(id))[0], { timeout: 20_000 }).toBe(tracks.at(-1))
})
