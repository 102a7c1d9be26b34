/** What the queue and the player read of the queue: what plays, what comes before and after it, and its versions. */

import type { ReleaseDetail } from '../../model/catalogue/release.ts'
import type { PendingChoice, QueueItem, QueueSong, QueueState } from '../../model/entities.ts'
import { fold } from '../../model/text/fold.ts'
import type { ReadonlyStore } from '../store.ts'

export const SKIP_BACK_RESTART_S = 3

export type PlayChoice = Extract<PendingChoice, { kind: 'play' | 'playlist' }>
export const isPlay = (choice: PendingChoice): choice is PlayChoice =>
  choice.kind === 'play' || choice.kind === 'playlist'

/** Each event asks several times, and thousands may wait to be queued. */
const plays = new WeakMap<readonly PendingChoice[], PlayChoice | null>()

/** The newest choice to play, while its release is not known yet; at most one waits (PLAYER-033). */
export function awaitedPlay(state: ReadonlyStore): PlayChoice | null {
  const { choices } = state.single('queuePending')
  const known = plays.get(choices)
  if (known !== undefined) return known
  const awaited = choices.find(isPlay) ?? null
  plays.set(choices, awaited)
  return awaited
}

/** Whether the choice that was heard when somebody skipped or sought has gone on to what follows it by itself. */
export function hasGoneOn(state: ReadonlyStore, { from }: { from?: string | undefined }): boolean {
  return from !== undefined && from !== state.single('player').requestId
}

/** After so many songs in a row that cannot be played it stops, for the fault is not theirs. */
export const FAILURES_MAX = 3

/**
 * Whether a song that cannot be played hands on to the next: it is the newest choice and was meant to sound, and
 * neither the connection nor a whole row of songs is at fault.
 */
export function passesOver(state: ReadonlyStore, failed: { requestId: string; next?: string | undefined }): boolean {
  const { song, requestId, isPlaying, autoPlay, failures } = state.single('player')
  const isNewest = awaitedPlay(state) === null && song !== null && requestId === failed.requestId
  const mayGoOn = failed.next !== undefined && isPlaying && autoPlay && failures + 1 < FAILURES_MAX
  return isNewest && mayGoOn && state.single('app').online && following(state) !== null
}

/**
 * Versions of a song in the release it is of: audio of the same title and artist, in the release's order. One of less
 * than half its length (a hook) has no place to go on from.
 */
export function versionsOf(state: ReadonlyStore, song: QueueSong): readonly Omit<QueueSong, 'uuid'>[] {
  const known = state.get('detail', song.releaseid)?.release
  const all = known ? playable(known, song.uuid) : (selected(state)?.item.songs ?? [])
  const name = (one: { title: string; artist: string }) => `${fold(one.title)}\n${fold(one.artist)}`
  const own = name(song)
  const isLong = (one: QueueSong) => one.duration * 2 >= song.duration
  return all.filter((one) => one.releaseid === song.releaseid && isLong(one) && name(one) === own)
}

/** The song that is selected, with its item; null when nothing is. */
export function selected(state: ReadonlyStore): { item: QueueItem; song: QueueSong } | null {
  const queue = state.single('queue')
  const item = queue.selectedItem === null ? undefined : state.get('queueItem', queue.selectedItem)
  const song = item?.songs.find((candidate) => candidate.uuid === queue.selectedSong)
  return item && song ? { item, song } : null
}

interface Follows {
  readonly item: QueueItem | undefined
  readonly upcoming: QueueItem | undefined
  readonly found: { itemId: string; song: QueueSong } | null
}

/** Each event asks several times, and a playlist has thousands of songs. */
const follows = new WeakMap<Readonly<QueueState>, Follows>()

/** uuid of the item behind the one that is selected, the first where none is; undefined behind the last. */
export const upcomingItem = ({ items, selectedItem }: Readonly<QueueState>): string | undefined =>
  items[selectedItem === null ? 0 : items.indexOf(selectedItem) + 1]

/** The song that would follow, or null on the last one (PLAYER-040). */
export function following(state: ReadonlyStore): { itemId: string; song: QueueSong } | null {
  const queue = state.single('queue')
  const itemOf = (id: string | null | undefined) => (id ? state.get('queueItem', id) : undefined)
  const item = itemOf(queue.selectedItem)
  const upcoming = itemOf(upcomingItem(queue))
  const known = follows.get(queue)
  if (known && known.item === item && known.upcoming === upcoming) return known.found
  const at = item?.songs.findIndex(({ uuid }) => uuid === queue.selectedSong) ?? -1
  const next = at < 0 ? undefined : item?.songs[at + 1]
  const [first] = upcoming?.songs ?? []
  const ahead = upcoming && first ? { itemId: upcoming.uuid, song: first } : null
  const found = item && next ? { itemId: item.uuid, song: next } : ahead
  follows.set(queue, { item, upcoming, found })
  return found
}

/** The song before, in the item or the one heard last of the history; null when there is none (PLAYER-039). */
export function preceding(state: ReadonlyStore): { itemId: string; song: QueueSong } | null {
  const current = selected(state)
  if (current) {
    const before = current.item.songs[current.item.songs.indexOf(current.song) - 1]
    if (before) return { itemId: current.item.uuid, song: before }
  }
  const last = state.single('queue').history.at(-1)
  const item = last === undefined ? undefined : state.get('queueItem', last)
  const song = item?.songs.find(({ uuid }) => uuid === item.heard) ?? item?.songs.at(-1)
  return last !== undefined && song ? { itemId: last, song } : null
}

/** Songs of a release that can be played: audio with a length (D-102, PLAYER-021). */
export function playable(release: ReleaseDetail, itemId: string): QueueSong[] {
  return release.songs
    .filter((song) => song.assettype === 'audio' && song.duration > 0)
    .map((song) => queueSong(song, `${itemId}.${song.ordinal}`))
}

/** A song as the queue keeps it. */
export function queueSong(song: Readonly<Omit<QueueSong, 'uuid'>>, uuid: string): QueueSong {
  const { trackid, releaseid, title, artist, version, explicit, duration, coverart, ordinal } = song
  return { uuid, trackid, releaseid, title, artist, version, explicit, duration, coverart, ordinal }
}
