/**
 * The play queue (QUEUE rows). It runs before the player's reducer: the player plays what the queue
 * has selected. A release whose songs are not known yet waits in `queuePending` and takes its
 * place when its detail comes.
 */
import type { AppEvent } from '../../events/index.ts'
import { type PendingChoice, type QueueState, SELF, SINGLES } from '../../model/entities.ts'
import type { KeptQueue } from '../../model/playback/keptQueue.ts'
import { shownTracks } from '../playlists/shownTracks.ts'
import type { ReadonlyStore, Store } from '../store.ts'
import { choose, drop, dropAwaited, isOf, remembered, takeIn } from './queueAwaited.ts'
import {
  awaitedPlay,
  following,
  hasGoneOn,
  passesOver,
  preceding,
  queueSong,
  SKIP_BACK_RESTART_S,
  selected,
  versionsOf,
} from './queueReading.ts'
import { putBack, removeItem, removeSong } from './queueRemoval.ts'

type PlaylistChoice = Extract<PendingChoice, { kind: 'playlist' }>

export function reduceQueue(state: Store, event: AppEvent): void {
  const before = awaitedPlay(state)
  apply(state, event)
  // However the waiting for a playlist ends: what was queued behind it waits for it no longer.
  if (before?.kind === 'playlist' && awaitedPlay(state) !== before) takeIn(state)
}

function apply(state: Store, event: AppEvent): void {
  switch (event.type) {
    case 'player.releaseChosen': {
      const { stoodAt, ...chosen } = event.payload
      return choose(state, { kind: 'play', ...chosen })
    }
    case 'queue.releaseAdded':
      return choose(state, {
        kind: event.payload.place,
        releaseid: event.payload.releaseid,
        itemId: event.payload.itemId,
        trackid: event.payload.trackid,
      })
    case 'playlist.chosen': {
      const { fresh, stoodAt, ...chosen } = event.payload
      return choosePlaylist(state, { kind: 'playlist', ...chosen }, fresh)
    }
    case 'playlist.received':
      return takePlaylist(state, event.payload.playlist.playlistid)
    // What was read before is better than nothing, unless it is known to be gone.
    case 'playlist.failed':
      return takePlaylist(state, event.payload.playlistid, event.payload.code)
    case 'release.detailReceived':
      if (state.single('queuePending').choices.some(isOf(event.payload.release.releaseid))) takeIn(state)
      return
    case 'release.detailFailed':
      return drop(state, event.payload.releaseid)
    case 'queue.restored':
      return restore(state, event.payload.queue)
    case 'player.versionChosen':
      // A release that was chosen meanwhile is newer than the song whose versions were on the screen.
      if (awaitedPlay(state) === null) exchange(state, event.payload.trackid)
      return
    case 'player.failed':
    case 'player.addressFailed':
      if (passesOver(state, event.payload)) advance(state)
      return
    case 'player.skippedForward':
      return hasGoneOn(state, event.payload) ? undefined : advance(state)
    case 'player.ended':
      if (state.single('player').autoPlay && awaitedPlay(state) === null) advance(state)
      return
    case 'player.skippedBack':
      if (event.payload.position <= SKIP_BACK_RESTART_S) goBack(state)
      return
    case 'queue.itemChosen':
      return seek(state, event.payload.itemId, event.payload.songId)
    case 'queue.itemRemoved':
      return removeItem(state, event.payload.itemId, event.payload.requestId)
    case 'queue.songRemoved':
      return removeSong(state, event.payload)
    case 'queue.removalUndone':
      return putBack(state, event.payload.requestId)
    case 'queue.cleared':
      return clear(state)
    case 'queue.itemMoved':
      return move(state, event.payload.itemId, event.payload.before)
    case 'session.ended':
      for (const id of [...state.ids('queueItem')]) state.drop('queueItem', id)
      state.set('queuePending', SELF, SINGLES.queuePending)
      state.set('queueRemoved', SELF, SINGLES.queueRemoved)
      return state.set('queue', SELF, SINGLES.queue)
  }
}

