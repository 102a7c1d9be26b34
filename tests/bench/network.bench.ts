/**
 * `npm run bench -- network [--quick] [--rounds=3]`: the list of 5,000 connections on the built product, scrolled by real wheel
 * events, and the gallery by the same wheel beside it: a list of people shall scroll as the gallery does. Times are from
 * one frame to the next as the page sees them, in ms.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Browser, type CDPSession, chromium, type Page } from 'playwright'
import { DEMO_PASSWORD } from '#server/demo/people/accounts.ts'
// biome-ignore lint/correctness/useImportExtensions: its types stand beside it in a .d.mts, which misleads the rule
import { needChromium } from '../../scripts/chromium.mjs'
import type { Stage } from './check/stage.ts'
import { buildProduct, startProduct } from './press/product.ts'
import { figureOfRounds } from './table/figure.ts'
import { report } from './table/report.ts'

const ROUNDS = 3
const PEOPLE = 5000
const FILE_BYTES_PER_S = 1e7
const WHEEL_MS = 1000 / 60
const SLOW_MS = 25
const SECONDS = 4
const SPEEDS = [
  ['brisk', 2000],
  ['fling', 20_000],
] as const

const LISTS = [
  ['network', '/account/my-network', 'network-scroller', '[data-place]'],
  ['gallery', '/releases', 'gallery-scroller', '[data-release-id]'],
] as const

interface Frames {
  readonly p50: number
  readonly p95: number
  readonly p99: number
  readonly max: number
  /** Share of frames, 0 to 1, that came more than SLOW_MS after the one before. */
  readonly slow: number
  /** Most rows, or cards, that were there at once. */
  readonly made: number
}

declare global {
  interface Window {
    scrolled: { times: number[]; made: number; running: boolean }
  }
}

const people = Array.from({ length: PEOPLE }, (_, n) => ({
  player_id: `bench-${n}`,
  full_name: `Person ${String(n).padStart(4, '0')}`,
  first_name: 'Person',
  last_name: String(n),
  email: `person${n}@radio.test`,
  verified: n % 7 !== 0,
}))

export async function run(args: readonly string[]): Promise<void> {
  const root = process.cwd()
  const rounds = Number(
    args.find((arg) => arg.startsWith('--rounds='))?.split('=')[1] ?? (args.includes('--quick') ? 1 : ROUNDS),
  )
  if (!Number.isInteger(rounds) || rounds < 1) throw new Error('--rounds takes a whole number from 1')
  buildProduct(root)
  const product = await startProduct(root, FILE_BYTES_PER_S, {
    answer: answerPeople,
  })
  const browser = await chromium.launch({ executablePath: needChromium(), args: ['--no-sandbox', '--disable-gpu'] })
  try {
    const { page, cdp } = await signedIn(browser, product.url)
    const all = new Map<string, Frames[]>()
    for (const [name, speed] of SPEEDS)
      for (const [what, address, scroller, cell] of LISTS)
        for (let round = 1; round <= rounds; round += 1) {
          await page.goto(product.url + address)
          await page.getByTestId(scroller).locator(cell).first().waitFor()
          await page.waitForTimeout(800)
          const frames = await scrolls(page, cdp, { scroller, cell, speed, seconds: SECONDS })
          console.log(`${what.padEnd(8)} ${name.padEnd(6)} ${round}  ${said(frames)}`)
          const key = `${what}, ${name}`
          all.set(key, [...(all.get(key) ?? []), frames])
        }
    const shortened = rounds < ROUNDS
    report({
      bench: 'network',
      figures: [...all].flatMap(([what, frames]) => [
        figureOfRounds({ what: `${what}: p95 from frame to frame`, unit: 'ms', shortened }, frames.map(({ p95 }) => p95)),
        figureOfRounds({ what: `${what}: frames over ${SLOW_MS} ms`, unit: '%', shortened }, frames.map(({ slow }) => 100 * slow)),
        figureOfRounds({ what: `${what}: cells made`, unit: '', shortened }, frames.map(({ made }) => made)),
      ]), // biome-ignore format: a figure a line
      peers: [`Chromium ${browser.version()}`, 'the gallery of the same page, by the same wheel'],
      leavesOut: ['a must: the list of people is held against the gallery beside it'],
    })
  } finally {
    await browser.close()
    await product.close()
  }
}

/** Both lists stand, are scrolled and make far fewer cells than there are people. @throws Error when not */
export async function check({ browser, product }: Stage): Promise<void> {
  const { page, cdp } = await signedIn(browser, product.url)
  for (const [what, address, scroller, cell] of LISTS) {
    await page.goto(product.url + address)
    await page.getByTestId(scroller).locator(cell).first().waitFor()
    const { p50, made } = await scrolls(page, cdp, { scroller, cell, speed: 2000, seconds: 0.5 })
    if (!(p50 > 0) || made === 0 || made > PEOPLE / 10) throw new Error(`${what}: ${made} cells, p50 ${p50} ms`)
  }
  await page.context().close()
}

/** Answers for the connections in the server's place. */
export function answerPeople(request: IncomingMessage, response: ServerResponse): boolean {
  if (request.method !== 'GET' || !request.url?.endsWith('/accounts/player/connections')) return false
  response.setHeader('Content-Type', 'application/json')
  response.end(JSON.stringify({ data: { connections: people } }))
  return true
}

async function signedIn(browser: Browser, url: string): Promise<{ page: Page; cdp: CDPSession }> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, colorScheme: 'dark' })
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  await page.goto(url)
  await page.getByLabel('Email', { exact: true }).fill('verified@demo.test')
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByTestId('gallery-scroller').waitFor()
  return { page, cdp }
}

const said = ({ p50, p95, p99, max, slow, made }: Frames): string =>
  `p50 ${p50.toFixed(1)}  p95 ${p95.toFixed(1)}  p99 ${p99.toFixed(1)}  max ${max.toFixed(1)} ms  over ${SLOW_MS} ms ${(100 * slow).toFixed(1)} %  made ${made}`

async function scrolls(
  page: Page,
  cdp: CDPSession,
  { scroller, cell, speed, seconds }: { scroller: string; cell: string; speed: number; seconds: number },
): Promise<Frames> {
  const box = await page.getByTestId(scroller).boundingBox()
  const [x, y] = [(box?.x ?? 0) + 500, (box?.y ?? 0) + 400]
  await page.mouse.move(x, y)
  await page.evaluate((cells) => {
    const state = { times: [] as number[], made: 0, running: true }
    window.scrolled = state
    const next = (at: number) => {
      state.times.push(at)
      state.made = Math.max(state.made, document.querySelectorAll(cells).length)
      if (state.running) requestAnimationFrame(next)
    }
    requestAnimationFrame(next)
  }, cell)
  const end = performance.now() + seconds * 1000
  while (performance.now() < end) {
    const from = performance.now()
    await cdp.send('Input.dispatchMouseEvent', {
      type: 'mouseWheel',
      x,
      y,
      deltaX: 0,
      deltaY: (speed * WHEEL_MS) / 1000,
    })
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, WHEEL_MS - (performance.now() - from))))
  }
  const { times, made } = await page.evaluate(() => {
    window.scrolled.running = false
    return window.scrolled
  })
  const gaps = times.slice(1).map((at, n) => at - (times[n] ?? at))
  const sorted = [...gaps].sort((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
  return {
    p50: at(0.5),
    p95: at(0.95),
    p99: at(0.99),
    max: at(1),
    slow: gaps.filter((gap) => gap > SLOW_MS).length / Math.max(1, gaps.length),
    made,
  }
}
