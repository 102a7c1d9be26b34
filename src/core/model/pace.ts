/**
 * How fast bytes arrive and how long the rest takes: pure, so that the figures shown to a person can be held
 * to what a simulated line really did.
 */
import type { DownloadJob } from './download.ts'

/** Time constant of the mean: a change of the line has been followed to two thirds after so long, ms. */
const MEMORY_MS = 4000
/** Before so much was measured nothing is said, ms. */
const SILENT_MS = 2000

/** An exponentially weighted mean of the rate, with the weight it has gathered: without it the first seconds read low. */
export interface Pace {
  readonly sum: number
  readonly weight: number
  /** How long was measured, ms. */
  readonly measured: number
}

export const NO_PACE: Pace = { sum: 0, weight: 0, measured: 0 }

/** The pace after another `bytes` in `ms`. The shorter the time, the less it counts. */
export function nextPace(before: Pace, bytes: number, ms: number): Pace {
  if (ms <= 0) return before
  const kept = Math.exp(-ms / MEMORY_MS)
  const rate = (Math.max(0, bytes) / ms) * 1000
  return {
    sum: before.sum * kept + rate * (1 - kept),
    weight: before.weight * kept + (1 - kept),
    measured: before.measured + ms,
  }
}

/** Bytes a second; 0 before anything was measured. */
export function bytesPerSecond(pace: Pace): number {
  return pace.weight > 0 ? pace.sum / pace.weight : 0
}

/**
 * Seconds until `bytes` have arrived, or null while that is not known: too little measured, nothing moving, or
 * a file of unknown length.
 */
export function secondsLeft(pace: Pace, bytes: number | null): number | null {
  const rate = bytesPerSecond(pace)
  return bytes === null || pace.measured < SILENT_MS || rate < 1 ? null : bytes / rate
}

export interface Foreseen {
  /** Bytes that are here. */
  readonly received: number
  /** Bytes of all files together; null while nothing says how long they are. */
  readonly total: number | null
}

type Sized = Pick<DownloadJob, 'status' | 'type' | 'format' | 'receivedBytes' | 'totalBytes'>

/**
 * What these jobs come to. A job that has not begun counts as the mean of those of its kind whose length is
 * known, or of all of them.
 */
export function foresee(jobs: Iterable<Readonly<Sized>>): Foreseen {
  const kinds = new Map<string, { known: number; count: number; unknown: number }>()
  let received = 0
  let known = 0
  let count = 0
  for (const job of jobs) {
    received += job.receivedBytes
    const key = `${job.type} ${job.format}`
    const kind = kinds.get(key) ?? { known: 0, count: 0, unknown: 0 }
    kinds.set(key, kind)
    if (job.totalBytes === null) {
      // An answer that named no length: nobody knows when it ends.
      if (job.status === 'loading') return { received, total: null }
      kind.unknown += 1
      continue
    }
    kind.known += job.totalBytes
    kind.count += 1
    known += job.totalBytes
    count += 1
  }
  if (count === 0) return { received, total: null }
  let total = known
  for (const kind of kinds.values()) total += kind.unknown * (kind.count > 0 ? kind.known / kind.count : known / count)
  return { received, total: Math.max(received, Math.round(total)) }
}
