// What the command and the processes that run tests tell each other.

/** One mutant as a runner needs it. */
export interface Job {
  /** Absolute path of the file. */
  readonly file: string
  /** Part of its source that is replaced, in UTF-16 units, half-open, and by what. */
  readonly start: number
  readonly end: number
  readonly text: string
  /** Test files that reach it, the one that says soonest first. */
  readonly tests: readonly string[]
}

/** Places of mutants, by file; and which share, from 0, of the tests is asked. */
export interface Survey {
  /** Beginnings of paths: only tests under them are asked. */
  readonly tests: readonly string[]
  readonly share: number
  readonly of: number
  readonly places: readonly { readonly file: string; readonly offsets: readonly number[] }[]
}

export type Order = { readonly kind: 'survey'; readonly survey: Survey } | { readonly kind: 'job'; readonly job: Job }

/** What a test file does with nothing broken. */
export interface Tested {
  readonly test: string
  /** ms */
  readonly took: number
  readonly passed: boolean
  /** `file:offset` of the places it comes by. */
  readonly reached: readonly string[]
}

export type Answer =
  | { readonly kind: 'ready' }
  | { readonly kind: 'surveyed'; readonly tested: readonly Tested[] }
  | { readonly kind: 'ran'; readonly killed: boolean }
