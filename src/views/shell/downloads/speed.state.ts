/** How fast files arrive, measured once a second while somebody looks. */
import { signal } from '@preact/signals-react'
import { useEffect } from 'react'
import { bytesPerSecond, NO_PACE, nextPace, type Pace, secondsLeft } from '#core/model/pace.ts'
import { bytesUnderWay, peekJobs } from '#projections/downloads.ts'

const INTERVAL_MS = 1000

export interface Speeds {
  /** Bytes a second by job. */
  readonly jobs: Readonly<Record<string, number>>
  /** Bytes a second of all together. */
  readonly all: number
  /** Seconds until all that is under way is here; null while that is not known. */
  readonly left: number | null
}

const NONE: Speeds = { jobs: {}, all: 0, left: null }
export const speeds = signal<Speeds>(NONE, { name: 'speeds' })

/** Measures paces of jobs and of all together from what had been received at each look. */
export class SpeedMeter {
  #all: Pace = NO_PACE
  #paces = new Map<string, Pace>()
  #earlier = new Map<string, number>()

  /**
   * @param received bytes of every job that loads, by id
   * @param rest bytes to come of all that is under way; null: unknown
   * @param ms since the last look
   */
  look(received: ReadonlyMap<string, number>, rest: number | null, ms: number): Speeds {
    const paces = new Map<string, Pace>()
    let moved = 0
    for (const [id, bytes] of received) {
      const earlier = this.#earlier.get(id)
      // A job that is seen first may have been resumed: what it has did not come over the line now.
      const fresh = earlier === undefined ? 0 : Math.max(0, bytes - earlier)
      moved += fresh
      paces.set(id, earlier === undefined ? NO_PACE : nextPace(this.#paces.get(id) ?? NO_PACE, fresh, ms))
    }
    this.#paces = paces
    this.#earlier = new Map(received)
    this.#all = received.size === 0 ? NO_PACE : nextPace(this.#all, moved, ms)
    const jobs = Object.fromEntries([...paces].map(([id, pace]) => [id, bytesPerSecond(pace)]))
    return { jobs, all: bytesPerSecond(this.#all), left: secondsLeft(this.#all, rest) }
  }
}

/** Measures while it is mounted. */
export function useSpeedMeter(): void {
  useEffect(() => {
    const meter = new SpeedMeter()
    let at = performance.now()
    const measure = () => {
      const now = performance.now()
      const received = new Map<string, number>()
      for (const { downloadID, status, type, receivedBytes } of peekJobs())
        if (status === 'loading' && type !== 'bundle') received.set(downloadID, receivedBytes)
      const { total, received: here } = bytesUnderWay.peek()
      speeds.value = meter.look(received, total === null ? null : total - here, now - at)
      at = now
    }
    measure()
    const timer = setInterval(measure, INTERVAL_MS)
    return () => {
      clearInterval(timer)
      speeds.value = NONE
    }
  }, [])
}
