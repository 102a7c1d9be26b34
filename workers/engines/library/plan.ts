/**
 * Which calls follow from an event: a pure function of state and event, tested without a network.
 */
import type { AppEvent } from '#core/events/index.ts'
import { type LibraryList, type Mark, type MarkTarget, targetId } from '#core/model/library/library.ts'
import type { ReadonlyStore } from '#core/reducers/store.ts'

export interface MarkCall extends MarkTarget {
  readonly requestId: string
  readonly mark: Mark
  /** It goes over flags of single songs, and which they are nobody knows: to be read first, so that Undo leaves them (D-149). */
  readonly readFirst?: true
}

/** Every mark of one kind is taken back. */
export interface ClearCall {
  readonly requestId: string
  readonly list: LibraryList
}

export type LibraryRequest =
  /** `kept` says that it waited over the end of a page. */
  | { readonly ask: 'mark'; readonly call: MarkCall; readonly urgent: boolean; readonly kept?: true }
  | { readonly ask: 'clear'; readonly call: ClearCall }
  /** The connection is back: calls that wait for it go out. */
  | { readonly ask: 'resume' }
  /** There is a session that is good. */
  | { readonly ask: 'renewed' }
  | { readonly ask: 'nothing' }

export function planLibrary(state: ReadonlyStore, event: AppEvent): readonly LibraryRequest[] {
  switch (event.type) {
    case 'library.marksRequested': {
      const { requestId, changes } = event.payload
      // Wishes are those of a person, or of other engines: these were left by an earlier page (H-570).
      const kept = event.source === 'library' ? { kept: true as const } : {}
      const seen = new Set<string>()
      return changes.flatMap(({ releaseid, trackid }): LibraryRequest[] => {
        const id = targetId({ releaseid, trackid })
        const marking = state.get('marking', id)
        const mark = marking?.marks[0]
        if (marking?.requestId !== requestId || marking.done.length > 0 || mark === undefined || seen.has(id)) return []
        seen.add(id)
        const call = callOf(state, { requestId, releaseid, trackid, mark }, kept.kept)
        return [{ ask: 'mark', call, urgent: false, ...kept }]
      })
    }
    case 'library.markAnswered': {
      const { requestId, releaseid, trackid } = event.payload
      const marking = state.get('marking', targetId(event.payload))
      const mark = marking?.marks[0]
      if (marking?.requestId !== requestId || mark === undefined || marking.done.at(-1) !== event.payload.mark)
        return []
      return [{ ask: 'mark', call: callOf(state, { requestId, releaseid, trackid, mark }), urgent: true }]
    }
    case 'library.clearRequested': {
      const { requestId, list } = event.payload
      return state.get('clearing', list)?.requestId === requestId ? [{ ask: 'clear', call: { requestId, list } }] : []
    }
    case 'app.wentOnline':
      return [{ ask: 'resume' }]
    case 'session.started':
    case 'session.refreshed':
      return [{ ask: 'renewed' }]
    case 'session.ended':
      return [{ ask: 'nothing' }]
    default:
      return []
  }
}

/** @param isKept others may have flagged songs of it since, and nothing of it may have been read yet */
function callOf(state: ReadonlyStore, call: MarkCall, isKept = false): MarkCall {
  const { releaseid, trackid, mark } = call
  const card = state.get('release', releaseid)
  const isOfFlags = trackid === null && (mark === 'unflagged' || mark === 'flagged')
  const isOverSongs = isOfFlags && (card ? !card.flagged && card.flaggedtrackcount > 0 : isKept)
  return isOverSongs && !state.get('detail', releaseid)?.release ? { ...call, readFirst: true } : call
}
