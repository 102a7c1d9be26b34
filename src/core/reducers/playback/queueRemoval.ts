/** What is taken out of the queue, whole or song by song, and put back. */
import { type QueueItem, type QueueRemoval, type QueueSong, SELF } from '../../model/entities.ts'
import type { Store } from '../store.ts'
import { awaitedPlay } from './queueReading.ts'

/** So many of the latest can be put back: as many as there are notifications that offer it. */
const KEPT = 20

/** QUEUE-014, QUEUE-015, D-108: a playing item hands over to the next; paused, or the last, it resets. */
export function removeItem(state: Store, itemId: string, id: string): void {
  const queue = state.single('queue')
  const at = queue.items.indexOf(itemId)
  const item = state.get('queueItem', itemId)
  if (at < 0 || !item) return
  const items = queue.items.toSpliced(at, 1)
  keep(state, { id, kind: 'item', item, before: items[at] ?? null })
  state.drop('queueItem', itemId)
  if (itemId !== queue.selectedItem) return state.patch('queue', SELF, { items })
  const next = goesOn(state) ? items[0] : undefined
  state.set('queue', SELF, {
    items,
    history: queue.history,
    selectedItem: next ?? null,
    selectedSong: next === undefined ? null : (state.get('queueItem', next)?.songs[0]?.uuid ?? null),
  })
}

/** An item that would have no song left goes with its last. */
export function removeSong(
  state: Store,
  { itemId, songId, requestId }: Record<'itemId' | 'songId' | 'requestId', string>,
) {
  const { items, selectedSong } = state.single('queue')
  const item = state.get('queueItem', itemId)
  const at = item?.songs.findIndex(({ uuid }) => uuid === songId) ?? -1
  const song = item?.songs[at]
  if (!item || !song || !items.includes(itemId)) return
  if (item.songs.length === 1) return removeItem(state, itemId, requestId)
  if (songId === selectedSong) return removePlaying(state, item, song, requestId)
  const songs = item.songs.toSpliced(at, 1)
  keep(state, { id: requestId, kind: 'song', itemId, song, before: songs[at]?.uuid ?? null })
  setSongs(state, item, songs)
}

/**
 * QUEUE-014, QUEUE-015: what follows stays as it is. What was heard of the item before goes with the song where nothing of
 * the item plays on, or it would follow once more.
 */
function removePlaying(state: Store, item: QueueItem, song: QueueSong, id: string): void {
  const at = item.songs.indexOf(song)
  const rest = item.songs.slice(at + 1)
  const [first, second] = rest
  if (!first) {
    // Put back it comes alone.
    state.set('queueItem', item.uuid, { ...item, title: song.title, songs: [song] })
    return removeItem(state, item.uuid, id)
  }
  const plays = goesOn(state)
  // Put back it comes behind what plays by then.
  keep(state, { id, kind: 'song', itemId: item.uuid, song, before: (plays ? second?.uuid : first.uuid) ?? null })
  state.set('queueItem', item.uuid, { ...item, songs: plays ? item.songs.toSpliced(at, 1) : rest })
  const selection = plays ? { selectedSong: first.uuid } : { selectedItem: null, selectedSong: null }
  state.patch('queue', SELF, selection)
}

/** What waits to play comes next, and would put whatever is selected meanwhile among what was heard. */
const goesOn = (state: Store) => state.single('player').isPlaying && awaitedPlay(state) === null

/**
 * Puts back what a wish took out, where it stood: in front of what followed it, or at the end. A song whose item was
 * taken out after it is put back into that, and comes with it.
 */
