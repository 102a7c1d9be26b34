// What the specification says of a download, as it shows in the browser and on the line. What needs neither is tested
// beside workers/engines/downloads and src/views/shell/downloads.
import type { Page, Request } from '@playwright/test'
import type { ReleaseDetail, Song } from '#core/model/catalogue/release.ts'
import type { DownloadJob } from '#core/model/downloads/download.ts'
import { expect, test } from './support/fixtures.ts'
import {
  downloadRow,
  downloads,
  fileOf,
  giveSession,
  openDetail,
  openDownloads,
  pressDownload,
} from './support/product.ts'
import { complete, downloadPath, fileSha256, ownRelease, prepared, spoil } from './support/server.ts'

const SHORT_S = 240
/** A release of one short song. Other tests take the first twenty. */
const single = (place: number) =>
  ownRelease(20 + place, ({ songs }) => complete(songs) && songs.length === 1 && (songs[0]?.duration ?? 0) < SHORT_S)

const first = ({ songs }: ReleaseDetail): Song => {
  const [song] = songs
  if (!song) throw new Error('a release without songs')
  return song
}

/** What the page asks for whose path ends so, from now on. */
function asked(page: Page, ending: string): Request[] {
  const found: Request[] = []
  page.context().on('request', (request) => {
    if (new URL(request.url()).pathname.endsWith(ending)) found.push(request)
  })
  return found
}

/** Every status a row takes and every percentage it says, from now on. */
async function watched(page: Page, title: string): Promise<() => Promise<{ states: string[]; percents: number[] }>> {
  await downloads(page).evaluate((list, wanted) => {
    const seen = { states: [] as string[], percents: [] as number[] }
    Object.assign(window, { seen })
    const look = () => {
      const remove = [...list.querySelectorAll('button')].find((one) => one.getAttribute('aria-label') === wanted)
      const row = remove?.closest<HTMLElement>('[data-download-id]')
      const status = row?.dataset.status
      if (status && seen.states.at(-1) !== status) seen.states.push(status)
      const percent = row?.querySelector('[role="progressbar"]')?.getAttribute('aria-valuenow')
      if (percent && seen.percents.at(-1) !== Number(percent)) seen.percents.push(Number(percent))
    }
    new MutationObserver(look).observe(list, { subtree: true, childList: true, attributes: true })
    look()
  }, `Remove ${title}`)
  return () => page.evaluate(() => (window as unknown as { seen: { states: string[]; percents: number[] } }).seen)
}

/** The jobs this browser has written down. */
const journal = (page: Page): Promise<DownloadJob[]> =>
  page.evaluate(async () => {
    const open = indexedDB.open('downloads')
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      open.onsuccess = () => resolve(open.result)
      open.onerror = () => reject(open.error)
    })
    const all = db.transaction('journal').objectStore('journal').getAll()
    await new Promise((resolve) => {
      all.onsuccess = resolve
    })
    db.close()
    return (all.result as { entries: { job: DownloadJob }[] }[]).flatMap(({ entries }) => entries.map(({ job }) => job))
  })

const downloadAll = (page: Page) => page.getByRole('button', { name: 'Download all (WAV)' }).click()

test.describe('a song', () => {
  test.setTimeout(120_000)

  test('DOWNLOAD-002: what is written down of a download has every field that is specified', { tag: '@long' }, async ({
    page,
  }) => {
    const release = await single(0)
    const song = first(release)
    await prepared(song, 'wav')
    await spoil({ path: downloadPath(song.trackid), stall: 500_000 })
    await spoil({ path: `/api/audio/zipper/${release.releaseid}/status`, status: 200, body: { status: 'working', progress: 42 }, times: 50 }) // biome-ignore format: one fault
    await giveSession(page)
    await openDetail(page, release)
    await pressDownload(page, song, 'WAV')
    await downloadAll(page)
    await openDownloads(page)
    const jobOf = async (type: string) => (await journal(page)).find((job) => job.type === type)
    await expect.poll(async () => (await jobOf('song'))?.status).toBe('loading')
    await expect.poll(async () => (await jobOf('release'))?.zippingProgress).toBe(42)
    const { artist, title, version, explicit, coverart } = song
    const common = { downloadID: expect.stringMatching(/./), format: 'wav', progress: expect.any(Number) }
    expect(await jobOf('song')).toMatchObject({
      ...common, mediaID: song.trackid, artist, title, version, explicit, coverart, ordinal: song.ordinal,
      trackcount: 1, status: 'loading', isZipping: false, zipperReady: false,
    }) // biome-ignore format: one job
    expect(await jobOf('release')).toMatchObject({
      ...common, mediaID: release.releaseid, artist: release.artist, title: release.title, trackcount: 1,
      status: 'waiting', isZipping: true, zipperReady: false, zippingProgress: 42,
    }) // biome-ignore format: one job
    for (const type of ['song', 'release'])
      expect(Object.keys((await jobOf(type)) ?? {})).toEqual(
        expect.arrayContaining(['token', 'url', 'zippingProgress']),
      )
    // Where it lies and what opens it stay in the worker: here are handles at most.
    expect(JSON.stringify(await journal(page))).not.toMatch(/token=|eyJ/)
  })

  test('DOWNLOAD-003: DOWNLOAD-016: it waits for its token, loads by percent, is saved and finished', {
    tag: '@long',
  }, async ({ page }) => {
    const release = await single(1)
    const song = first(release)
    const sha256 = await prepared(song, 'wav')
    await spoil({ path: `/api/audio/${song.trackid}/token`, delayMs: 1500 })
    await spoil({ path: downloadPath(song.trackid), bytesPerSecond: 1_500_000 })
    await giveSession(page)
    await openDetail(page, release)
    const saved = page.waitForEvent('download')
    await pressDownload(page, song, 'WAV')
    await openDownloads(page)
    const told = await watched(page, song.title)
    expect(await fileSha256(await (await saved).path())).toBe(sha256)
    await expect(downloadRow(page, song.title)).toHaveAttribute('data-status', 'finished')
    const { states, percents } = await told()
    expect(states).toEqual(['waiting', 'loading', 'finished'])
    expect(percents.filter((percent) => percent > 0 && percent < 100).length).toBeGreaterThan(2)
    expect(percents).toEqual([...percents].sort((a, b) => a - b))
  })

  test('DOWNLOAD-029: the time-out of a request does not cut a file that takes longer', { tag: '@long' }, async ({
    page,
  }) => {
    const release = await single(6)
    const song = first(release)
    const sha256 = await prepared(song, 'mp3')
    await giveSession(page)
    await openDetail(page, release)
    const files = asked(page, downloadPath(song.trackid))
    const bytes = Math.round((song.duration * 320_000) / 8)
    await spoil({ path: downloadPath(song.trackid), bytesPerSecond: Math.round(bytes / 29), times: 2 })
    const began = Date.now()
    const file = await fileOf(page, () => pressDownload(page, song, 'MP3'), 90_000)
    expect(Date.now() - began).toBeGreaterThan(25_000)
    expect(await fileSha256(await file.path())).toBe(sha256)
    expect(files).toHaveLength(1)
  })
})
