/**
 * Playlists: lists of them, their tracks, their stars. The order of a playlist is what the server is known to have
 * with every change on its way replayed over it, so a change that fails is gone exactly, and those made after it
 * stand (PLAYLIST-021, PLAYLIST-022). What is created, edited, deleted or added waits for the answer.
 */
import type { AppEvent, PayloadOf } from '../../events/index.ts'
import { type PlaylistRequest, SELF } from '../../model/entities.ts'
import { outcomeOf } from '../../model/people/refusal.ts'
import { PLAYLIST_COVERS_MAX, type PlaylistTrack } from '../../model/playlists/playlist.ts'
import { applyChange, putBack } from '../../model/playlists/playlistChange.ts'
import { addNotice, sayPerhaps } from '../notices.ts'
import type { Store } from '../store.ts'
import { isSame, reducePlaylistLists, setCard, staleLists, unlist, withStar } from './playlistLists.ts'
import { shownOrder } from './shownTracks.ts'

/** Playlists whose tracks are kept; the one opened longest ago goes first. */
export const DETAILS_KEPT = 5

export function reducePlaylists(state: Store, event: AppEvent): void {
  reducePlaylistLists(state, event)
  switch (event.type) {
    case 'playlist.chosen':
    case 'playlist.opened':
      return open(state, event.payload.playlistid)
    case 'playlist.received':
      return receive(state, event.payload)
    case 'playlist.failed': {
      const { playlistid, code, ...wait } = event.payload
      if (code === 'NOT_FOUND') forget(state, playlistid)
      const detail = state.get('playlistDetail', playlistid)
      // Loading anew what is there may fail; what is there stands, unless it is known to be gone.
      if (!detail || (detail.status !== 'loading' && code !== 'NOT_FOUND') || detail.status === 'gone') return
      const { retryAfterMs: _, ...before } = detail
      return state.set('playlistDetail', playlistid, { ...before, status: 'error', error: code, ...wait })
    }
    case 'playlist.changeRequested':
      return begin(state, event.payload)
    case 'playlist.changeAnswered':
      return confirm(state, event.payload)
    case 'playlist.changeFailed':
      return rollBack(state, event.payload)
    case 'playlist.createRequested':
      return wait(state, event.payload.requestId, 'create', null)
    case 'playlist.updateRequested':
      return wait(state, event.payload.requestId, 'update', event.payload.playlistid)
    case 'playlist.deleteRequested':
      return wait(state, event.payload.requestId, 'delete', event.payload.playlistid)
    case 'playlist.addRequested':
      return wait(state, event.payload.requestId, 'add', event.payload.playlistid)
    case 'playlist.created':
    case 'playlist.updated': {
      const { requestId, playlist } = event.payload
      state.drop('playlistRequest', requestId)
      setCard(state, playlist)
      staleLists(state)
      const category = event.type === 'playlist.created' ? 'playlistCreated' : 'playlistUpdated'
      const said = { notificationType: 'success', subject: playlist.name, detail: '' } as const
      return addNotice(state, { id: `${category}.${requestId}`, category, ...said })
    }
    case 'playlist.deleted':
      return remove(state, event.payload)
    case 'playlist.tracksAdded':
      return sayAdded(state, event.payload)
    case 'playlist.requestFailed':
      return fail(state, event.payload)
    case 'playlist.requestDismissed':
      return state.drop('playlistRequest', event.payload.requestId)
    case 'playlist.pdfRequested': {
      const { playlistid, requestId } = event.payload
      if (!state.get('playlistPdf', playlistid)) state.set('playlistPdf', playlistid, { requestId })
      return
    }
    case 'playlist.pdfHanded':
    case 'playlist.pdfFailed': {
      const { playlistid, requestId } = event.payload
      if (state.get('playlistPdf', playlistid)?.requestId !== requestId) return
      state.drop('playlistPdf', playlistid)
      if (event.type === 'playlist.pdfFailed') sayFailed(state, `pdf.${requestId}`, 'playlistPdf', '')
      return
    }
    case 'session.ended':
      return clear(state)
  }
}

const UNKNOWN = { status: 'loading', error: null, confirmed: [], pending: [] } as const

function open(state: Store, playlistid: string): void {
  const detail = state.get('playlistDetail', playlistid)
  if (detail?.status === 'loading' || detail?.status === 'done') return
  state.set('playlistDetail', playlistid, { ...UNKNOWN, playlistid })
  const held = [...state.ids('playlistDetail')].filter((id) => id !== playlistid)
  let over = held.length + 1 - DETAILS_KEPT
  for (const id of held) {
    const old = state.get('playlistDetail', id)
    if (over <= 0 || !old || old.status === 'loading' || old.pending.length > 0) continue
    state.drop('playlistDetail', id)
    over--
  }
  if (held.length + 1 > DETAILS_KEPT) dropUnnamedTracks(state)
}

