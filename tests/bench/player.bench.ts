/**
 * `npm run bench -- player [--quick] [--presses=30]`: playback in the built product, in real Chromium with real audio.
 * From the press of a song's play button to its element's `playing` (songs made and details known beforehand; with
 * Next also of a song whose address is there already), what a second of playing costs the main thread beyond a
 * second of silence, what it costs to add a release of 100 songs to a queue of 5,000, and the long tasks while that
 * queue is scrolled and put in another order.
 */
import { type BrowserContext, type CDPSession, chromium, type Page } from 'playwright'
import { ReleaseDetail } from '#core/model/catalogue/release.ts'
import { DEMO_PASSWORD } from '#server/demo/people/accounts.ts'
// biome-ignore lint/correctness/useImportExtensions: its types stand beside it in a .d.mts, which misleads the rule
import { needChromium } from '../../scripts/chromium.mjs'
import type { Stage } from './check/stage.ts'
import { handleLongQueue } from './player/longQueue.ts'
import { keepQueue, pressToSound, watchSound, worked, workPerSecond } from './player/probe.ts'
import { buildProduct, startProduct } from './press/product.ts'
import { atMost, below, type Figure, figureOf, figureOfRounds, type Measured } from './table/figure.ts'
import { commit, report } from './table/report.ts'
import { median } from './table/stats.ts'

const SOUND_MS = 150
const SECOND_MS = 5
const ADD_MS = 16
const PRESSES = 30
const QUEUE = 5000
const SONGS = 100

const player = (page: Page) => page.getByRole('region', { name: 'Player' })
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

export async function run(args: readonly string[]): Promise<void> {
  const root = process.cwd()
  const quick = args.includes('--quick')
  const given = args.find((arg) => arg.startsWith('--presses='))
  const presses = Number(given?.split('=')[1] ?? (quick ? 6 : PRESSES))
  if (!Number.isInteger(presses) || presses < 2) throw new Error('--presses takes a whole number from 2')
  buildProduct(root)
  const product = await startProduct(root, 1e9, { catalogue: 'small', shortSongs: quick })
  const browser = await chromium.launch({
    executablePath: needChromium(),
    args: ['--no-sandbox', '--disable-gpu', '--autoplay-policy=no-user-gesture-required'],
  })
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    await context.addInitScript(watchSound)
    const page = await context.newPage()
    const release = await album(await signIn(page, product.url), product.url)
    const cdp = await context.newCDPSession(page)
    await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
    console.log(`player, commit ${commit()}, ${presses} presses, Chromium ${browser.version()}, 1440 x 900`)
    row(['', 'median', 'p95', 'worst'])
    const figures = [
      ...(await songs(page, product.url, release, presses)),
      await second(page, cdp, quick ? 4 : 20),
      await adding(context, page, cdp, product.url, release, quick ? 3 : 15),
      await handling(page, product.url),
    ]
    report({
      bench: 'player',
      figures: figures.map((figure) => ({ ...figure, shortened: quick || presses < PRESSES })),
      peers: [`Chromium ${browser.version()}`],
      leavesOut: [
        'of press and Next to sound: making the songs, whose files and details are there beforehand',
        'of a playing second and of adding: what the same page costs at rest',
      ],
    })
    await context.close()
  } finally {
    await browser.close()
    await product.close()
  }
}

/** Songs sound when they are pressed, from their row and with Next. The long queue is left to the benchmark. @throws Error when not */
export async function check({ browser, product }: Stage): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  await context.addInitScript(watchSound)
  const page = await context.newPage()
  const release = await album(await signIn(page, product.url), product.url)
  for (const { what, value } of await songs(page, product.url, release, 2))
    if (value === null || value <= 0) throw new Error(`${what}: ${value}`)
  await context.close()
}

/** @returns the access token of whoever is signed in now */
async function signIn(page: Page, url: string): Promise<string> {
  await page.goto(url)
  await page.getByRole('textbox', { name: 'Email' }).fill('verified@demo.test')
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.locator('[data-release-id]').first().waitFor()
  return page.evaluate(() => localStorage.getItem('accessToken') ?? '')
}

/** A release of several songs, with every song made. */
async function album(token: string, url: string): Promise<ReleaseDetail> {
  const ask = async (path: string) => {
    const answer = await fetch(`${url}/api${path}`, { headers: { Authorization: `Bearer ${token}` } })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
    return answer.json() as Promise<unknown>
  }
  const list = (await ask('/releases?sort=-date&page=1&pagesize=40')) as { releases: { releaseid: string }[] }
  for (const { releaseid } of list.releases) {
    if (releaseid.startsWith('demo-')) continue
    const release = ReleaseDetail.parse(await ask(`/releases/${releaseid}`))
    if (release.songs.length < 4 || release.songs.some(({ assettype }) => assettype !== 'audio')) continue
    for (const { trackid } of release.songs) {
      const { data } = (await ask(`/audio/${trackid}/token`)) as { data: { token: string } }
      const whole = await fetch(`${url}/api/audio/${trackid}/download?format=mp3&bitrate=320&token=${data.token}`)
      await whole.arrayBuffer()
    }
    return release
  }
  throw new Error('the catalogue has no album')
}

