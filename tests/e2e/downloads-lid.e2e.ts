// A laptop whose lid is closed for an hour in the middle of it all.
import { rm } from 'node:fs/promises'
import type { Song } from '#core/model/catalogue/release.ts'
import { closeLid } from '#tests/support/lid.ts'
import { movableClock } from '#tests/support/movableClock.ts'
import { newDisk, visit } from './support/disk.ts'
import { expect, test } from './support/fixtures.ts'
import { downloadRow, giveSession, openDetail, openDownloads, pressDownload } from './support/product.ts'
import { downloadPath, fileSha256, ownRelease, prepared, several, spoil } from './support/server.ts'

const compare = (a: string, b: string) => a.localeCompare(b)

test('a lid closed for an hour: whoever comes back finds every file, and nothing is asked of them', {
  tag: '@long',
}, async () => {
  test.setTimeout(150_000)
  const release = await ownRelease(37, several)
  const songs = release.songs.slice(0, 4)
  const right: string[] = []
  for (const song of songs) right.push(await prepared(song, 'wav'))
  // The lines that stand when it closes are dead when it opens.
  for (const { trackid } of songs.slice(0, 3)) await spoil({ path: downloadPath(trackid), stall: 2_000_000 })
  const disk = await newDisk()
  try {
    const { context, page } = await visit(disk)
    await movableClock(context)
    const files: Promise<string>[] = []
    page.on('download', (download) => files.push(download.path().then(fileSha256)))
    await giveSession(page)
    await openDetail(page, release)
    for (const song of songs) await pressDownload(page, song, 'WAV')
    await openDownloads(page)
    const rowOf = (song: Song) => downloadRow(page, song.title)
    for (const song of songs.slice(0, 3)) {
      const meter = rowOf(song).getByRole('progressbar')
      await expect.poll(async () => Number(await meter.getAttribute('aria-valuenow'))).toBeGreaterThan(0)
    }
    const before = await page.evaluate(() => Date.now())
    await closeLid(page, disk.profile, 5000)
    expect((await page.evaluate(() => Date.now())) - before).toBeGreaterThan(3_600_000)
    for (const song of songs) await expect(rowOf(song)).toHaveAttribute('data-status', 'finished', { timeout: 60_000 })
    await expect.poll(() => files.length).toBe(songs.length)
    expect((await Promise.all(files)).sort(compare)).toEqual(right.sort(compare))
    await context.close()
  } finally {
    await rm(disk.place, { recursive: true, force: true, maxRetries: 5 })
  }
})
