/**
 * A folder of music somebody made goes the whole way: imported by the command, taken home through the browser in every
 * format the product offers, and each file read by two programs that are not ours.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Download, Page } from '@playwright/test'
import { unzipSync } from 'fflate'
import { ReleaseDetail, ReleaseList, type Song } from '#core/model/catalogue/release.ts'
import { signIn as access, call, expectJson } from '#tests/contract/http.ts'
import { runCommand, type StartedServer, startServer } from '#tests/contract/server.ts'
import { expect, test } from './support/fixtures.ts'
import { downloads, fileOf, openDetail, openDownloads, pressDownload, signIn } from './support/product.ts'
import { framesOf, layOutMusic, pcmByFfmpeg, pcmBySox, probed, type Sent, whyNoMusic } from './support/realMusic.ts'

test.skip(process.env.TEST_ALL !== '1', 'long')
const lacks = process.env.TEST_ALL === '1' ? whyNoMusic() : null
test.skip(lacks !== null, lacks ?? '')
test.setTimeout(300_000)
test.use({ actionTimeout: 30_000 })
test.describe.configure({ mode: 'serial' })

let place: string
let sent: Sent[]
let server: StartedServer
let releases: ReleaseDetail[]
const before = process.env.E2E_URL

test.beforeAll(async () => {
  test.setTimeout(300_000)
  place = mkdtempSync(join(tmpdir(), 'real-music-'))
  const laid = layOutMusic(place)
  sent = laid.sent
  const env = { DATA_DIR: join(place, 'data'), DEMO: '1', COVERS_AHEAD: '0' }
  server = await startServer({ env })
  // Into the server that runs, as somebody does who adds a record.
  const { code, stdout, stderr } = await runCommand('import', [laid.folder], env)
  if (code !== 0) throw new Error(`the import ended with ${code}:\n${stdout}${stderr}`)
  process.env.E2E_URL = server.url
  const token = { token: (await access(server.url)).access }
  const list = await expectJson(ReleaseList, call(server.url, '/releases?sort=-date&page=1&pagesize=100', token))
  const own = list.releases.filter(({ title }) => sent.some(({ album }) => album === title))
  releases = await Promise.all(
    own.map(({ releaseid }) => expectJson(ReleaseDetail, call(server.url, `/releases/${releaseid}`, token))),
  )
})

test.afterAll(async () => {
  await server?.stop()
  if (before === undefined) delete process.env.E2E_URL
  else process.env.E2E_URL = before
  rmSync(place, { recursive: true, force: true })
})

/** The title as it was sent: the import makes a version of what stands in brackets. */
const titleOf = ({ title, version }: Pick<Song, 'title' | 'version'>) =>
  version === '' ? title : `${title} (${version})`

const sentAs = (title: string | undefined): Sent => {
  const found = sent.find((one) => one.title === title)
  if (!found) throw new Error(`nobody sent ${title}`)
  return found
}
const sourceOf = (song: Song): Sent => sentAs(titleOf(song))

let files = 0
async function kept(download: Download): Promise<string> {
  const path = join(place, `${++files} ${download.suggestedFilename()}`)
  await download.saveAs(path)
  return path
}

/** The words that went in came out, and the samples of what is lossless with them. */
function expectSong(path: string, song: Sent, what: string): void {
  const { words, rate, channels } = probed(path)
  const source = probed(song.file)
  const named = [words.title, words.artist, words.album]
  expect([what, ...named]).toEqual([what, song.title, song.artist, song.album])
  expect([what, channels]).toEqual([what, source.channels])
  if (path.endsWith('.wav')) {
    expect([what, rate, pcmByFfmpeg(path)]).toEqual([what, source.rate, pcmByFfmpeg(song.file)])
    expect(pcmBySox(path).equals(pcmBySox(song.file)), `${what}, as sox reads it`).toBe(true)
  } else {
    // What is made at another rate is as long in seconds.
    expect(Math.abs(framesOf(path) / rate - framesOf(song.file) / source.rate), what).toBeLessThan(1 / 40_000)
  }
}

/** Each entry of a zip is a song that was sent. @returns their titles */
async function expectZip(download: Download, what: string): Promise<string[]> {
  const path = await kept(download)
  const entries = unzipSync(readFileSync(path))
  const titles: string[] = []
  for (const [name, bytes] of Object.entries(entries)) {
    const out = join(place, `${++files}${name.slice(name.lastIndexOf('.'))}`)
    writeFileSync(out, bytes)
    const song = sentAs(probed(out).words.title)
    expectSong(out, song, `${what}: ${name}`)
    titles.push(song.title)
  }
  return sorted(titles)
}

const sorted = (texts: readonly string[]) => texts.toSorted((a, b) => a.localeCompare(b))
const titlesOf = (songs: readonly Song[]) => sorted(songs.map(titleOf))
const asWav = (songs: readonly Song[]) => songs.filter(({ formats }) => formats.includes('wav'))