export function putBack(state: Store, id: string): void {
  const { removals } = state.single('queueRemoved')
  const removal = removals.find((one) => one.id === id)
  const stays = removal?.kind === 'song' ? state.get('queueItem', removal.itemId) : undefined
  const item = removal?.kind === 'song' ? (stays ?? takenOut(state, removal.itemId)) : null
  if (!removal) return
  const keepAll = (kept: readonly QueueRemoval[]) => state.set('queueRemoved', SELF, { removals: kept })
  // What it was in is nowhere: nothing of it can come back.
  if (item === undefined) return keepAll(removals.filter((one) => one !== removal))
  const { behind, passed } = behindNow(state, removal)
  const at = removals.indexOf(removal)
  // What was taken out later and stood in front of the same stood in front of this one.
  const stoodInFront = (one: QueueRemoval, n: number) =>
    n > at && !passed.has(one) && listOf(one) === listOf(removal) && one.before === behind
  const left = removals.map((one, n) => (stoodInFront(one, n) ? { ...one, before: uuidOf(removal) } : one))
  const others = left.toSpliced(at, 1)
  if (removal.kind === 'item' || item === null) {
    keepAll(others)
    if (removal.kind === 'item') putItem(state, removal.item, behind)
    return
  }
  const whole = { ...item, songs: withSong(item, removal.song, behind) }
  const withIt = (one: QueueRemoval) =>
    one.kind === 'item' && one.item.uuid === whole.uuid ? { ...one, item: whole } : one
  keepAll(stays ? others : others.map(withIt))
  if (stays) setSongs(state, stays, whole.songs)
}

/** An item that can be put back itself. */
function takenOut(state: Store, itemId: string): QueueItem | undefined {
  for (const one of state.single('queueRemoved').removals)
    if (one.kind === 'item' && one.item.uuid === itemId) return one.item
}

/** What stood behind it; where that was taken out too, what stood behind that. */
function behindNow(state: Store, removal: QueueRemoval) {
  const { removals } = state.single('queueRemoved')
  const stands =
    removal.kind === 'item'
      ? state.single('queue').items
      : ((state.get('queueItem', removal.itemId) ?? takenOut(state, removal.itemId))?.songs.map(({ uuid }) => uuid) ??
        [])
  let behind = removal.before
  const passed = new Set<QueueRemoval>([removal])
  while (behind !== null && !stands.includes(behind)) {
    const gone = removals.findLast((one) => !passed.has(one) && uuidOf(one) === behind)
    if (!gone) break
    passed.add(gone)
    behind = gone.before
  }
  return { behind, passed }
}

const uuidOf = (removal: QueueRemoval): string => (removal.kind === 'item' ? removal.item : removal.song).uuid
/** The item a song was in; null for an item, which was in the queue. */
const listOf = (removal: QueueRemoval): string | null => (removal.kind === 'item' ? null : removal.itemId)

function putItem(state: Store, item: QueueItem, before: string | null): void {
  const { items, selectedItem } = state.single('queue')
  if (state.get('queueItem', item.uuid)) return
  const playing = selectedItem === null ? -1 : items.indexOf(selectedItem)
  const place = before === null ? items.length : items.indexOf(before)
  state.set('queueItem', item.uuid, item)
  // Never in front of what plays; what followed it may have gone as well, and then it comes next.
  state.patch('queue', SELF, { items: items.toSpliced(Math.max(place, playing + 1), 0, item.uuid) })
}

/** The songs of an item with one in front of another, or at the end. */
function withSong({ songs }: QueueItem, song: QueueSong, before: string | null): readonly QueueSong[] {
  if (songs.some(({ uuid }) => uuid === song.uuid)) return songs
  const place = before === null ? -1 : songs.findIndex(({ uuid }) => uuid === before)
  return songs.toSpliced(place < 0 ? songs.length : place, 0, song)
}

/** Who keeps the queue, and who asks what follows, looks at the queue: it is another one now. */
function setSongs(state: Store, item: QueueItem, songs: readonly QueueSong[]): void {
  state.set('queueItem', item.uuid, { ...item, songs })
  state.set('queue', SELF, { ...state.single('queue') })
}

function keep(state: Store, removal: QueueRemoval): void {
  state.set('queueRemoved', SELF, { removals: [...state.single('queueRemoved').removals, removal].slice(-KEPT) })
}