/** Plays the songs of a release in turn, from their rows and with Next. */
async function songs(page: Page, url: string, release: ReleaseDetail, presses: number): Promise<Figure[]> {
  await page.goto(`${url}/releases/releaseInfo/${release.releaseid}`)
  const rows: number[] = []
  for (let i = 0; i < presses; i++) {
    const song = release.songs[(2 * i + 1) % release.songs.length]
    if (!song) throw new Error('unreachable')
    const line = page.locator(`[data-track-id="${song.trackid}"]`)
    await line.hover()
    const button = line.getByRole('button', { name: /^(Play|Pause) / })
    rows.push(await pressToSound(page, () => button.click()))
    await pause(250)
  }
  const next: number[] = []
  for (let i = 0; next.length < presses; i++) {
    if (i % (release.songs.length - 1) === 0) {
      const line = page.locator(`[data-track-id="${release.songs[0]?.trackid}"]`)
      await line.hover()
      await pressToSound(page, () => line.getByRole('button', { name: /^(Play|Pause) / }).click())
    }
    await pause(600)
    next.push(await pressToSound(page, () => player(page).getByRole('button', { name: 'Next', exact: true }).click()))
  }
  return [
    shown({ what: 'press to sound', unit: 'ms', must: below(SOUND_MS) }, rows),
    shown({ what: 'Next to sound', unit: 'ms', must: below(SOUND_MS) }, next),
  ]
}

/** What playing costs: a second of it, less a second of the same page paused. */
async function second(page: Page, cdp: CDPSession, seconds: number): Promise<Figure> {
  await page.mouse.move(5, 5)
  const toggle = player(page).getByRole('button', { name: /^(Play|Pause)$/ })
  if ((await toggle.getAttribute('aria-label')) === 'Play') await toggle.click()
  await page.locator('#main').focus()
  await page.mouse.move(700, 5)
  await pause(2500)
  const playing: number[] = []
  for (let i = 0; i < 5; i++) playing.push(await workPerSecond(cdp, seconds / 5))
  await page.keyboard.press('Space')
  await pause(1500)
  const still: number[] = []
  for (let i = 0; i < 3; i++) still.push(await workPerSecond(cdp, seconds / 5))
  const floor = median(still)
  console.log(`  a second of playing ${at(playing, 0.5)} ms, of the same page paused ${floor.toFixed(1)} ms`)
  return shown(
    { what: 'main thread of a playing second', unit: 'ms', must: below(SECOND_MS) },
    playing.map((ms) => Math.max(0, ms - floor)),
  )
}

/** Presses `Play later` on a release of many songs while a long queue waits. */
async function adding(
  context: BrowserContext,
  page: Page,
  cdp: CDPSession,
  url: string,
  release: ReleaseDetail,
  presses: number,
): Promise<Figure> {
  const [first] = release.songs
  if (!first) throw new Error('unreachable')
  // The catalogue has no release of so many songs: the server's own answer is drawn out.
  await context.route(`**/api/releases/${release.releaseid}`, async (route) => {
    const response = await route.fetch()
    const detail = ReleaseDetail.parse(await response.json())
    const many = Array.from({ length: SONGS }, (_, n) => ({
      ...(detail.songs[n % detail.songs.length] ?? first),
      trackid: `bench-track-${n}`,
      ordinal: n + 1,
    }))
    await route.fulfill({ response, json: { ...detail, songs: many, trackcount: SONGS } })
  })
  await pause(1500)
  const { trackid, title, artist, version, explicit, duration, coverart, ordinal } = first
  await page.goto(`${url}/favicon.svg`)
  await keepQueue(page, QUEUE, { trackid, title, artist, version, explicit, duration, coverart, ordinal })
  await page.goto(`${url}/releases/releaseInfo/${release.releaseid}`)
  await player(page).waitFor({ timeout: 30_000 })
  const later = page.getByRole('main').getByRole('button', { name: 'Play later', exact: true })
  await later.waitFor()
  await later.focus()
  await pause(4000)
  const cost: number[] = []
  for (let i = 0; i < presses; i++) {
    await pause(1500)
    const idle = await worked(cdp)
    await pause(600)
    const before = await worked(cdp)
    await page.keyboard.press('Enter')
    await pause(600)
    cost.push((await worked(cdp)) - before - (before - idle))
  }
  const what = `adding ${SONGS} songs to ${QUEUE.toLocaleString('en')}`
  return shown({ what, unit: 'ms', must: below(ADD_MS) }, cost)
}

/** Handles the long queue that `adding` left, beside the gallery. @returns how many tasks of it were long */
async function handling(page: Page, url: string): Promise<Figure> {
  await pause(1500)
  await page.goto(url)
  await page.locator('[data-release-id]').first().waitFor()
  await player(page).waitFor()
  await pause(4000)
  const long = await handleLongQueue(page)
  const note = long.length > 0 ? `worst ${Math.max(...long).toFixed(0)} ms` : ''
  const what = `long tasks while a queue of ${QUEUE.toLocaleString('en')} is scrolled and reordered`
  return figureOf({ what, unit: '', must: atMost(0), note }, long.length)
}

/** The median of some values, whose tail is printed. */
function shown(measured: Measured, values: readonly number[]): Figure {
  row([measured.what, at(values, 0.5), at(values, 0.95), at(values, 1)])
  return figureOfRounds(measured, values)
}

function at(values: readonly number[], share: number): string {
  const sorted = [...values].sort((a, b) => a - b)
  return (sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN).toFixed(1)
}

function row(cells: readonly string[]): void {
  console.log(cells.map((cell, i) => (i === 0 ? cell.padEnd(36) : cell.padStart(10))).join(''))
}
