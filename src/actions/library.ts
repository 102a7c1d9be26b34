// Flags and the archive. State follows the answer (D-117): meanwhile the target is busy.
import { wish } from '#bridge/dispatch.ts'
import { libraryClearRequested, libraryMarksRequested } from '#core/events/library.ts'
import type { LibraryList, Mark, MarkChange } from '#core/model/library/library.ts'
import { ports } from './ports.ts'

/** Flags a release and with it all its songs. */
export function flagRelease(releaseid: string): void {
  markReleases([releaseid], 'flagged')
}

/** Clears the flags of a release and of all its songs. */
export function unflagRelease(releaseid: string): void {
  markReleases([releaseid], 'unflagged')
}

export function flagSong(releaseid: string, trackid: string): void {
  changeMarks([{ releaseid, trackid, marks: ['flagged'] }])
}

export function unflagSong(releaseid: string, trackid: string): void {
  changeMarks([{ releaseid, trackid, marks: ['unflagged'] }])
}

/** Moves a release to the archive; its flags go with a call of their own. */
export function archiveRelease(releaseid: string): void {
  markReleases([releaseid], 'archived')
}

/** Brings a release back from the archive. */
export function restoreRelease(releaseid: string): void {
  markReleases([releaseid], 'restored')
}

/**
 * Makes these changes in one wish, as the way back of a notification (D-149). Nothing happens without any.
 */
export function changeMarks(changes: readonly MarkChange[]): void {
  if (changes.length === 0) return
  wish(libraryMarksRequested({ requestId: ports().mintId(), changes: [...changes] }))
}

/** Takes every flag back, those of songs too, or restores everything that is archived. Ask before. */
export function clearLibrary(list: LibraryList): void {
  wish(libraryClearRequested({ requestId: ports().mintId(), list }))
}

function markReleases(releaseids: readonly string[], mark: Mark): void {
  changeMarks([...new Set(releaseids)].map((releaseid) => ({ releaseid, trackid: null, marks: [mark] })))
}
