/** The longest tasks of every thread of a page, from Chromium's own trace. */
import type { CDPSession } from 'playwright'

export interface ThreadTasks {
  /** `main`, or the name of a worker. */
  readonly thread: string
  /** CPU of its longest tasks, ms, the longest first. */
  readonly longest: readonly number[]
}

interface TraceEvent {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  readonly ts: number
  readonly dur?: number
  readonly tdur?: number
  readonly args?: {
    readonly name?: string
    readonly data?: { readonly url?: string; readonly workerThreadId?: number }
  }
}

const SHOWN = 4
/** Shorter tasks are nobody's concern, ms. */
const LEAST_MS = 5

/** What every thread of the page's process was busy with while `act` went on. */
export async function tasksDuring(cdp: CDPSession, act: () => Promise<unknown>): Promise<ThreadTasks[]> {
  const events: TraceEvent[] = []
  const collect = ({ value }: { value: unknown[] }) => void events.push(...(value as TraceEvent[]))
  cdp.on('Tracing.dataCollected', collect)
  await cdp.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['devtools.timeline', 'disabled-by-default-devtools.timeline', '__metadata'] },
  })
  try {
    await act()
  } finally {
    const complete = new Promise((resolve) => cdp.once('Tracing.tracingComplete', resolve))
    await cdp.send('Tracing.end')
    await complete
    cdp.off('Tracing.dataCollected', collect)
  }
  return threadsOf(events)
}

function threadsOf(events: readonly TraceEvent[]): ThreadTasks[] {
  const keyOf = ({ pid, tid }: TraceEvent) => `${pid}:${tid}`
  const names = new Map<string, string>()
  for (const event of events) {
    if (event.name === 'thread_name' && event.args?.name === 'CrRendererMain') names.set(keyOf(event), 'main')
    const data = event.name === 'TracingSessionIdForWorker' ? event.args?.data : undefined
    if (data?.workerThreadId !== undefined) names.set(`${event.pid}:${data.workerThreadId}`, workerName(data.url ?? ''))
  }
  const tasks = new Map<string, number[]>()
  for (const event of events) {
    const name = names.get(keyOf(event))
    if (event.ph !== 'X' || !event.name.endsWith('RunTask') || name === undefined) continue
    const ms = (event.tdur ?? event.dur ?? 0) / 1000
    if (ms >= LEAST_MS) tasks.set(name, [...(tasks.get(name) ?? []), ms])
  }
  return [...new Set(names.values())]
    .sort((a, b) => a.localeCompare(b))
    .map((thread) => ({
      thread,
      longest: (tasks.get(thread) ?? []).sort((a, b) => b - a).slice(0, SHOWN),
    }))
}

const workerName = (url: string): string => /([a-z]+)\.worker/.exec(url)?.[1] ?? url
