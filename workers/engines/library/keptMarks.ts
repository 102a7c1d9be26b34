// Which marks of a state wait, as they are kept on this device: a pure function, and how one is read back.
import * as z from 'zod/mini'
import { later } from '#core/model/later.ts'
import { MarkChange, targetId } from '#core/model/library/library.ts'
import { wayBack } from '#core/reducers/library/libraryNotices.ts'
import type { ReadonlyStore } from '#core/reducers/store.ts'

/** A mark that waits to be sent, or for its answer. */
export const KeptMark = later(() =>
  z.object({
    /** When it was wished, ms since 1970: a later one of the same target goes out behind it. */
    at: z.number(),
    change: MarkChange,
    /** It was taken back meanwhile: made, and then taken back. */
    back: z.optional(z.literal(true)),
  }),
)
export type KeptMark = z.infer<typeof KeptMark>

export interface WaitingMark extends Pick<KeptMark, 'change' | 'back'> {
  /** The wish it belongs to. */
  readonly wish: string
}

/** How many marks one change names at most. */
const MARKS_MAX = 4

/** What waits, of one target the older wish first. What is to be taken back, once that can be done, waits as well. */
export function waitingMarks(state: ReadonlyStore): WaitingMark[] {
  const waiting: WaitingMark[] = []
  for (const id of state.ids('marking')) {
    const marking = state.get('marking', id)
    if (!marking) continue
    const { requestId, releaseid, trackid, marks, done } = marking
    const by = state.get('decision', requestId)?.takenBackBy ?? null
    if (marks.length > 0) {
      // What was answered is made once more, so that its way back leads over all of it.
      const all = [...done, ...marks]
      const change = { releaseid, trackid, marks: all.length > MARKS_MAX ? [...marks] : all }
      waiting.push({ wish: requestId, change, ...(by === null ? {} : { back: true }) })
    } else if (by !== null) for (const change of wayBack(marking)) waiting.push({ wish: by, change })
  }
  for (const id of state.single('decisionOrder').leaving) {
    const { undo, takenBackBy } = state.get('decision', id) ?? {}
    if (takenBackBy) for (const change of undo ?? []) waiting.push({ wish: takenBackBy, change })
  }
  return waiting
}

/** Whether something is being made of a target just now: a wish for it would come to nothing. */
export const isBusy = (state: ReadonlyStore, change: MarkChange): boolean =>
  (state.get('marking', targetId(change))?.marks.length ?? 0) > 0
