/**
 * What can happen to the selection of releases. It names places of one list, so that a range can reach
 * over rows nobody has loaded; the selection engine finds out which releases they are when something
 * is done with them.
 */
import * as z from 'zod/mini'
import { Gather } from '../model/downloads/bundleWish.ts'
import { PlaylistId, Whole } from '../model/ids.ts'
import { later } from '../model/later.ts'
import { SelectionAction } from '../model/library/selection.ts'
import { defineEvent } from './define.ts'
import { QueryId } from './releases.ts'

const RunId = later(() => z.string().check(z.minLength(1), z.maxLength(64)))

/** One row's checkbox; it becomes the end from which a range is drawn. */
export const selectionToggled = defineEvent(
  'selection.toggled',
  () => ({ queryId: QueryId, place: Whole, on: z.boolean() }),
  { kind: 'wish' },
)
/** Shift: everything from the row toggled last to this one. */
export const selectionExtended = defineEvent('selection.extended', () => ({ queryId: QueryId, place: Whole }), {
  kind: 'wish',
})
/** Everything the filter lets through. */
export const selectionFilled = defineEvent('selection.filled', () => ({ queryId: QueryId }), { kind: 'wish' })
export const selectionCleared = defineEvent('selection.cleared', () => ({}), { kind: 'wish' })
/** What is being done with a selection ends where it is; what is selected stays so. */
export const selectionStopped = defineEvent('selection.stopped', () => ({}), { kind: 'wish' })

/** Do this with everything that is selected; `playlist` puts its songs into the playlist that is named, a download may gather all of it into one zip (named `title`) or into single files. `runId` names the run in what the engine reports of it. */
export const selectionApplied = defineEvent(
  'selection.applied',
  () => ({
    runId: RunId,
    action: SelectionAction,
    playlistid: z.optional(PlaylistId),
    gather: z.optional(Gather),
    title: z.optional(z.string().check(z.maxLength(200))),
  }),
  { kind: 'wish' },
)
/** So many places are `done`; `found` are those of them since the last time that could be read, as the list stands now. */
export const selectionRunProgressed = defineEvent(
  'selection.runProgressed',
  () => ({ runId: RunId, done: Whole, found: z.optional(z.array(z.tuple([Whole, Whole]))) }),
  { kind: 'fact' },
)
/** `skipped` releases had nothing to do it with (stream-only, already flagged); `failed` ones could not be read; `here` are downloads that were under way or done before. */
export const selectionRunEnded = defineEvent(
  'selection.runEnded',
  () => ({ runId: RunId, applied: Whole, skipped: Whole, failed: Whole, here: z.exactOptional(Whole) }),
  { kind: 'fact' },
)