function awaitedPlaylist(state: ReadonlyStore, playlistid: string): PlaylistChoice | null {
  const awaited = awaitedPlay(state)
  return awaited?.kind === 'playlist' && awaited.playlistid === playlistid ? awaited : null
}

function choosePlaylist(state: Store, choice: PlaylistChoice, fresh = false): void {
  const { path, online } = state.single('app')
  const mustRead = fresh && online && !path.endsWith(`/${choice.playlistid}`)
  dropAwaited(state)
  state.set('queuePending', SELF, { choices: [...state.single('queuePending').choices, choice] })
  if (!mustRead) takePlaylist(state, choice.playlistid)
}

/** What was read of the playlist that waits to play takes its place; the choice is over where it could not be read. */
function takePlaylist(state: Store, playlistid: string, failed?: string): void {
  const awaited = awaitedPlaylist(state, playlistid)
  const isKnown = awaited !== null && isHeld(state, awaited)
  if (!awaited || !(isKnown || failed)) return
  const { choices } = state.single('queuePending')
  dropAwaited(state)
  if (isKnown) setPlaylist(state, awaited, choices.slice(choices.indexOf(awaited) + 1))
}

const isHeld = (state: ReadonlyStore, { playlistid }: PlaylistChoice): boolean =>
  state.get('playlistDetail', playlistid)?.status === 'done'

/**
 * A playlist takes the place of queue and history (QUEUE-017); one without a song to play changes nothing of them.
 * @param behind what was to be queued since it was chosen, and follows it
 */
function setPlaylist(
  state: Store,
  { playlistid, trackid, itemId }: PlaylistChoice,
  behind: readonly PendingChoice[],
): void {
  const songs = shownTracks(state, playlistid)
    .filter((track) => track.assettype === 'audio' && track.duration > 0)
    .map((track, place) => queueSong(track, `${itemId}.${place + 1}`))
  const song = songs.find((candidate) => candidate.trackid === trackid) ?? songs[0]
  const playlist = state.get('playlist', playlistid)
  if (!song || !playlist) return
  for (const id of [...state.ids('queueItem')]) state.drop('queueItem', id)
  state.set('queuePending', SELF, { choices: behind })
  state.set('queueItem', itemId, {
    uuid: itemId,
    releaseid: song.releaseid,
    playlistid,
    title: playlist.name,
    artist: '',
    thumbnail: playlist.thumbnail,
    songs,
  })
  state.set('queue', SELF, { items: [itemId], history: [], selectedItem: itemId, selectedSong: song.uuid })
}

function advance(state: Store): void {
  const next = following(state)
  const queue = state.single('queue')
  if (next) select(state, queue, next.itemId, next.song.uuid)
}

function goBack(state: Store): void {
  const before = preceding(state)
  if (!before) return
  dropAwaited(state)
  const queue = state.single('queue')
  if (before.itemId === queue.selectedItem) return state.patch('queue', SELF, { selectedSong: before.song.uuid })
  state.set('queue', SELF, {
    items: [before.itemId, ...queue.items],
    history: queue.history.slice(0, -1),
    selectedItem: before.itemId,
    selectedSong: before.song.uuid,
  })
}

function seek(state: Store, itemId: string, songId: string | undefined): void {
  const songs = state.get('queueItem', itemId)?.songs
  const song = songs?.find(({ uuid }) => uuid === songId) ?? songs?.[0]
  const queue = state.single('queue')
  if (song && queue.items.includes(itemId)) select(state, queue, itemId, song.uuid)
}

