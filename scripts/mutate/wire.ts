// What the command, the processes that run tests, and the threads in them tell each other.
import type { Numbered } from './schemata.ts'

/** One mutant as one test file is asked about it. */
export interface Trial {
  readonly id: number
  /** Which tests of the file, by their place in it. */
  readonly tests: readonly number[]
  /** What they take of the processor with nothing broken, ms. */
  readonly takes: number
}

/** Once, before all others: the mutants by file, which are in the sources from then on. */
export interface Begin {
  readonly kind: 'begin'
  readonly mutants: readonly (readonly [file: string, mutants: readonly Numbered[]])[]
}

export type Order =
  | Begin
  /** Which test files load any of the files. */
  | { readonly kind: 'related' }
  | { readonly kind: 'survey'; readonly test: string }
  | { readonly kind: 'try'; readonly test: string; readonly trials: readonly Trial[] }

/** What a test file does with nothing broken. */
export interface Surveyed {
  /** Absolute path. */
  readonly test: string
  /** What it takes of the processor to load it and what it loads, ms. */
  readonly loads: number
  /** Mutants come by as it is loaded. */
  readonly loaded: readonly number[]
  readonly tests: readonly SurveyedTest[]
}

export interface SurveyedTest {
  /** Its place in the file, counted from 0, skipped ones as well. */
  readonly at: number
  readonly passed: boolean
  /** Of the processor, ms. */
  readonly took: number
  /** Mutants it comes by, itself or in what is made ready for it. */
  readonly reached: readonly number[]
}

/**
 * What a test file says of a mutant. `late`: it ran on and on. `unsteady`: its tests fail with nothing broken when they
 * run by themselves, and say nothing.
 */
export type Verdict = 'killed' | 'late' | 'survived' | 'unsteady'

/** Said while an order is carried out. */
export type News =
  | { readonly kind: 'began'; readonly id: number; readonly takes: number }
  | { readonly kind: 'judged'; readonly id: number; readonly verdict: Verdict }
  | { readonly kind: 'surveyed'; readonly surveyed: Surveyed }

/** The last word on an order. */
export type Answer = (
  | { readonly kind: 'ready' }
  | { readonly kind: 'files'; readonly files: readonly string[] }
  | { readonly kind: 'done' }
) & {
  /** What the process has used of the processor since it began, ms. */
  readonly used: number
}

/** The channel on which the threads of a process tell it news. */
export const CHANNEL = 'mutate'
/** With a mutant on, a test that waits for nothing is ended after this long, ms. */
export const TEST_TIMEOUT_MS = 5000
