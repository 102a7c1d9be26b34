/**
 * Lists of playlists and their stars. A star is shown at once; it goes back to what the server is known to have when
 * the newest wish fails. A list that something changed is old: it keeps what it shows and is loaded anew when opened.
 */
import type { AppEvent, PayloadOf } from '../events/index.ts'
import { type PlaylistListState, SELF } from '../model/entities.ts'
import type { PlaylistCard } from '../model/playlists/playlist.ts'
import { playlistListId } from '../model/playlists/playlistList.ts'
import { addNotice } from './notices.ts'
import type { Store } from './store.ts'

/** The list from which the sidebar takes the starred ones. */
export const STARRED_LIST = playlistListId('starred')

export function reducePlaylistLists(own: Store, event: AppEvent): void {
  switch (event.type) {
    case 'playlist.listOpened':
      return open(own, event.payload.queryId)
    case 'playlist.moreWanted': {
      const list = own.get('playlistList', event.payload.queryId)
      if (list && mayHaveMore(list) && (list.status === 'done' || list.status === 'error'))
        own.set('playlistList', list.queryId, { ...list, status: 'more' })
      return
    }
    case 'playlist.listReceived':
      return receive(own, event.payload)
    case 'playlist.listFailed': {
      const list = own.get('playlistList', event.payload.queryId)
      if (list?.round === event.payload.round) own.set('playlistList', list.queryId, { ...list, status: 'error' })
      return
    }
    case 'playlist.pinRequested': {
      const { playlistid, pinned, requestId } = event.payload
      const before = own.get('playlistPin', playlistid)?.before ?? own.get('playlist', playlistid)?.pinned ?? !pinned
      own.set('playlistPin', playlistid, { requestId, before })
      return star(own, playlistid, pinned)
    }
    case 'playlist.pinAnswered': {
      const { playlistid, pinned, requestId } = event.payload
      const pin = own.get('playlistPin', playlistid)
      if (!pin) return
      if (pin.requestId !== requestId) return own.set('playlistPin', playlistid, { ...pin, before: pinned })
      own.drop('playlistPin', playlistid)
      star(own, playlistid, pinned)
      return staleLists(own, (list) => list.queryId.startsWith('sort=-pinned'))
    }
    case 'playlist.pinFailed': {
      const { playlistid, requestId, message } = event.payload
      const pin = own.get('playlistPin', playlistid)
      if (pin?.requestId !== requestId) return
      own.drop('playlistPin', playlistid)
      star(own, playlistid, pin.before)
      return addNotice(own, {
        id: `pin.${requestId}`,
        category: 'hasError',
        notificationType: 'error',
        subject: message,
        detail: 'playlistPin',
      })
    }
  }
}

/** True while a list has not all it holds. */
export function mayHaveMore(list: Readonly<PlaylistListState>): boolean {
  return list.total !== null && list.ids.length < list.total
}

function open(own: Store, queryId: string): void {
  const list = own.get('playlistList', queryId)
  if (!list)
    return own.set('playlistList', queryId, {
      queryId,
      status: 'loading',
      total: null,
      round: 1,
      pages: 0,
      ids: [],
      stale: false,
    })
  if (list.stale || list.status === 'error')
    own.set('playlistList', queryId, { ...list, status: 'loading', round: list.round + 1, stale: false })
}

function receive(own: Store, payload: PayloadOf<'playlist.listReceived'>): void {
  const { queryId, round, from, pages, total, playlists } = payload
  const list = own.get('playlistList', queryId)
  if (list?.round !== round || (from !== 1 && from !== list.pages + 1)) return
  for (const playlist of playlists) setCard(own, playlist)
  const before = from === 1 ? [] : list.ids
  const ids = [...new Set([...before, ...playlists.map((playlist) => playlist.playlistid)])]
  // A page that brought nothing new is the end, whatever the count says.
  const ended = ids.length === before.length
  own.set('playlistList', queryId, {
    ...list,
    status: 'done',
    total: ended ? ids.length : total,
    pages: from + pages - 1,
    ids,
  })
  if (queryId !== STARRED_LIST) return
  const starred = ids.filter((id) => own.get('playlist', id)?.pinned)
  own.set('starred', SELF, { ids: starred })
}

/** A playlist as the server has it; a star on its way stays as it was wished. */
export function setCard(own: Store, card: PlaylistCard): void {
  const { playlistid } = card
  const pin = own.get('playlistPin', playlistid)
  if (pin) own.set('playlistPin', playlistid, { ...pin, before: card.pinned })
  const pinned = pin ? (own.get('playlist', playlistid)?.pinned ?? card.pinned) : card.pinned
  own.set('playlist', playlistid, { ...card, pinned })
  withStar(own, playlistid, pinned)
}

function star(own: Store, playlistid: string, pinned: boolean): void {
  const card = own.get('playlist', playlistid)
  if (card && card.pinned !== pinned) own.set('playlist', playlistid, { ...card, pinned })
  withStar(own, playlistid, pinned)
}

/** The sidebar lists a playlist, newest star first, or no longer does. */
export function withStar(own: Store, playlistid: string, pinned: boolean): void {
  const { ids } = own.single('starred')
  if (ids.includes(playlistid) === pinned) return
  own.set('starred', SELF, { ids: pinned ? [playlistid, ...ids] : ids.filter((id) => id !== playlistid) })
}

/** These lists are loaded anew when they are opened next. */
export function staleLists(own: Store, which: (list: Readonly<PlaylistListState>) => boolean = () => true): void {
  for (const id of [...own.ids('playlistList')]) {
    const list = own.get('playlistList', id)
    if (list && !list.stale && which(list)) own.set('playlistList', id, { ...list, stale: true })
  }
}

/** A playlist is in no list any more. */
export function unlist(own: Store, playlistid: string): void {
  for (const id of [...own.ids('playlistList')]) {
    const list = own.get('playlistList', id)
    if (!list?.ids.includes(playlistid)) continue
    const ids = list.ids.filter((other) => other !== playlistid)
    own.set('playlistList', id, { ...list, ids, total: Math.max(0, (list.total ?? 1) - 1) })
  }
  staleLists(own)
}