/** Selects a song of an item that is in the queue; the items before it become history. */
function select(state: Store, queue: QueueState, itemId: string, songUuid: string): void {
  dropAwaited(state)
  const at = queue.items.indexOf(itemId)
  // Within the item both lists stay the very same: who keeps them on the device need not write them again.
  state.set('queue', SELF, {
    items: at > 0 ? queue.items.slice(at) : queue.items,
    history: at > 0 ? remembered(state, queue, queue.items.slice(0, at)) : queue.history,
    selectedItem: itemId,
    selectedSong: songUuid,
  })
}

/**
 * D-106: what follows and what was heard goes, what waits to be queued too, and of what plays the songs that would
 * follow (D-160); the song that plays, or waits to play, stays.
 */
function clear(state: Store): void {
  const { selectedItem, selectedSong } = state.single('queue')
  const current = selected(state)
  const at = current?.item.songs.indexOf(current.song) ?? -1
  if (current && at + 1 < current.item.songs.length)
    state.set('queueItem', current.item.uuid, { ...current.item, songs: current.item.songs.slice(0, at + 1) })
  for (const id of [...state.ids('queueItem')]) if (id !== selectedItem) state.drop('queueItem', id)
  const { choices } = state.single('queuePending')
  const kept = choices.filter(({ kind }) => kind !== 'next' && kind !== 'bottom')
  if (kept.length < choices.length) state.set('queuePending', SELF, { choices: kept })
  state.set('queue', SELF, {
    items: selectedItem === null ? [] : [selectedItem],
    history: [],
    selectedItem,
    selectedSong,
  })
}

/** What was kept of another visit; what was chosen in this one already is newer. */
function restore(state: Store, kept: KeptQueue): void {
  const { items, history } = state.single('queue')
  if (items.length > 0 || history.length > 0 || state.single('queuePending').choices.length > 0) return
  for (const { playlistid, heard, ...item } of [...kept.history, ...kept.items])
    state.set('queueItem', item.uuid, {
      ...item,
      ...(playlistid === undefined ? {} : { playlistid }),
      ...(heard === undefined ? {} : { heard }),
    })
  const [first] = kept.items
  state.set('queue', SELF, {
    items: kept.items.map(({ uuid }) => uuid),
    history: kept.history.map(({ uuid }) => uuid),
    selectedItem: first?.uuid ?? null,
    selectedSong: kept.song,
  })
}

/**
 * Another version takes the place of the song that is selected, so that what follows is what it was; the same track may
 * stand twice (QUEUE-018). Where it follows with nothing but versions between, it is selected there: none is heard twice.
 */
function exchange(state: Store, trackid: string): void {
  const current = selected(state)
  if (!current || current.song.trackid === trackid) return
  const { item, song } = current
  const versions = versionsOf(state, song)
  const version = versions.find((one) => one.trackid === trackid)
  if (!version) return
  const isVersion = new Set(versions.map((one) => one.trackid))
  const behind = item.songs.slice(item.songs.indexOf(song) + 1)
  const there = behind.findIndex((one) => one.trackid === trackid)
  const found = behind[there]
  if (found && behind.slice(0, there).every((one) => isVersion.has(one.trackid)))
    return state.patch('queue', SELF, { selectedSong: found.uuid })
  const fresh = queueSong(version, `${song.uuid.replace(/\.v\d+$/, '')}.v${version.ordinal}`)
  state.set('queueItem', item.uuid, { ...item, songs: item.songs.map((one) => (one === song ? fresh : one)) })
  state.patch('queue', SELF, { selectedSong: fresh.uuid })
}

/** Only what has not come up yet is moved, and never in front of what plays. */
function move(state: Store, itemId: string, before: string | null): void {
  const { items, selectedItem } = state.single('queue')
  const fixed = (id: string) => id === selectedItem || !items.includes(id)
  if (itemId === before || fixed(itemId) || (before !== null && fixed(before))) return
  const rest = items.filter((id) => id !== itemId)
  state.patch('queue', SELF, { items: rest.toSpliced(before === null ? rest.length : rest.indexOf(before), 0, itemId) })
}
