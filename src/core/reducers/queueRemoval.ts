/** What is taken out of the queue, whole or song by song, and put back. */
import { type QueueItem, type QueueRemoval, type QueueSong, SELF } from '../model/entities.ts'
import type { Store } from './store.ts'

/** So many of the latest can be put back: as many as there are notifications that offer it. */
const KEPT = 20

/** QUEUE-014, QUEUE-015, D-108: a playing item hands over to the next; paused, or the last, it resets. */
export function removeItem(own: Store, itemId: string, id: string): void {
  const queue = own.single('queue')
  const at = queue.items.indexOf(itemId)
  const item = own.get('queueItem', itemId)
  if (at < 0 || !item) return
  const items = queue.items.toSpliced(at, 1)
  keep(own, { id, kind: 'item', item, before: items[at] ?? null })
  own.drop('queueItem', itemId)
  if (itemId !== queue.selectedItem) return own.patch('queue', SELF, { items })
  const next = own.single('player').isPlaying ? items[0] : undefined
  own.set('queue', SELF, {
    items,
    history: queue.history,
    selectedItem: next ?? null,
    selectedSong: next === undefined ? null : (own.get('queueItem', next)?.songs[0]?.uuid ?? null),
  })
}

/** A song that is selected is not skipped but left by Next; an item that would have none left goes with its last. */
export function removeSong(
  own: Store,
  { itemId, songId, requestId }: Record<'itemId' | 'songId' | 'requestId', string>,
) {
  const { items, selectedSong } = own.single('queue')
  const item = own.get('queueItem', itemId)
  const at = item?.songs.findIndex(({ uuid }) => uuid === songId) ?? -1
  const song = item?.songs[at]
  if (!item || !song || !items.includes(itemId) || songId === selectedSong) return
  if (item.songs.length === 1) return removeItem(own, itemId, requestId)
  const songs = item.songs.toSpliced(at, 1)
  keep(own, { id: requestId, kind: 'song', itemId, song, before: songs[at]?.uuid ?? null })
  own.set('queueItem', itemId, { ...item, songs })
}

/** Puts back what a wish took out, where it stood: in front of what followed it, or at the end. */
export function putBack(own: Store, id: string): void {
  const { removals } = own.single('queueRemoved')
  const removal = removals.find((one) => one.id === id)
  if (!removal) return
  own.set('queueRemoved', SELF, { removals: removals.filter((one) => one !== removal) })
  if (removal.kind === 'item') putItem(own, removal.item, removal.before)
  else putSong(own, removal.itemId, removal.song, removal.before)
}

function putItem(own: Store, item: QueueItem, before: string | null): void {
  const { items, selectedItem } = own.single('queue')
  if (own.get('queueItem', item.uuid)) return
  const playing = selectedItem === null ? -1 : items.indexOf(selectedItem)
  const place = before === null ? items.length : items.indexOf(before)
  own.set('queueItem', item.uuid, item)
  // Never in front of what plays; what followed it may have gone as well, and then it comes next.
  own.patch('queue', SELF, { items: items.toSpliced(Math.max(place, playing + 1), 0, item.uuid) })
}

function putSong(own: Store, itemId: string, song: QueueSong, before: string | null): void {
  const item = own.get('queueItem', itemId)
  if (!item || item.songs.some(({ uuid }) => uuid === song.uuid)) return
  const place = before === null ? -1 : item.songs.findIndex(({ uuid }) => uuid === before)
  const songs = item.songs.toSpliced(place < 0 ? item.songs.length : place, 0, song)
  own.set('queueItem', itemId, { ...item, songs })
}

function keep(own: Store, removal: QueueRemoval): void {
  own.set('queueRemoved', SELF, { removals: [...own.single('queueRemoved').removals, removal].slice(-KEPT) })
}
