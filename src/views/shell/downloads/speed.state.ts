/** How fast files arrive, measured once a second while somebody looks. */
import { signal } from '@preact/signals-react'
import { useEffect } from 'react'
import { bytesPerSecond, NO_PACE, nextPace, type Pace, secondsLeft } from '#core/model/downloads/pace.ts'
import { bytesUnderWay, peekArrivedBytes, peekLoading } from '#projections/downloads/downloads.ts'
import { arrivedOf } from '#projections/downloads/downloadTally.ts'

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

/** What a look at the downloads sees. */
export interface Look {
  /** When, ms of a clock that only goes forward. */
  readonly at: number
  /** Bytes that had come over the line by then, of all files, those that are done included. */
  readonly arrived: number
  /** The same of each job that loads, by id. */
  readonly jobs: ReadonlyMap<string, number>
  /** Bytes to come of all that is under way; null: unknown. */
  readonly rest: number | null
}

/** Measures paces of jobs and of all together from looks at what had arrived. */
export class SpeedMeter {
  #all: Pace = NO_PACE
  #paces = new Map<string, Pace>()

  look({ at, arrived, jobs, rest }: Look): Speeds {
    this.#all = nextPace(this.#all, { at, bytes: arrived })
    this.#paces = new Map(
      [...jobs].map(([id, bytes]) => [id, nextPace(this.#paces.get(id) ?? NO_PACE, { at, bytes })] as const),
    )
    const each = Object.fromEntries([...this.#paces].map(([id, pace]) => [id, bytesPerSecond(pace)]))
    return { jobs: each, all: bytesPerSecond(this.#all), left: secondsLeft(this.#all, rest) }
  }
}

/** Measures while it is mounted. */
export function useSpeedMeter(): void {
  useEffect(() => {
    const meter = new SpeedMeter()
    const measure = () => {
      const jobs = new Map<string, number>()
      for (const job of peekLoading()) jobs.set(job.downloadID, arrivedOf(job))
      const { total, received } = bytesUnderWay.peek()
      const rest = total === null ? null : total - received
      speeds.value = meter.look({ at: performance.now(), arrived: peekArrivedBytes(), jobs, rest })
    }
    measure()
    const timer = setInterval(measure, INTERVAL_MS)
    return () => {
      clearInterval(timer)
      speeds.value = NONE
    }
  }, [])
}
