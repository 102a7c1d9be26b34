/** How fast files arrive, measured once a second while somebody looks. */
import { signal } from '@preact/signals-react'
import { useEffect } from 'react'
import { bytesPerSecond, NO_PACE, nextPace, type Pace, secondsLeft } from '#core/model/downloads/pace.ts'
import { bytesUnderWay, peekArrivedBytes, peekLoading } from '#projections/downloads/downloads.ts'
import { arrivedOf } from '#projections/downloads/downloadTally.ts'

const INTERVAL_MS = 1000
/** When nothing came for so long it has no speed, whatever came before, ms: a connection brings bytes far oftener. */
export const SILENT_MS = 4000

export interface Speeds {
  /** Bytes a second by job. */
  readonly jobs: Readonly<Record<string, number>>
  /** ms since bytes of it came last, or since somebody looks, by job. */
  readonly quiet: Readonly<Record<string, number>>
  /** Bytes a second of all together. */
  readonly all: number
  /** Seconds until all that is under way is here; null while that is not known. */
  readonly left: number | null
}

const NONE: Speeds = { jobs: {}, quiet: {}, all: 0, left: null }
export const speeds = signal<Speeds>(NONE, { name: 'speeds' })

/** What a look at the downloads sees. */
export interface Look {
  /** When, ms of a clock that only goes forward. */
  readonly at: number
  /** Bytes that had come over the line by then, of all files, those that are done included. */
  readonly arrived: number
  /** The same of each job that loads, and of each bundle's songs that do, by id. */
  readonly jobs: ReadonlyMap<string, number>
  /** Bytes to come of all that is under way; null: unknown. */
  readonly rest: number | null
}

/** What is known of one line: its pace, and when bytes came last. */
interface Line {
  readonly pace: Pace
  readonly bytes: number
  readonly heardAt: number
}

function nextLine(before: Line | undefined, at: number, bytes: number): Line {
  const heardAt = before?.bytes === bytes ? before.heardAt : at
  return { pace: nextPace(before?.pace ?? NO_PACE, { at, bytes }), bytes, heardAt }
}

/** Measures paces of jobs and of all together from looks at what had arrived. */
export class SpeedMeter {
  #all: Line | undefined
  #lines = new Map<string, Line>()

  look({ at, arrived, jobs, rest }: Look): Speeds {
    const all = nextLine(this.#all, at, arrived)
    this.#all = all
    this.#lines = new Map([...jobs].map(([id, bytes]) => [id, nextLine(this.#lines.get(id), at, bytes)] as const))
    const isSilent = (line: Line) => at - line.heardAt >= SILENT_MS
    const each = <T>(of: (line: Line) => T) => Object.fromEntries([...this.#lines].map(([id, line]) => [id, of(line)]))
    const speed = (line: Line) => (isSilent(line) ? 0 : bytesPerSecond(line.pace))
    return {
      jobs: each(speed),
      quiet: each(({ heardAt }) => at - heardAt),
      all: speed(all),
      left: isSilent(all) ? null : secondsLeft(all.pace, rest),
    }
  }
}

/** Measures while it is mounted. */
export function useSpeedMeter(): void {
  useEffect(() => {
    const meter = new SpeedMeter()
    const measure = () => {
      const jobs = new Map<string, number>()
      for (const job of peekLoading()) {
        if (job.type === 'bundle') continue
        const bytes = arrivedOf(job)
        jobs.set(job.downloadID, bytes)
        const bundle = job.place?.bundle
        if (bundle !== undefined) jobs.set(bundle, (jobs.get(bundle) ?? 0) + bytes)
      }
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