async function stationReady(page: Page): Promise<void> {
  await page.goto('/settings/player')
  const box = page.getByRole('main').getByRole('checkbox', { name: 'Station-ready WAV' })
  await box.check()
  // It is kept behind the press: what is opened next finds it.
  await expect(async () => {
    await page.reload()
    await expect(box).toBeChecked({ timeout: 3000 })
  }).toPass({ timeout: 20_000 })
}

/** What is said of a song: where it came from, and in every file that came home. */
const table = new Map<string, Map<string, Record<string, string>>>()
const COLUMNS = ['source', 'MP3', 'WAV', 'station-ready'] as const
const ROWS = [
  'title', 'artist', 'album', 'album_artist', 'track', 'date', 'genre', 'isrc', 'tsrc', 'comment',
  'originator_reference', 'time_reference',
] as const // biome-ignore format: many on a line

function note(song: Song, column: (typeof COLUMNS)[number], words: Record<string, string>): void {
  const title = titleOf(song)
  table.set(title, (table.get(title) ?? new Map()).set(column, words))
}

/** The table as ffprobe reads the files, a song after the other. */
function printed(): string {
  const line = (cells: readonly string[]) =>
    cells.map((cell, n) => cell.slice(0, 30).padEnd(n === 0 ? 16 : 32)).join('')
  return [...table]
    .flatMap(([title, columns]) => [
      '',
      line([title, ...COLUMNS]),
      ...ROWS.filter((row) => COLUMNS.some((column) => columns.get(column)?.[row])).map((row) =>
        line([row, ...COLUMNS.map((column) => columns.get(column)?.[row]?.trim() ?? '')]),
      ),
    ])
    .join('\n')
}

test('the import took all of it, word for word', () => {
  expect(titlesOf(releases.flatMap(({ songs }) => songs))).toEqual(sorted(sent.map(({ title }) => title)))
  for (const { songs } of releases)
    for (const song of songs) {
      const { artist, isrc, track, lossless } = sourceOf(song)
      expect([song.artist, song.ordinal, song.formats]).toEqual([artist, track, lossless ? ['wav', 'mp3'] : ['mp3']])
      // RIFF has no field for it: a WAV of ffmpeg's says none.
      if (song.isrc !== '') expect(song.isrc.replaceAll('-', '')).toBe(isrc)
    }
})

test('every song comes home as WAV and MP3 with its words, the WAV sample for sample', async ({ page }) => {
  await signIn(page)
  for (const release of releases) {
    await openDetail(page, release)
    for (const song of release.songs) {
      note(song, 'source', probed(sourceOf(song).file).words)
      for (const format of song.formats.includes('wav') ? (['WAV', 'MP3'] as const) : (['MP3'] as const)) {
        const path = await kept(await fileOf(page, () => pressDownload(page, song, format)))
        expectSong(path, sourceOf(song), `${song.title} as ${format}`)
        note(song, format, probed(path).words)
      }
    }
  }
})

test('station-ready WAVs carry bext and cart, the words in their own script, and the same samples', async ({
  page,
}) => {
  await signIn(page)
  await stationReady(page)
  for (const release of releases) {
    await openDetail(page, release)
    for (const song of asWav(release.songs)) {
      const path = await kept(await fileOf(page, () => pressDownload(page, song, 'WAV')))
      expectSong(path, sourceOf(song), `${song.title}, station-ready`)
      const { words } = probed(path)
      note(song, 'station-ready', words)
      // The description of bext, which knows ASCII alone, says something whatever the script.
      expect(words.comment ?? '').toMatch(/^[\x20-\x7e]*[A-Za-z]{3}[\x20-\x7e]*$/)
    }
  }
  console.log(printed())
})

test('zips of releases hold what they say, and say at once what they lack', async ({ page }) => {
  await signIn(page)
  for (const release of releases)
    for (const format of ['WAV', 'MP3'] as const) {
      await openDetail(page, release)
      const press = () => page.getByRole('button', { name: `Download all (${format})` }).click()
      const songs = format === 'WAV' ? asWav(release.songs) : release.songs
      const lacking = release.songs.length - songs.length
      const titles = await expectZip(await fileOf(page, press, 120_000), `${release.title} as ${format}`)
      expect(titles).toEqual(titlesOf(songs))
      if (lacking === 0) continue
      await openDownloads(page)
      await expect(downloads(page).getByText(`${lacking} song was left out`).first()).toBeVisible()
    }
})

test('the stream of each song begins and ends with its music, as the browser decodes it', async ({ page }) => {
  await signIn(page)
  const token = { token: (await access(server.url)).access }
  for (const song of releases.flatMap(({ songs }) => songs)) {
    const answer = await call(server.url, `/audio/${song.trackid}/token`, token)
    const { data } = (await answer.json()) as { data: { token: string } }
    const source = sourceOf(song)
    const { rate } = probed(source.file)
    const heard = await page.evaluate(
      async ([address, hertz]) => {
        const context = new OfflineAudioContext(1, 1, Number(hertz))
        const bytes = await (await fetch(String(address))).arrayBuffer()
        return (await context.decodeAudioData(bytes)).length
      },
      [`/api/audio/${song.trackid}/stream.mp3?token=${data.token}`, rate] as const,
    )
    expect([song.title, heard]).toEqual([song.title, framesOf(source.file)])
  }
})
