/**
 * How fast bytes arrive and how long the rest takes: pure, so that the figures shown to a person can be held
 * to what a simulated line really did.
 */

/** How far back the rate looks, ms. Long enough that many small files read as steadily as one long one. */
const WINDOW_MS = 8000
/** Before so much was measured nothing is said of the time left, ms. */
const SILENT_MS = 2000

/** A look at the line. */
export interface Arrival {
  /** When, ms of any clock that only goes forward. */
  readonly at: number
  /** Bytes that had come over the line by then, of all files together, those that are done or gone included. */
  readonly bytes: number
}

/** The looks the rate is made of, oldest first. Replaced, never changed. */
export type Pace = readonly Arrival[]

export const NO_PACE: Pace = []

/** The pace after another look. A count that fell began anew elsewhere, and the pace with it. */
export function nextPace(before: Pace, look: Arrival): Pace {
  const last = before.at(-1)
  if (last && (look.bytes < last.bytes || look.at < last.at)) return [look]
  const looks = [...before, look]
  // The look at the edge of the window stays: what came between it and the next is inside.
  let first = Math.max(
    0,
    looks.findLastIndex(({ at }) => at <= look.at - WINDOW_MS),
  )
  // Idle time before the first byte is not slowness.
  while (first + 2 < looks.length && looks[first]?.bytes === looks[first + 1]?.bytes) first += 1
  return looks.slice(first)
}

/** Bytes a second; 0 before two looks. */
export function bytesPerSecond(pace: Pace): number {
  const first = pace[0]
  const last = pace.at(-1)
  if (!first || !last || last.at <= first.at) return 0
  return ((last.bytes - first.bytes) / (last.at - first.at)) * 1000
}

/**
 * Seconds until `bytes` have arrived, or null while that is not known: too little measured, nothing moving, or
 * a file of unknown length.
 */
export function secondsLeft(pace: Pace, bytes: number | null): number | null {
  const rate = bytesPerSecond(pace)
  const measured = (pace.at(-1)?.at ?? 0) - (pace[0]?.at ?? 0)
  return bytes === null || measured < SILENT_MS || rate < 1 ? null : bytes / rate
}

export interface Foreseen {
  /** Bytes that are here. */
  readonly received: number
  /** Bytes of all files together; null while nothing says how long they are. */
  readonly total: number | null
}
