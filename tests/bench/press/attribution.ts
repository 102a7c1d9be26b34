/** What late presses were made of, from Chromium's own trace: work of the main thread by kind, and what it waited for. */
import type { BrowserContext } from 'playwright'
import { type Part, sumOf, type TraceEvent, threadsOf } from './traceThreads.ts'

const CATEGORIES = [
  'devtools.timeline',
  'disabled-by-default-devtools.timeline',
  'blink.user_timing',
  'toplevel',
  'cc',
  'v8',
  '__metadata',
]
const BUFFER_KB = 600_000

export interface Recording {
  /** Everything recorded since it began. */
  stop(): Promise<readonly TraceEvent[]>
}

/** Begins to record all processes of the browser. @throws Error where the browser cannot be asked */
export async function record(context: BrowserContext): Promise<Recording> {
  const browser = context.browser()
  if (!browser) throw new Error('a trace needs the browser itself')
  const session = await browser.newBrowserCDPSession()
  await session.send('Tracing.start', {
    transferMode: 'ReturnAsStream',
    traceConfig: { recordMode: 'recordContinuously', traceBufferSizeInKb: BUFFER_KB, includedCategories: CATEGORIES },
  })
  return {
    async stop() {
      const complete = new Promise<{ stream?: string }>((resolve) => session.once('Tracing.tracingComplete', resolve))
      await session.send('Tracing.end')
      const { stream } = await complete
      if (!stream) throw new Error('the trace did not come')
      const pieces: string[] = []
      for (;;) {
        const { data, eof } = await session.send('IO.read', { handle: stream, size: 4_000_000 })
        pieces.push(data)
        if (eof) break
      }
      return (JSON.parse(pieces.join('')) as { traceEvents: TraceEvent[] }).traceEvents
    },
  }
}

/** A press that was measured, as the page itself noted it; times in µs of the trace's clock. */
interface Measured {
  readonly name: string
  readonly pid: number
  readonly from: number
  readonly to: number
}

/** Prints for each thing what its late presses, and the others, spent their time with. @param lateMs later than this is late */
export function attribute(events: readonly TraceEvent[], lateMs: number): void {
  const presses = pressesIn(events)
  const names = [...new Set(presses.map(({ name }) => name))]
  const threads = threadsOf(events)
  console.log('\nwhat presses were made of, mean ms; first those in time, then those late')
  for (const name of names)
    for (const late of [false, true]) {
      const some = presses.filter((one) => one.name === name && one.to - one.from > lateMs * 1000 === late)
      if (some.length === 0) continue
      const parts = sumOf(some, threads)
      console.log(
        `${late ? 'late   ' : 'in time'} ${name.padEnd(16)}${String(some.length).padStart(4)}  ${words(parts, some.length)}`,
      )
    }
}

function words(parts: ReadonlyMap<Part, number>, count: number): string {
  return [...parts].map(([part, micros]) => `${part} ${(micros / 1000 / count).toFixed(1)}`).join(', ')
}

function pressesIn(events: readonly TraceEvent[]): Measured[] {
  const begun = new Map<string, TraceEvent>()
  const found: Measured[] = []
  for (const event of events) {
    if (event.cat !== 'blink.user_timing' || !event.name.startsWith('press ')) continue
    const key = `${event.pid} ${event.id ?? event.id2?.local ?? ''}`
    const first = begun.get(key)
    if (event.ph === 'b') begun.set(key, event)
    else if (event.ph === 'e' && first)
      found.push({ name: event.name.slice(6), pid: event.pid, from: first.ts, to: event.ts })
  }
  return found
}
