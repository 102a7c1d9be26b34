/** How fast files arrive, measured once a second while somebody looks. */
import { signal } from '@preact/signals-react'
import { useEffect } from 'react'
import { downloadJob, downloadOrder } from '#projections/downloads.ts'

const INTERVAL_MS = 1000
/** Weight of the newest second: follows a change within about three. */
const NEWEST = 0.4

export interface Speeds {
  /** Bytes a second by job. */
  readonly jobs: Readonly<Record<string, number>>
  /** Bytes a second of all together, and bytes that are still to come. */
  readonly all: number
  readonly left: number
}

export const speeds = signal<Speeds>({ jobs: {}, all: 0, left: 0 }, { name: 'speeds' })

/** The next figures after `ms`, given what has been received by now. Smoothed; a job seen first has no speed yet. */
export function nextSpeeds(
  before: Speeds,
  received: ReadonlyMap<string, { now: number; earlier: number | undefined; left: number }>,
  ms: number,
): Speeds {
  const jobs: Record<string, number> = {}
  let all = 0
  let left = 0
  for (const [id, { now, earlier, left: rest }] of received) {
    left += rest
    if (earlier === undefined || ms <= 0) continue
    const fresh = (Math.max(0, now - earlier) / ms) * 1000
    const known = before.jobs[id]
    const speed = known === undefined ? fresh : known + (fresh - known) * NEWEST
    jobs[id] = speed
    all += speed
  }
  return { jobs, all, left }
}

/** Measures while it is mounted. */
export function useSpeedMeter(): void {
  useEffect(() => {
    let earlier = new Map<string, number>()
    let at = performance.now()
    const measure = () => {
      const now = performance.now()
      const received = new Map<string, { now: number; earlier: number | undefined; left: number }>()
      for (const id of downloadOrder.peek().ids) {
        const job = downloadJob(id).peek()
        if (job?.status !== 'loading') continue
        const left = Math.max(0, (job.totalBytes ?? 0) - job.receivedBytes)
        received.set(id, { now: job.receivedBytes, earlier: earlier.get(id), left })
      }
      speeds.value = nextSpeeds(speeds.peek(), received, now - at)
      earlier = new Map([...received].map(([id, { now: bytes }]) => [id, bytes]))
      at = now
    }
    measure()
    const timer = setInterval(measure, INTERVAL_MS)
    return () => {
      clearInterval(timer)
      speeds.value = { jobs: {}, all: 0, left: 0 }
    }
  }, [])
}
