// The selection of releases in one list, and what can be done with all of it at once.
import * as z from 'zod/mini'
import type { Ranges } from '../bytes/ranges.ts'
import { later } from '../later.ts'

export const SelectionAction = later(() =>
  z.enum(['wav', 'mp3', 'queue', 'flag', 'archive', 'unflag', 'restore', 'playlist']),
)
export type SelectionAction = z.infer<typeof SelectionAction>

/** Something that is being done with a selection, or was done last. */
export interface SelectionRun {
  runId: string
  action: SelectionAction
  /** Where `playlist` puts the songs. */
  playlistid?: string
  /** Releases looked at so far, of `total`. */
  done: number
  total: number
  /** Places that could be read so far, as the list stands: what remains selected when others could not be has none of them. */
  found?: Ranges
  /** The list it was chosen in is no longer shown: how it ends is said by a notification. */
  left?: true
  /** Null while it runs. */
  result: { applied: number; skipped: number; failed: number; here?: number } | null
}

export interface SelectionState {
  /** The list the places belong to; null while nothing is selected. A run may go on meanwhile. */
  queryId: string | null
  ranges: Ranges
  /** Where a Shift-range begins. */
  anchor: number | null
  run: SelectionRun | null
}

export const NO_SELECTION: SelectionState = { queryId: null, ranges: [], anchor: null, run: null }
