/** How the workers are, and what keeps the page busy: measured while somebody looks, from the outside where it can be. */
import { type ReadonlySignal, signal } from '@preact/signals-react'
import type { Mirror } from '#bridge/mirror.ts'
import type { Bridge } from '#bridge/start.ts'
import type { StateHealth } from '#core/contracts/inspect.ts'
import type { AppEvent } from '#core/events/index.ts'
import type { Touched } from '#core/reducers/store.ts'
import { downloadSummary } from '#projections/downloads/downloads.ts'
import type { Health, WorkerHealth } from '#views/inspect/liveLog.ts'

const EVERY_MS = 1000
const WINDOW_MS = 60_000
const RATE_MS = 10_000
/** So many of what fired most are listed. */
const LISTED = 12

/** Numbers of the last while. */
class Recent {
  #held: { readonly at: number; readonly value: number }[] = []

  constructor(readonly windowMs: number) {}

  add(value: number): void {
    this.#held.push({ at: performance.now(), value })
  }

  get sum(): number {
    return this.values.reduce((a, b) => a + b, 0)
  }

  get values(): number[] {
    const from = performance.now() - this.windowMs
    this.#held = this.#held.filter(({ at }) => at >= from)
    return this.#held.map(({ value }) => value)
  }
}

const most = (values: readonly number[]): number => values.reduce((a, b) => Math.max(a, b), 0)

interface Watched {
  readonly worker: Worker
  readonly messages: Recent
  readonly waits: Recent
  asked: number | null
  answerMs: number | null
}

export interface HealthWatch {
  readonly health: ReadonlySignal<Health>
  told(events: readonly AppEvent[], state: StateHealth): void
  end(): void
}

export function watchHealth({ workers, mirror }: Pick<Bridge, 'workers' | 'mirror'>): HealthWatch {
  const health = signal<Health>({ workers: [], fired: [], longestTaskMs: null })
  const watched = new Map<string, Watched>()
  const errors = new Map<string, string>()
  const tasks = observeTasks()
  const fired = countFired(mirror)
  let state: StateHealth = { unsent: 0, unhashed: 0, unstored: 0, messages: {}, longestMs: 0 }
  /** What the workers tell each other, by the ports of the state worker. */
  const traffic = new Map<string, Recent>()
  const stateWaits = new Recent(WINDOW_MS)

  function watchWorker(worker: Worker): Watched {
    const one: Watched = {
      worker,
      messages: new Recent(RATE_MS),
      waits: new Recent(WINDOW_MS),
      asked: null,
      answerMs: null,
    }
    worker.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      // That one lives is told because it was asked here, and is none of its messages.
      if (typeof data !== 'object' || data === null || !('lives' in data)) return one.messages.add(1)
      if (one.asked === null) return
      one.answerMs = performance.now() - one.asked
      one.asked = null
      one.waits.add(one.answerMs)
    })
    return one
  }

  function look(): void {
    const rows: WorkerHealth[] = Object.entries(workers).map(([name, { worker }]) => {
      const known = watched.get(name)
      // One that was started again is another one.
      const one: Watched = known && known.worker === worker ? known : watchWorker(worker)
      watched.set(name, one)
      const silentMs = one.asked === null ? 0 : performance.now() - one.asked
      if (one.asked === null) {
        one.asked = performance.now()
        worker.postMessage({ lives: true })
      }
      return {
        name,
        answerMs: one.answerMs,
        longestMs: Math.max(silentMs, most(one.waits.values), name === 'state' ? most(stateWaits.values) : 0),
        perSecond: (one.messages.sum + (traffic.get(name)?.sum ?? 0)) / (RATE_MS / 1000),
        waiting: waitingOf(name),
        lastError: errors.get(name) ?? null,
      }
    })
    health.value = { workers: rows, fired: fired.most(), longestTaskMs: tasks.longest() }
  }

  /** What is in the queue of a worker; null: it has none. */
  function waitingOf(name: string): number | null {
    if (name === 'state') return state.unsent
    if (name === 'log') return state.unstored
    return name === 'downloads' ? downloadSummary.peek().waiting : null
  }

  look()
  const timer = setInterval(look, EVERY_MS)
  return {
    health,
    told(events, now) {
      state = now
      stateWaits.add(now.longestMs)
      for (const [name, count] of Object.entries(now.messages)) {
        const recent = traffic.get(name) ?? new Recent(RATE_MS)
        traffic.set(name, recent)
        recent.add(count)
      }
      for (const { type, payload } of events)
        if (type === 'app.workerRestarted' || type === 'app.workerFailed') errors.set(payload.worker, payload.message)
    },
    end() {
      clearInterval(timer)
      tasks.end()
      fired.end()
    },
  }
}

/** Counts what the mirror touches: each is a signal that fires, where somebody reads it. */
function countFired(mirror: Mirror) {
  let times = new Map<string, number>()
  let before = new Map<string, number>()
  let since = performance.now()
  const count = (touched: readonly Touched[]): readonly Touched[] => {
    if (performance.now() - since > WINDOW_MS) {
      before = times
      times = new Map()
      since = performance.now()
    }
    for (const { kind, id } of touched) {
      const name = id === 'self' ? kind : `${kind}/${id}`
      times.set(name, (times.get(name) ?? 0) + 1)
    }
    return touched
  }
  const { confirm, echo } = mirror
  mirror.confirm = (...given) => count(confirm.apply(mirror, given)) as Touched[]
  mirror.echo = (...given) => count(echo.apply(mirror, given)) as Touched[]
  return {
    most: () =>
      // The minute before counts until there is a new one.
      [...(times.size > 0 ? times : before)]
        .map(([name, count]) => ({ name, times: count }))
        .sort((a, b) => b.times - a.times)
        .slice(0, LISTED),
    end() {
      mirror.confirm = confirm
      mirror.echo = echo
    },
  }
}

function observeTasks() {
  const lasted = new Recent(WINDOW_MS)
  if (!PerformanceObserver.supportedEntryTypes.includes('longtask'))
    return { longest: () => null, end: () => undefined }
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) lasted.add(duration)
  })
  observer.observe({ type: 'longtask', buffered: true })
  return { longest: () => most(lasted.values), end: () => observer.disconnect() }
}
