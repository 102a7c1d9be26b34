/**
 * Lists of playlists and their stars. A star is shown at once; it goes back to what the server is known to have when
 * the newest wish fails. A list is loaded anew when it is opened, and keeps what it
 * shows until then; one that something changed is old, and whoever shows it opens it.
 */
import type { AppEvent, PayloadOf } from '../../events/index.ts'
import { type PlaylistListState, SELF } from '../../model/entities.ts'
import { outcomeOf } from '../../model/people/refusal.ts'
import type { PlaylistCard } from '../../model/playlists/playlist.ts'
import { STARRED_LIST } from '../../model/playlists/playlistList.ts'
import { addNotice, sayPerhaps } from '../notices.ts'
import type { Store } from '../store.ts'

export function reducePlaylistLists(state: Store, event: AppEvent): void {
  switch (event.type) {
    case 'playlist.listOpened':
      return open(state, event.payload.queryId)
    case 'playlist.moreWanted': {
      const list = state.get('playlistList', event.payload.queryId)
      if (list && mayHaveMore(list) && (list.status === 'done' || list.status === 'error'))
        state.set('playlistList', list.queryId, { ...list, status: 'more' })
      return
    }
    case 'playlist.listReceived':
      return receive(state, event.payload)
    case 'playlist.listFailed': {
      const { queryId, round, code: _, ...wait } = event.payload
      const list = state.get('playlistList', queryId)
      if (list?.round !== round) return
      // One that did not come anew is still as old as it was.
      const stale = list.stale || (list.status === 'loading' && list.total !== null)
      const { retryAfterMs: __, ...before } = list
      return state.set('playlistList', queryId, { ...before, status: 'error', stale, ...wait })
    }
    case 'playlist.pinRequested': {
      const { playlistid, pinned, requestId } = event.payload
      const before =
        state.get('playlistPin', playlistid)?.before ?? state.get('playlist', playlistid)?.pinned ?? !pinned
      state.set('playlistPin', playlistid, { requestId, before })
      return star(state, playlistid, pinned)
    }
    case 'playlist.pinAnswered': {
      const { playlistid, pinned, requestId } = event.payload
      const pin = state.get('playlistPin', playlistid)
      if (!pin) return
      if (pin.requestId !== requestId) return state.set('playlistPin', playlistid, { ...pin, before: pinned })
      state.drop('playlistPin', playlistid)
      star(state, playlistid, pinned)
      return staleLists(state, isOfStars)
    }
    case 'playlist.pinFailed': {
      const { playlistid, requestId, code, message } = event.payload
      const pin = state.get('playlistPin', playlistid)
      if (pin?.requestId !== requestId) return
      state.drop('playlistPin', playlistid)
      star(state, playlistid, pin.before)
      staleLists(state, isOfStars)
      if (outcomeOf({ code }) === 'unknown') return sayPerhaps(state, `pin.${requestId}`)
      return addNotice(state, {
        id: `pin.${requestId}`,
        category: 'hasError',
        notificationType: 'error',
        subject: message,
        detail: 'playlistPin',
      })
    }
  }
}

/** Ordered by stars, or on its way: what comes of it may be of before a star that was answered meanwhile. */
const isOfStars = ({ queryId, status }: Readonly<PlaylistListState>): boolean =>
  queryId.startsWith('sort=-pinned') || status === 'loading' || status === 'more'

/** True while a list has not all it holds. */
function mayHaveMore(list: Readonly<PlaylistListState>): boolean {
  return list.total !== null && list.ids.length < list.total
}

function open(state: Store, queryId: string): void {
  const list = state.get('playlistList', queryId)
  if (!list)
    return state.set('playlistList', queryId, {
      queryId,
      status: 'loading',
      total: null,
      round: 1,
      pages: 0,
      ids: [],
      stale: false,
    })
  // What another tab or device did is seen by whoever comes back; until it is here, what is known stays.
  if (list.stale || list.status === 'error' || list.status === 'done')
    state.set('playlistList', queryId, { ...list, status: 'loading', round: list.round + 1, stale: false })
}

