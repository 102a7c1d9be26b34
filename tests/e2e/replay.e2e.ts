// The replay page, as an engineer uses it who was sent a log.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { dayLog } from '#tests/support/dayLog.ts'
import { axeFaults } from './support/axe.ts'
import { expect, test } from './support/fixtures.ts'
import { openLogs } from './support/log.ts'
import { cards, fileOf as savedBy, signInByHand } from './support/product.ts'
import { events, fileOf, goTo, openReplay, pick, playhead, replayed, showGallery } from './support/replay.ts'

const DAY = dayLog(2000)

test.describe('the replay page', () => {
  test('opens what the product exported, replays it to the recorded hashes, and shows what the person saw', async ({
    page,
  }) => {
    await signInByHand(page)
    await expect(cards(page).first()).toBeVisible()
    const title = (await cards(page).first().getAttribute('aria-label'))?.split(' by ')[0] ?? ''
    const dialog = await openLogs(page)
    const saved = await savedBy(page, () =>
      dialog
        .getByRole('button', { name: /^Export/ })
        .first()
        .click(),
    )
    const path = await saved.path()
    await page.goto('/replay.html')
    await pick(page, path)
    await expect(page.getByText('State hashes match')).toBeVisible()
    await playhead(page).press('End')
    await expect(replayed(page).locator('main')).toContainText(title)
  })

  test('shows the place the person was at, wherever one comes from', async ({ page }) => {
    await page.goto('/replay.html')
    // Of an earlier build, whose settings had fewer fields: its hashes are others, what it shows is not.
    await pick(page, resolve(import.meta.dirname, '../replay/log-5f66b7e.jsonl.gz'))
    await expect(events(page)).toBeVisible()
    const shown = (name: string) => expect(replayed(page).locator('main h1, header h1').first()).toHaveText(name)
    // Before it, nobody was signed in: the sign-in leads to the gallery by itself once there is a session.
    await goTo(page, 46)
    await shown('Playlists')
    await goTo(page, 20)
    await shown('Releases')
    await goTo(page, 2)
    await goTo(page, 46)
    await shown('Playlists')
  })

  test('refuses what is no log in words, and keeps the one that is open', async ({ page }) => {
    await openReplay(page, fileOf(DAY, 'day.jsonl.gz'))
    await pick(page, { name: 'holiday.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('not a log at all') })
    const alert = page.getByRole('alert')
    await expect(alert).toContainText('holiday.jpg was not opened')
    await expect(alert).toContainText('line 1')
    await expect(alert).toContainText('day.jsonl.gz is still open')
    await expect(events(page)).toBeVisible()
    await page.getByRole('button', { name: 'Close' }).click()
    await expect(alert).toBeHidden()
  })

  test('keeps what is whole of a log that was cut, and names the line', async ({ page }) => {
    await openReplay(page, fileOf({ ...DAY, bytes: DAY.bytes.subarray(0, DAY.bytes.length / 2) }))
    await expect(page.getByText(/^Cut at line [\d,]+:/)).toBeVisible()
  })

  test('says between which events the state parts from the recorded one, and goes there', async ({ page }) => {
    await page.goto('/replay.html')
    await pick(page, fileOf(dayLog(900, 300)))
    const verdict = page.getByRole('button', { name: /^State differs between/ })
    await verdict.click()
    await expect(page.getByRole('button', { name: 'Unpin' })).toBeVisible()
    const [, seq = ''] = /and ([\d,]+)$/.exec((await verdict.textContent()) ?? '') ?? []
    await expect(page.getByRole('heading', { name: `Player at ${seq}` })).toBeVisible()
  })

  test('goes by keys, by number, by time and to errors, and the list follows', async ({ page }) => {
    await openReplay(page, fileOf(DAY))
    await goTo(page, 500)
    const here = events(page).getByRole('option', { selected: true })
    await expect(here).toContainText('500')
    await page.getByRole('heading', { name: 'Cause chain' }).click()
    await page.keyboard.press('ArrowRight')
    await expect(here).toContainText('501')
    await page.keyboard.press('Shift+ArrowLeft')
    await expect(here).toContainText('491')
    await page.keyboard.press('n')
    await expect(here).toContainText(/player\.addressFailed|download\.failed/)
    await events(page).focus()
    const failed = await here.textContent()
    await page.keyboard.press('ArrowDown')
    await expect(here).not.toHaveText(failed ?? '')
    await page.keyboard.press('Home')
    await expect(here).toContainText('app.opened')
    await page.getByLabel('Go to', { exact: true }).fill('0:05.0')
    await page.keyboard.press('Enter')
    await expect(here).toContainText('00:0')
    await page.getByLabel('Go to', { exact: true }).fill('nowhere')
    await page.keyboard.press('Enter')
    await expect(page.getByLabel('Go to', { exact: true })).toHaveAttribute('aria-invalid', 'true')
  })

  test('lists what a filter or a text lets through', async ({ page }) => {
    await openReplay(page, fileOf(DAY))
    await page.getByRole('button', { name: 'Source' }).click()
    const choices = page.getByRole('dialog', { name: 'Source' })
    await choices.getByLabel('player').check()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Source: 1 of 6' })).toBeVisible()
    await expect(events(page).getByRole('option').first()).toContainText('player.address')
    await page.getByRole('heading', { name: 'Cause chain' }).click()
    await page.keyboard.press('/')
    await page.keyboard.type('NOT_FOUND')
    await expect(events(page).getByRole('option').first()).toContainText('player.addressFailed')
    await expect(page.getByText(/^\d+ of 2,000$/)).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('searchbox', { name: 'Search events' }).fill('no such thing')
    await expect(page.getByText('No event is like that.')).toBeVisible()
  })

  test('shows what an event changed, and everything since a pinned one', async ({ page }) => {
    await openReplay(page, fileOf(DAY))
    await goTo(page, 500)
    await page.keyboard.press('n')
    await expect(page.getByRole('tree')).toContainText(/Removed|Added/)
    await page.getByRole('button', { name: 'Pin', exact: true }).click()
    await goTo(page, 700)
    await expect(page.getByRole('status').filter({ hasText: 'changed' })).toContainText(/\d{2,} changed/)
    await page.getByRole('switch', { name: 'Only changes' }).click()
    await expect(page.getByRole('tree')).not.toContainText('unchanged')
    await page.getByRole('tab', { name: 'Payload' }).click()
    await expect(page.getByRole('tabpanel')).toContainText('Line')
  })

  test('goes along causes', async ({ page }) => {
    await openReplay(page, fileOf(DAY))
    await goTo(page, 8)
    const chain = page.getByRole('region', { name: 'Cause chain' })
    await expect(chain.getByRole('button')).toHaveText([/releaseChosen/, /detailReceived/, /addressReady/, /started/])
    await chain.getByRole('button', { name: /releaseChosen/ }).press('Enter')
    await expect(page.getByRole('heading', { name: 'Player at 7' })).toBeVisible()
  })

  test('leaves an event out and says what that changes', async ({ page }) => {
    await openReplay(page, fileOf(DAY))
    await page.getByRole('searchbox', { name: 'Search events' }).fill('player.volumeChanged')
    await events(page).getByRole('option').first().click()
    await page.getByRole('button', { name: 'Leave out' }).click()
    const outcome = page.getByRole('status').filter({ hasText: 'Without event' })
    await expect(outcome).toContainText('is the recorded one again from')
    await expect(page.getByText('1 event left out')).toBeVisible()
    await expect(page.getByText('Not as recorded')).toBeVisible()
    await expect(events(page).getByRole('option').first()).toContainText('left out')
    await page.getByRole('button', { name: 'Compare with recorded' }).click()
    await expect(page.getByRole('tree')).toContainText('volume')
    await page.getByRole('button', { name: 'Take all in again' }).click()
    await expect(outcome).toBeHidden()
    await expect(events(page).getByRole('option').first()).not.toContainText('left out')
  })

  test('finds the event that makes the state so', async ({ page }) => {
    await openReplay(page, fileOf(DAY))
    await page.getByLabel('Place in the state').fill('player.volume')
    await page.getByLabel('Comparison').selectOption('>')
    await page.getByLabel('Value', { exact: true }).fill('90')
    await page.getByRole('button', { name: 'Find next' }).click()
    await expect(page.getByText(/^True from event [\d,]+ on\.$/)).toBeVisible()
    await expect(events(page).getByRole('option', { selected: true })).toContainText('player.volumeChanged')
    await page.getByLabel('Place in the state').fill('nothing.here')
    await page.getByRole('button', { name: 'Find next' }).click()
    await expect(page.getByText(/no table is called/)).toBeVisible()
  })

  test('leads to the event that made the queue wrong, as its readme walks', async ({ page }) => {
    await openReplay(page, fileOf(DAY))
    await page.getByLabel('Place in the state').fill('queue.items.length')
    await page.getByLabel('Comparison').selectOption('>')
    await page.getByLabel('Value', { exact: true }).fill('20')
    await page.getByRole('button', { name: 'Find next' }).click()
    const said = page.getByText(/^True from event [\d,]+ on\.$/)
    await expect(said).toBeVisible()
    const found = Number(/[\d,]+/.exec((await said.textContent()) ?? '')?.[0].replaceAll(',', ''))
    await goTo(page, found - 40)
    await page.getByRole('button', { name: 'Pin', exact: true }).click()
    await page.getByRole('switch', { name: 'Only changes' }).click()
    await goTo(page, found)
    await expect(page.getByRole('tree')).toContainText(/items.*entries, was/)
    await page.getByRole('button', { name: 'Domain' }).click()
    await page.getByRole('dialog', { name: 'Domain' }).getByLabel('queue').check()
    await page.keyboard.press('Escape')
    const here = events(page).getByRole('option', { selected: true })
    await expect(here).toContainText('queue.releaseAdded')
    await page.getByRole('button', { name: 'Leave out' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'Without event' })).toContainText('the state differs after')
    await page.getByRole('button', { name: 'Compare with recorded' }).click()
    await expect(page.getByRole('tree')).toContainText('queueItem')
  })

  test('keeps bookmarks and notes in this tab', async ({ page }) => {
    await openReplay(page, fileOf(DAY))
    await goTo(page, 20)
    await page.getByRole('button', { name: 'Bookmark', exact: true }).click()
    await page.getByRole('tab', { name: 'Note' }).click()
    await page.getByRole('textbox', { name: 'Note to event 20' }).fill('the queue is wrong from here')
    await openReplay(page, fileOf(DAY))
    await page.getByRole('button', { name: 'Bookmark at 20' }).click()
    await expect(page.getByRole('heading', { name: 'Player at 20' })).toBeVisible()
    await page.getByRole('tab', { name: 'Note' }).click()
    await expect(page.getByRole('textbox', { name: 'Note to event 20' })).toHaveValue('the queue is wrong from here')
  })

  test('plays to the end, and the playhead can be dragged', async ({ page }) => {
    await openReplay(page, fileOf(DAY))
    await page.getByRole('radio', { name: 'As fast as possible' }).click()
    await page.getByRole('heading', { name: 'Cause chain' }).click()
    await page.keyboard.press('Space')
    await expect(playhead(page)).toHaveAttribute('aria-valuenow', '2000')
    await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible()
    const box = await playhead(page).locator('xpath=..').boundingBox()
    if (!box) throw new Error('there are no lanes')
    await page.mouse.move(box.x + box.width - 4, box.y + 60)
    await page.mouse.down()
    for (let at = 9; at >= 0; at--) await page.mouse.move(box.x + (box.width * at) / 10, box.y + 60)
    await page.mouse.up()
    await expect(page.getByRole('heading', { name: 'Player at 1', exact: true })).toBeVisible()
  })

  test('saves the log with names masked, and it opens again', async ({ page }) => {
    await openReplay(page, fileOf(DAY))
    const saved = await savedBy(page, () => page.getByRole('button', { name: 'Export masked' }).click())
    expect(saved.suggestedFilename()).toBe('session-masked.jsonl.gz')
    const buffer = readFileSync(await saved.path())
    expect(gunzipSync(buffer).toString('utf8')).not.toContain('Pat Doe')
    await pick(page, { name: 'masked.jsonl.gz', mimeType: 'application/gzip', buffer })
    await expect(page.getByText('masked.jsonl.gz', { exact: true })).toBeVisible()
    await expect(page.getByText('State hashes match')).toBeVisible()
  })

  for (const colorScheme of ['dark', 'light'] as const)
    test(`has no fault that axe finds, ${colorScheme}`, { tag: '@long' }, async ({ page }) => {
      await page.emulateMedia({ colorScheme })
      await page.goto('/replay.html')
      await expect(page.getByRole('button', { name: 'Open file' })).toBeVisible()
      expect(await axeFaults(page)).toEqual([])
      await openReplay(page, fileOf(DAY))
      await showGallery(page)
      await page.keyboard.press('n')
      await expect(page.getByRole('tree')).toContainText(/Removed|Added/)
      expect(await axeFaults(page)).toEqual([])
    })

  for (const width of [390, 800, 1100, 1280, 1440, 1920])
    test(`holds at a width of ${width}`, async ({ page }) => {
      await page.setViewportSize({ width, height: 900 })
      await openReplay(page, fileOf(DAY))
      await showGallery(page)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      for (const part of [events(page), page.getByRole('tree'), page.locator('iframe'), playhead(page)]) {
        const box = await part.boundingBox()
        expect(box?.width).toBeGreaterThan(1)
        expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width + 1)
      }
    })
})
