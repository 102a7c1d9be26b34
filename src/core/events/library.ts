/**
 * What can happen to a player's marks: flags on releases and songs, the archive. A wish names changes;
 * each call of them is answered or failed by a fact, and state follows the answer alone (D-117).
 */
import * as z from 'zod/mini'
import { ReleaseId, RequestId, TrackId } from '../model/ids.ts'
import { later } from '../model/later.ts'
import { LibraryList, Mark, MarkChange } from '../model/library/library.ts'
import { defineEvent } from './define.ts'

const Call = { requestId: RequestId, releaseid: ReleaseId, trackid: later(() => z.nullable(TrackId)), mark: Mark }

/**
 * Flag, unflag, archive or restore these. Changes of one wish are said in one notification and undone together.
 * `takesBack` is the decision that is undone by it: the undoing of one is no decision itself.
 */
export const libraryMarksRequested = defineEvent(
  'library.marksRequested',
  () => ({
    requestId: RequestId,
    changes: z.array(MarkChange).check(z.minLength(1)),
    takesBack: z.optional(RequestId),
  }),
  { kind: 'wish' },
)
/** The server took one call. */
export const libraryMarkAnswered = defineEvent('library.markAnswered', () => Call, { kind: 'fact' })
/**
 * One call came to nothing; nothing is shown of it (FLAG-010, ARCHIVE-005), unless the connection had fallen while it
 * was under way: whoever asked for it believes it done by now (P7).
 */
export const libraryMarkFailed = defineEvent(
  'library.markFailed',
  () => ({ ...Call, code: z.string(), fell: z.optional(z.literal(true)) }),
  { kind: 'fact' },
)

/** What waits of these wishes lies on this device, for the next visit (H-570). Not kept in the log. */
export const libraryMarksKept = defineEvent(
  'library.marksKept',
  () => ({ requestIds: z.array(RequestId).check(z.minLength(1)) }),
  { kind: 'fact', durable: false },
)

const Clear = { requestId: RequestId, list: LibraryList }
/** Take every flag back, those of songs too, or bring every archived release back (FLAG-012, ARCHIVE-007). */
export const libraryClearRequested = defineEvent('library.clearRequested', () => Clear, { kind: 'wish' })
export const libraryClearAnswered = defineEvent('library.clearAnswered', () => Clear, { kind: 'fact' })
export const libraryClearFailed = defineEvent('library.clearFailed', () => ({ ...Clear, code: z.string() }), {
  kind: 'fact',
})