function dropUnnamedTracks(state: Store): void {
  const named = new Set<string>()
  for (const id of state.ids('playlistDetail')) {
    const detail = state.get('playlistDetail', id)
    for (const trackid of detail?.confirmed ?? []) named.add(trackid)
    for (const { change } of detail?.pending ?? []) if (change.kind === 'put') named.add(change.trackid)
  }
  for (const id of [...state.ids('track')]) if (!named.has(id)) state.drop('track', id)
}

function receive(state: Store, { playlist, songs, order }: PayloadOf<'playlist.received'>): void {
  setCard(state, playlist)
  if (songs === null) return
  const { playlistid } = playlist
  const detail = state.get('playlistDetail', playlistid)
  if (!detail || detail.status === 'gone') return
  // It is read anew at every visit.
  for (const song of songs) setTrack(state, song)
  const ids = order ?? songs.map((song) => song.trackid)
  const confirmed = [...new Set(ids)].filter((id) => state.get('track', id))
  const next = { ...detail, status: 'done', error: null, confirmed } as const
  if (!isSame(detail, next)) state.set('playlistDetail', playlistid, next)
}

function setTrack(state: Store, track: PlaylistTrack): void {
  if (!isSame(state.get('track', track.trackid), track)) state.set('track', track.trackid, track)
}

function begin(state: Store, { requestId, playlistid, change }: PayloadOf<'playlist.changeRequested'>): void {
  const detail = state.get('playlistDetail', playlistid) ?? { ...UNKNOWN, playlistid }
  if (detail.status === 'gone' || detail.pending.some((held) => held.requestId === requestId)) return
  const only = change.kind === 'remove' && change.tracks.length === 1 ? change.tracks[0] : undefined
  const undo = only === undefined ? null : putBack(shownOrder(detail), only)
  state.set('playlistDetail', playlistid, { ...detail, pending: [...detail.pending, { requestId, change, undo }] })
}

function confirm(state: Store, { requestId, playlistid }: PayloadOf<'playlist.changeAnswered'>): void {
  const detail = state.get('playlistDetail', playlistid)
  const held = detail?.pending.find((pending) => pending.requestId === requestId)
  if (!detail || !held) return
  const { change, undo } = held
  const confirmed = applyChange(detail.confirmed, change)
  const pending = detail.pending.filter((other) => other !== held)
  state.set('playlistDetail', playlistid, { ...detail, confirmed, pending })
  // Another order shows in no list, but where the covers are others.
  if (change.kind !== 'move' || coversOf(state, confirmed) !== coversOf(state, detail.confirmed)) staleLists(state)
  const card = state.get('playlist', playlistid)
  if (card && detail.status === 'done')
    state.set('playlist', playlistid, {
      ...card,
      tracks: confirmed.length,
      ...(confirmed.length === 0 ? { thumbnail: '', thumbnails: [], coverart: '' } : {}),
    })
  // The row itself shows where it went.
  if (change.kind === 'move' || change.kind === 'put') return
  const gone = change.kind === 'remove' && change.tracks.length === 1 ? change.tracks[0] : undefined
  // Of a playlist that was never read its songs may have no name here.
  const title = gone === undefined ? undefined : state.get('track', gone)?.title
  addNotice(state, {
    id: `playlistUpdated.${requestId}`,
    category: 'playlistUpdated',
    notificationType: 'success',
    subject: title ?? card?.name ?? '',
    detail: title === undefined ? '' : 'removed',
    ...(undo ? { undoPlaylist: { playlistid, change: undo } } : {}),
  })
}

/** The releases whose covers stand on the card of a playlist with these tracks. */
function coversOf(state: Store, trackids: readonly string[]): string {
  const releases = new Set<string>()
  for (const id of trackids) {
    releases.add(state.get('track', id)?.releaseid ?? '')
    if (releases.size === PLAYLIST_COVERS_MAX) break
  }
  return [...releases].join()
}

function rollBack(state: Store, { requestId, playlistid, code, message }: PayloadOf<'playlist.changeFailed'>): void {
  const detail = state.get('playlistDetail', playlistid)
  const held = detail?.pending.find((pending) => pending.requestId === requestId)
  if (!detail || !held) return
  const pending = detail.pending.filter((other) => other !== held)
  state.set('playlistDetail', playlistid, { ...detail, pending })
  // It is read again, whatever was answered (H-405).
  staleLists(state)
  if (outcomeOf({ code }) === 'unknown') return sayPerhaps(state, `change.${requestId}`)
  sayFailed(state, `change.${requestId}`, held.change.kind === 'move' ? 'playlistOrder' : 'playlistChange', message)
}

