/**
 * The renderer is killed while events come every 10 ms, at a moment nobody chose, and the log is read back from the
 * disk: how much of what was pressed is not in it, in ms before the kill, and whether what is there is a log.
 */
import type { BrowserContext } from 'playwright'
import { eventOfLine } from '#core/log/readEvent.ts'
import { framesOf, logFiles } from '#tests/e2e/support/recordedLogs.ts'
import { numbers } from '../events/downloadMix.ts'

/** Presses come this often. One that was on its way when the renderer went is no loss of the log. */
export const EVERY_MS = 10
const FIRST_MS = 400
const SPREAD_MS = 1200

export interface Killed {
  /** Not in the log before the kill, ms, ascending. */
  readonly lost: readonly number[]
  /** Logs that are not whole. */
  readonly broken: number
}

/** @param context signed in at `url` */
export async function killed(context: BrowserContext, url: string, kills: number): Promise<Killed> {
  const next = numbers(11)
  const lost: number[] = []
  let broken = 0
  for (let nth = 0; nth < kills; nth++) {
    const { ms, isWhole } = await kill(context, url, FIRST_MS + next() * SPREAD_MS)
    lost.push(ms)
    if (!isWhole) broken++
  }
  return { lost: lost.sort((a, b) => a - b), broken }
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
function lastOf(bytes: Buffer): { at: number; isWhole: boolean } | null {
  if (bytes.length < 8) return null
  let startedAt = 0
  let t = 0
  let end = 0
  for (const { frame, end: at } of framesOf(bytes)) {
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
