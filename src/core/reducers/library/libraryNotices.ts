// What is said of marks that were changed, and what takes them back (FLAG-003, FLAG-007, ARCHIVE-003, D-149).
import type { Marking, NoticeCategory } from '../../model/entities.ts'
import { type Mark, type MarkChange, oppositeOf } from '../../model/library/library.ts'
import { addNotice } from '../notices.ts'
import type { ReadonlyStore, Store } from '../store.ts'

const CATEGORY = {
  flagged: 'flag',
  unflagged: 'unFlag',
  archived: 'archive',
  restored: 'unArchive',
} as const satisfies Record<Mark, NoticeCategory>

/** One notification for each kind of change of a wish; the change that was asked for carries the way back of all. */
export function sayMarked(state: Store, requestId: string, settled: readonly Readonly<Marking>[]): void {
  const flagged = new Set(settled.flatMap(({ releaseid, trackid, done }) => trackid === null && done.includes('flagged') ? [releaseid] : [])) // biome-ignore format: one line
  for (const mark of ['archived', 'restored', 'flagged', 'unflagged'] as const) {
    // Songs that had none when their release had are put back with it.
    const isOwn = ({ releaseid, trackid }: Readonly<Marking>) => mark !== 'unflagged' || trackid === null || !flagged.has(releaseid) // biome-ignore format: one line
    const marked = settled.filter((marking) => isSaid(marking, mark) && isOwn(marking))
    const first = marked[0]
    if (!first) continue
    const undo = marked.filter((marking) => marking.done[0] === mark).flatMap(wayBack)
    addNotice(state, {
      id: `${CATEGORY[mark]}.${requestId}`,
      category: CATEGORY[mark],
      notificationType: 'success',
      subject: titleOf(state, first),
      detail: marked.length > 1 ? String(marked.length) : '',
      ...(undo.length > 0 ? { undo } : {}),
      decision: requestId,
    })
  }
}

/** What was refused after the connection had fallen is said, with how many of them there are (P7). */
export function sayFell(state: Store, requestId: string, settled: readonly Readonly<Marking>[]): void {
  const refused = settled.filter(({ fell }) => fell)
  const first = refused[0]
  if (!first) return
  addNotice(state, {
    id: `fell.${requestId}`,
    category: 'hasError',
    notificationType: 'error',
    subject: titleOf(state, first),
    detail: `fell.${refused.length}`,
  })
}

/** A way back that was refused is said, with how many of them there are, and can be gone again (H-307). */
export function sayKept(
  state: Store,
  decision: string,
  undo: readonly MarkChange[],
  settled: readonly Readonly<Marking>[],
): void {
  // Of what got no answer that itself is said.
  const refused = settled.filter(({ missed, lost }) => missed && !lost)
  const first = refused[0]
  if (!first) return
  addNotice(state, {
    id: `kept.${decision}`,
    category: 'hasError',
    notificationType: 'error',
    subject: titleOf(state, first),
    detail: `undo.${refused.length}`,
    undo,
    decision,
  })
}

/** Flags that went with the archive are worth saying only where there were any. */
function isSaid({ done, before }: Readonly<Marking>, mark: Mark): boolean {
  return done.includes(mark) && (done[0] === mark || mark !== 'unflagged' || before?.any === true)
}

/** The changes that bring a target back to what it was; flags of single songs too, where they are known. */
export function wayBack({ releaseid, trackid, done, before }: Readonly<Marking>): MarkChange[] {
  // In the order of the calls: an archived release is restored before it can be flagged.
  const back = done
    .map(oppositeOf)
    // Only its songs were flagged: they are flagged one by one.
    .filter((mark) => !(mark === 'flagged' && trackid === null && before?.release === false))
  const changes: MarkChange[] = back.length > 0 ? [{ releaseid, trackid, marks: back }] : []
  if (before && !before.release)
    for (const song of before.tracks) changes.push({ releaseid, trackid: song, marks: ['flagged'] })
  // A release is flagged with all its songs (FLAG-002).
  if (before?.rest && back.includes('flagged'))
    for (const song of before.rest) changes.push({ releaseid, trackid: song, marks: ['unflagged'] })
  return changes
}

function titleOf(state: ReadonlyStore, { releaseid, trackid }: Readonly<Marking>): string {
  const release = state.get('detail', releaseid)?.release
  if (trackid !== null) return release?.songs.find((song) => song.trackid === trackid)?.title ?? ''
  return (release ?? state.get('release', releaseid))?.title ?? ''
}
