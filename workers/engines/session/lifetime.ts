/**
 * How long a token still lives, whatever this machine's clock does (P8). It was judged once, and runs down with the
 * wall clock or with the clock that only ever goes on, whichever went further: the first may be put back, the second
 * may stand still while the machine sleeps. A wall clock put forward makes it seem shorter than it is, which costs one
 * renewal too early and nothing else. What a token says of its end is held against the server's time, where an answer
 * told it: one that does not say when it was made would be over at once for a clock that is ahead (H-592).
 */
import type { ReadToken } from './claims.ts'

export interface Clocks {
  /** Wall clock, ms since 1970. */
  now(): number
  /** Ms since some moment; never put forward or back. */
  steady(): number
  /** How far the wall clock is ahead of the server's, ms; without, as far as anybody knows, not at all. */
  readonly ahead?: (() => number) | undefined
}

/** Seconds a token may seem to live longer than it was made for before this machine's clock is taken for wrong. */
const SLACK_S = 60

export interface Lifetime {
  /** Seconds left; negative when it is over. */
  leftS(): number
}

/**
 * @param isFresh it was handed out just now, so it has the whole of its time, where it says how long that is; otherwise a
 * clock alone can tell, and what that says is believed while it is possible. Where it is not, nothing is left: the server is asked.
 */
export function lifetimeOf({ claims, lifetimeS }: ReadToken, isFresh: boolean, clocks: Clocks): Lifetime {
  const wall = clocks.now()
  const steady = clocks.steady()
  const seems = claims.exp - (wall - (clocks.ahead?.() ?? 0)) / 1000
  const isPossible = lifetimeS === null || seems <= lifetimeS + SLACK_S
  const left = isFresh && lifetimeS !== null ? lifetimeS : isPossible ? seems : 0
  return { leftS: () => left - Math.max(clocks.now() - wall, clocks.steady() - steady) / 1000 }
}

/** Nothing is known of it but that it has to be renewed. */
export const NO_TIME: Lifetime = { leftS: () => 0 }
