/**
 * `npm run bench -- log [--kills=100]`: the renderer is killed while events come every 10 ms, at a moment nobody chose,
 * and the log is read back from the disk: how much of what was pressed is not in it, in ms before the kill, and whether
 * what is there is a log. Must: at most 250 ms, and a whole chain, every time.
 */
import { execFileSync } from 'node:child_process'
import { type BrowserContext, chromium, type Page } from 'playwright'
import { eachFrame } from '#core/log/codec.ts'
import { eventOfLine } from '#core/log/readEvent.ts'
import { DEMO_PASSWORD } from '#server/demo/people/accounts.ts'
import { logFiles } from '#tests/e2e/support/recordedLogs.ts'
// biome-ignore lint/correctness/useImportExtensions: its types stand beside it in a .d.mts, which misleads the rule
import { needChromium } from '../../scripts/chromium.mjs'
import { numbers } from './events/downloadMix.ts'
import { buildProduct, startProduct } from './press/product.ts'

const MUST_MS = 250
/** Presses come this often. One that was on its way when the renderer went is no loss of the log. */
const EVERY_MS = 10
const FIRST_MS = 400
const SPREAD_MS = 1200

export async function run(args: readonly string[]): Promise<void> {
  const quick = args.includes('--quick')
  const kills = Number(args.find((arg) => arg.startsWith('--kills='))?.split('=')[1] ?? (quick ? 5 : 100))
  if (!Number.isInteger(kills) || kills < 1) throw new Error('--kills takes a whole number from 1')
  const root = process.cwd()
  buildProduct(root)
  const product = await startProduct(root, 1e6)
  const browser = await chromium.launch({ executablePath: needChromium(), args: ['--no-sandbox', '--disable-gpu'] })
  const next = numbers(11)
  const lost: number[] = []
  let broken = 0
  try {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
    await signIn(await context.newPage(), product.url)
    for (let nth = 0; nth < kills; nth++) {
      const { ms, isWhole } = await kill(context, product.url, FIRST_MS + next() * SPREAD_MS)
      lost.push(ms)
      if (!isWhole) broken++
    }
  } finally {
    await browser.close()
    await product.close()
  }
  lost.sort((a, b) => a - b)
  const at = (share: number) => lost[Math.min(lost.length - 1, Math.floor(lost.length * share))] ?? Number.NaN
  const worst = at(1)
  const met = worst <= MUST_MS + 2 * EVERY_MS && broken === 0
  console.log(`log, commit ${commit()}, ${kills} kills of the renderer, Chromium ${browser.version()}`)
  console.log(
    `not in the log, ms before the kill: p50 ${at(0.5)}, p95 ${at(0.95)}, worst ${worst} (must ${MUST_MS}, and ${2 * EVERY_MS} for what was pressed last); broken logs ${broken}: ${met ? 'met' : 'MISSED'}`,
  )
  if (!met) process.exitCode = 1
}

/** @param after ms of pressing before the kill */
async function kill(context: BrowserContext, url: string, after: number): Promise<{ ms: number; isWhole: boolean }> {
  for (const page of context.pages()) await page.close()
  const page = await context.newPage()
  await page.goto(url)
  const menu = page.getByRole('button', { name: 'Menu', exact: true })
  await menu.waitFor()
  await menu.evaluate((button, every) => {
    setInterval(() => (button as HTMLButtonElement).click(), every)
  }, EVERY_MS)
  await new Promise((resolve) => setTimeout(resolve, after))
  const cdp = await context.newCDPSession(page)
  const gone = new Promise((resolve) => page.once('crash', resolve))
  const killedAt = Date.now()
  void cdp.send('Page.crash').catch(() => undefined)
  await gone
  const reader = await context.newPage()
  // A page of the same origin that starts no worker, so that nothing is put right before it is looked at.
  await reader.goto(new URL('/insecure.html', url).href)
  const logs = await logFiles(reader)
  await page.close().catch(() => undefined)
  const read = logs.map(lastOf).filter((one) => one !== null)
  const newest = read.toSorted((a, b) => b.at - a.at)[0]
  if (!newest) throw new Error('there is no log on the disk')
  return { ms: Math.max(0, killedAt - newest.at), isWhole: newest.isWhole }
}

/** When the last event of a log came, by the wall clock, and whether all before it is whole. */
function lastOf(bytes: Uint8Array): { at: number; isWhole: boolean } | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < 8) return null
  const head = JSON.parse(Buffer.from(bytes.subarray(4, 4 + view.getUint32(0))).toString('utf8')) as { before: string }
  let startedAt = 0
  let t = 0
  let end = 0
  for (const { frame, end: at } of eachFrame(bytes, head.before)) {
    let before = 0
    frame.lines.forEach((line, nth) => {
      const { event } = eventOfLine(line, frame.head.first + nth, before)
      if (event.type === 'app.opened') startedAt = event.payload.startedAt
      before = event.t
    })
    t = before
    end = at
  }
  // What was being written when it went is a tail, which is cut when the log is closed.
  return { at: startedAt + t, isWhole: end > 0 && startedAt > 0 }
}

async function signIn(page: Page, url: string): Promise<void> {
  await page.goto(url)
  await page.getByRole('textbox', { name: 'Email' }).fill('verified@demo.test')
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('button', { name: 'Menu', exact: true }).waitFor()
}

function commit(): string {
  return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
}