function receive(state: Store, payload: PayloadOf<'playlist.listReceived'>): void {
  const { queryId, round, from, pages, total, playlists } = payload
  const list = state.get('playlistList', queryId)
  if (list?.round !== round || (from !== 1 && from !== list.pages + 1)) return
  for (const playlist of playlists) setCard(state, playlist)
  const before = from === 1 ? [] : list.ids
  const ids = [...new Set([...before, ...playlists.map((playlist) => playlist.playlistid)])]
  // A page that brought nothing new is the end, whatever the count says.
  const ended = ids.length === before.length
  state.set('playlistList', queryId, {
    ...list,
    status: 'done',
    total: ended ? ids.length : total,
    pages: from + pages - 1,
    ids,
    // Somebody else made or deleted one since the pages before were read: behind it all stand elsewhere, and one of
    // them would never be shown.
    stale: list.stale || (from > 1 && total !== list.total),
  })
  if (queryId !== STARRED_LIST) return
  const starred = { ids: ids.filter((id) => state.get('playlist', id)?.pinned) }
  if (!isSame(state.single('starred'), starred)) state.set('starred', SELF, starred)
}

/** Of two values that were parsed by one schema: what is read anew and is as it was is not told to the page again. */
export const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/**
 * A playlist as the server has it; a star on its way stays as it was wished. Which have one, and in which order, says
 * the list of the sidebar: what another list says takes one away at most, and has that list loaded anew for one more.
 */
export function setCard(state: Store, card: PlaylistCard): void {
  const { playlistid } = card
  const pin = state.get('playlistPin', playlistid)
  if (pin) state.set('playlistPin', playlistid, { ...pin, before: card.pinned })
  const before = state.get('playlist', playlistid)
  const pinned = pin ? (before?.pinned ?? card.pinned) : card.pinned
  const next = { ...card, pinned }
  if (!isSame(before, next)) state.set('playlist', playlistid, next)
  if (!pinned) return withStar(state, playlistid, false)
  // Said once: one that stands behind all the sidebar lists would have it loaded for ever.
  if (!pin && !before?.pinned && !state.single('starred').ids.includes(playlistid)) staleLists(state, isOfSidebar)
}

const isOfSidebar = ({ queryId, status }: Readonly<PlaylistListState>): boolean =>
  queryId === STARRED_LIST && status === 'done'

function star(state: Store, playlistid: string, pinned: boolean): void {
  const card = state.get('playlist', playlistid)
  if (card && card.pinned !== pinned) state.set('playlist', playlistid, { ...card, pinned })
  withStar(state, playlistid, pinned)
}

/**
 * The sidebar lists a playlist, the newest first as the server orders those with a star (H-660), or no longer does.
 * One of which nobody knows how old it is stands before others of which nobody does.
 */
export function withStar(state: Store, playlistid: string, pinned: boolean): void {
  const { ids } = state.single('starred')
  if (ids.includes(playlistid) === pinned) return
  if (!pinned) return state.set('starred', SELF, { ids: ids.filter((id) => id !== playlistid) })
  const createdOf = (id: string) => state.get('playlist', id)?.created ?? ''
  const created = createdOf(playlistid)
  const at = ids.findIndex((id) => createdOf(id) <= created)
  state.set('starred', SELF, { ids: ids.toSpliced(at < 0 ? ids.length : at, 0, playlistid) })
}

/** These lists are loaded anew when they are opened next. */
export function staleLists(state: Store, which: (list: Readonly<PlaylistListState>) => boolean = () => true): void {
  for (const id of [...state.ids('playlistList')]) {
    const list = state.get('playlistList', id)
    if (list && !list.stale && which(list)) state.set('playlistList', id, { ...list, stale: true })
  }
}

/** A playlist is in no list any more. */
export function unlist(state: Store, playlistid: string): void {
  for (const id of [...state.ids('playlistList')]) {
    const list = state.get('playlistList', id)
    if (!list?.ids.includes(playlistid)) continue
    const ids = list.ids.filter((other) => other !== playlistid)
    state.set('playlistList', id, { ...list, ids, total: Math.max(0, (list.total ?? 1) - 1) })
  }
  staleLists(state)
}