function wait(state: Store, requestId: string, kind: PlaylistRequest['kind'], playlistid: string | null): void {
  state.set('playlistRequest', requestId, { kind, playlistid, status: 'busy', code: '', message: '' })
}

function fail(state: Store, { requestId, kind, ...refusal }: PayloadOf<'playlist.requestFailed'>): void {
  // Of a wish that was refused itself no state knows.
  if (kind) wait(state, requestId, kind, null)
  const request = state.get('playlistRequest', requestId)
  // A server that failed may have done it all the same (H-405), and what is refused the lists may show wrong.
  if (!kind) staleLists(state)
  // A form shows it beside what was typed; what has no form says it.
  if (request?.kind === 'create' || request?.kind === 'update')
    return state.set('playlistRequest', requestId, { ...request, status: 'failed', ...refusal })
  state.drop('playlistRequest', requestId)
  if (outcomeOf(refusal) === 'unknown') return sayPerhaps(state, `request.${requestId}`)
  sayFailed(
    state,
    `request.${requestId}`,
    request?.kind === 'delete' ? 'playlistDelete' : 'playlistAdd',
    refusal.message,
  )
}

function remove(state: Store, { requestId, playlistid }: PayloadOf<'playlist.deleted'>): void {
  state.drop('playlistRequest', requestId)
  for (const id of [...state.ids('playlistRequest')]) {
    const request = state.get('playlistRequest', id)
    if (request?.kind === 'add' && request.playlistid === playlistid) state.drop('playlistRequest', id)
  }
  const detail = state.get('playlistDetail', playlistid)
  if (detail) state.set('playlistDetail', playlistid, { ...UNKNOWN, playlistid, status: 'gone' })
  forget(state, playlistid)
}

/** Whoever deleted it, no list and no link leads there any more. */
function forget(state: Store, playlistid: string): void {
  state.drop('playlist', playlistid)
  state.drop('playlistPin', playlistid)
  unlist(state, playlistid)
  withStar(state, playlistid, false)
}

function sayAdded(state: Store, payload: PayloadOf<'playlist.tracksAdded'>): void {
  const { requestId, playlistid, added, left = 0, over = 0, overReleases = 0, songs = [] } = payload
  state.drop('playlistRequest', requestId)
  append(state, playlistid, songs)
  const detail = state.get('playlistDetail', playlistid)
  const held = new Set(detail?.confirmed)
  // Its tracks could not be read again: whoever shows it asks for them, as for one that is not known yet.
  if (detail?.status === 'done' && detail.pending.length === 0 && added.some((id) => !held.has(id)))
    state.drop('playlistDetail', playlistid)
  staleLists(state)
  const first = added[0]
  addNotice(state, {
    id: `addedToPlaylist.${requestId}`,
    category: 'addedToPlaylist',
    notificationType: first === undefined ? 'info' : 'success',
    subject: state.get('playlist', playlistid)?.name ?? '',
    detail: upToLast([added.length, left, over, overReleases]).join('.'),
    ...(first === undefined ? {} : { undoPlaylist: { playlistid, change: { kind: 'remove', tracks: added } } }),
  })
}

/** The counts up to the last that counts something; the first in any case. */
function upToLast(counts: readonly number[]): readonly number[] {
  return counts.slice(0, Math.max(1, counts.findLastIndex((count) => count > 0) + 1))
}

/** What was added stands at the end of the playlist, as on the server. */
function append(state: Store, playlistid: string, songs: readonly PlaylistTrack[]): void {
  const detail = state.get('playlistDetail', playlistid)
  if (detail?.status !== 'done' || songs.length === 0) return
  for (const song of songs) setTrack(state, song)
  const confirmed = [...new Set([...detail.confirmed, ...songs.map((song) => song.trackid)])]
  state.set('playlistDetail', playlistid, { ...detail, confirmed })
}

/** @param message the server's own words (PLAYLIST-023) */
function sayFailed(state: Store, id: string, detail: string, message: string): void {
  addNotice(state, { id, category: 'hasError', notificationType: 'error', subject: message, detail })
}

function clear(state: Store): void {
  const kinds = [
    'playlist', 'playlistList', 'playlistDetail', 'track', 'playlistRequest', 'playlistPin', 'playlistPdf',
  ] as const // biome-ignore format: one line of names
  for (const kind of kinds) for (const id of [...state.ids(kind)]) state.drop(kind, id)
  state.set('starred', SELF, { ids: [] })
}
