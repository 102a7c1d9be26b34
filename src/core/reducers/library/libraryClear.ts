/**
 * Taking every mark of one kind back at once (FLAG-012, ARCHIVE-007). The control is busy until the server has
 * answered; then everything that is held follows. It was asked before it was done, so nothing takes it back (D-149).
 */
import type { AppEvent } from '../../events/index.ts'
import type { ReleaseCard } from '../../model/catalogue/release.ts'
import type { LibraryList } from '../../model/library/library.ts'
import { outcomeOf } from '../../model/people/refusal.ts'
import { addNotice, sayPerhaps } from '../notices.ts'
import type { Store } from '../store.ts'
import { doubtShelf, emptyShelf } from './listMoves.ts'

export function reduceLibraryClear(state: Store, event: AppEvent): void {
  switch (event.type) {
    case 'library.clearRequested': {
      const { requestId, list } = event.payload
      if (!state.get('clearing', list)) state.set('clearing', list, { requestId })
      return
    }
    case 'library.clearAnswered': {
      const { requestId, list } = event.payload
      if (!isAwaited(state, event.payload)) return
      state.drop('clearing', list)
      clearMarks(state, list)
      emptyShelf(state, list)
      const category = list === 'flagged' ? 'unFlag' : 'unArchive'
      const id = `${category}.${requestId}`
      return addNotice(state, { id, category, notificationType: 'success', subject: '', detail: 'all' })
    }
    case 'library.clearFailed': {
      const { requestId, list, code } = event.payload
      if (!isAwaited(state, event.payload)) return
      state.drop('clearing', list)
      if (outcomeOf({ code }) === 'unknown') {
        doubtShelf(state, list)
        return sayPerhaps(state, `clear.${requestId}`)
      }
      const said = { category: 'hasError', notificationType: 'error', subject: '' } as const
      return addNotice(state, { ...said, id: `clear.${requestId}`, detail: `clear.${list}` })
    }
    case 'session.ended':
      for (const id of [...state.ids('clearing')]) state.drop('clearing', id)
  }
}

function isAwaited(state: Store, { requestId, list }: { requestId: string; list: LibraryList }): boolean {
  return state.get('clearing', list)?.requestId === requestId
}

function clearMarks(state: Store, list: LibraryList): void {
  const isMarked = (card: Readonly<ReleaseCard>) =>
    list === 'flagged' ? card.flagged || card.flaggedtrackcount > 0 : card.archived
  const none = list === 'flagged' ? { flagged: false, flaggedtrackcount: 0 } : { archived: false }
  for (const id of [...state.ids('release')]) {
    const card = state.get('release', id)
    if (card && isMarked(card)) state.set('release', id, { ...card, ...none })
  }
  for (const id of [...state.ids('detail')]) {
    const detail = state.get('detail', id)
    if (!detail?.release || !isMarked(detail.release)) continue
    const { songs } = detail.release
    const left = list === 'flagged' ? songs.map((song) => (song.flagged ? { ...song, flagged: false } : song)) : songs
    state.set('detail', id, { ...detail, release: { ...detail.release, ...none, songs: left } })
  }
}
