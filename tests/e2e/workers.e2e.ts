// Workers that die in the middle of it all are started again, and what they did goes on. Only the state worker stops the page.
import type { Page } from '@playwright/test'
import type { Song } from '#core/model/catalogue/release.ts'
import { replay } from '#tests/support/replayed.ts'
import { playRelease, sounds, watchAudio } from './support/audio.ts'
import { expect, test } from './support/fixtures.ts'
import { exported, openLogs } from './support/log.ts'
import { cards, downloadRow, elapsed, giveSession, openDownloads, pressDownload, songRow } from './support/product.ts'
import { downloadPath, fileSha256, ownRelease, prepared, several, spoil } from './support/server.ts'

// Among the last files of a run: nobody waits at its end for one browser that goes through them alone.
test.describe.configure({ mode: 'parallel' })

const long = process.env.TEST_ALL ? test : test.skip
const compare = (a: string, b: string) => a.localeCompare(b)

/** How a worker dies. */
const DEATHS = {
  killed: () => self.close(),
  hangs() {
    for (;;);
  },
}

/** Ends the worker that lives under this name now, and waits for the sentence about it. */
async function die(page: Page, name: string, how: 'killed' | 'hangs', said: string): Promise<void> {
  const worker = page.workers().find((one) => one.url().includes(`${name}.worker`))
  expect(worker, 'the worker runs').toBeDefined()
  // The call has no answer: what should give it is gone.
  void worker?.evaluate(DEATHS[how]).catch(() => undefined)
  await expect(page.getByText(said)).toBeVisible({ timeout: 90_000 })
}

const SAID = {
  downloads: 'Downloads stopped for a moment and go on',
  session: 'The connection to your account was renewed',
  log: 'The event log stopped for a moment and goes on',
} as const

/** Opens a release and lets it play. @returns three songs of it and the sha-256 of their files */
async function playing(page: Page, place: number): Promise<{ songs: Song[]; right: string[] }> {
  await watchAudio(page.context())
  const release = await ownRelease(place, several)
  const songs = release.songs.slice(0, 3)
  const right: string[] = []
  for (const song of songs) right.push(await prepared(song, 'wav'))
  await giveSession(page)
  await playRelease(page, release)
  await sounds(page)
  // Every load of the page begins a log of its own, so the release is opened inside it.
  if (!(await songRow(page, songs[0]?.trackid ?? '').isVisible())) throw new Error('the release is not open')
  return { songs, right }
}

/** Presses three WAVs that stand still after a megabyte, and waits until bytes of each are there. */
async function threeUnderWay(page: Page, songs: readonly Song[]): Promise<void> {
  for (const { trackid } of songs) await spoil({ path: downloadPath(trackid), stall: 1_000_000 })
  for (const song of songs) await pressDownload(page, song, 'WAV')
  await openDownloads(page)
  for (const song of songs) {
    const meter = downloadRow(page, song.title).getByRole('progressbar')
    await expect.poll(async () => Number(await meter.getAttribute('aria-valuenow'))).toBeGreaterThan(0)
  }
}

async function allRight(page: Page, songs: readonly Song[], right: readonly string[], files: Promise<string>[]) {
  for (const song of songs)
    await expect(downloadRow(page, song.title)).toHaveAttribute('data-status', 'finished', { timeout: 90_000 })
  await expect.poll(() => files.length).toBe(songs.length)
  expect((await Promise.all(files)).sort(compare)).toEqual([...right].sort(compare))
}

async function goesOnPlaying(page: Page): Promise<void> {
  let before = await elapsed(page)
  // The song may end meanwhile, and the next one begins at 0.
  const isOn = async () => {
    const at = before
    before = await elapsed(page)
    return before > at
  }
  await expect.poll(isOn, { timeout: 30_000 }).toBe(true)
  await expect(page.getByRole('heading', { name: 'The player had to stop' })).toHaveCount(0)
}

function filesOf(page: Page): Promise<string>[] {
  const files: Promise<string>[] = []
  page.on('download', (download) => files.push(download.path().then(fileSha256)))
  return files
}

test.describe('a worker dies', () => {
  test.setTimeout(240_000)

  test('P2: of the downloads, with three files on their way: all end right, and the music plays on', {
    tag: '@long',
  }, async ({ page }) => {
    const { songs, right } = await playing(page, 12)
    const files = filesOf(page)
    await threeUnderWay(page, songs)
    await die(page, 'downloads', 'killed', SAID.downloads)
    await allRight(page, songs, right, files)
    await goesOnPlaying(page)
  })

  test('of the session and of the log, with three files on their way: nobody is signed out, and the log is whole', {
    tag: '@long',
  }, async ({ page }) => {
    const { songs, right } = await playing(page, 13)
    const files = filesOf(page)
    await threeUnderWay(page, songs)
    await die(page, 'session', 'killed', SAID.session)
    await die(page, 'log', 'killed', SAID.log)
    await allRight(page, songs, right, files)
    await goesOnPlaying(page)
    await expect(page.getByRole('textbox', { name: 'Email' })).toHaveCount(0)
    await page.keyboard.press('Escape')
    const dialog = await openLogs(page)
    const { log } = await exported(page, dialog.getByRole('button', { name: /^Export/ }).first())
    expect(replay(log).difference).toBeNull()
    const types = [...log.events].map(({ type }) => type)
    expect(types.filter((type) => type === 'app.workerRestarted')).toHaveLength(2)
    expect(types).toContain('session.started')
    expect(types.filter((type) => type === 'download.stored')).toHaveLength(3)
  })

  test('while no script comes: it is started again once they do', async ({ page }) => {
    await giveSession(page)
    await page.goto('/releases')
    await expect(cards(page).first()).toBeVisible()
    await page.waitForLoadState('networkidle')
    await page.route('**/assets/**', (route) => route.abort('connectionrefused'))
    const isBack = new Promise((done) => setTimeout(done, 700)).then(() => page.unroute('**/assets/**'))
    await die(page, 'log', 'killed', SAID.log)
    await isBack
  })

  long('of the downloads, by hanging for ever: it is given up and everything ends right', async ({ page }) => {
    const { songs, right } = await playing(page, 14)
    const files = filesOf(page)
    await threeUnderWay(page, songs)
    await die(page, 'downloads', 'hangs', SAID.downloads)
    await allRight(page, songs, right, files)
    await goesOnPlaying(page)
  })
})
