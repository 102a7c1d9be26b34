/**
 * The play queue as this device keeps it between visits (D-109): what was heard, what plays, what follows, and
 * where the song stood. It comes back paused.
 */
import * as z from 'zod/mini'
import { QueueUuid, ReleaseId, TrackId } from '../ids.ts'
import { later } from '../later.ts'

/** So many songs around the one that plays are kept; the event that brings them back stays under 2 MB. */
export const QUEUE_KEPT_SONGS = 5000

const KeptSong = later(() =>
  z.object({
    uuid: QueueUuid,
    trackid: TrackId,
    releaseid: ReleaseId,
    title: z.string(),
    artist: z.string(),
    version: z.string(),
    explicit: z.boolean(),
    /** Seconds; a song without length cannot be played. */
    duration: z.number().check(z.positive()),
    coverart: z.string(),
    ordinal: z.int().check(z.positive()),
  }),
)

const KeptItem = later(() =>
  z.object({
    uuid: QueueUuid,
    releaseid: ReleaseId,
    playlistid: z.optional(z.string().check(z.minLength(1), z.maxLength(128))),
    title: z.string(),
    artist: z.string(),
    thumbnail: z.string(),
    songs: z.array(KeptSong).check(z.minLength(1)),
    /** uuid of the song that was heard of it last; earlier builds leave it out. */
    heard: z.optional(QueueUuid),
  }),
)
export type KeptItem = z.infer<typeof KeptItem>

export const KeptQueue = later(() =>
  z.object({
    /** Oldest first. */
    history: z.array(KeptItem),
    /** The first is the one that is selected. */
    items: z.array(KeptItem).check(z.minLength(1)),
    /** uuid of the song that is selected. */
    song: QueueUuid,
    /** Seconds into that song. */
    position: z.number().check(z.nonnegative()),
  }),
)
export type KeptQueue = z.infer<typeof KeptQueue>

/** A release that was to be queued, and whose songs were not known yet. */
export const KeptWaiting = later(() =>
  z.object({
    kind: z.enum(['next', 'bottom']),
    releaseid: ReleaseId,
    itemId: QueueUuid,
    trackid: z.optional(TrackId),
  }),
)
export type KeptWaiting = z.infer<typeof KeptWaiting>

/** As stored: an item of another build costs that item, a position that is none costs the position. */
const Stored = later(() => z.object({ history: z.array(z.unknown()), items: z.array(z.unknown()), song: QueueUuid }))
const StoredPosition = later(() => z.object({ song: QueueUuid, position: z.number().check(z.nonnegative()) }))

/**
 * Reads what was stored of a queue and of the position in it; null when there is nothing that can be played. The song
 * is that of the position, which is written at each song and the queue is not; that of the queue where the position
 * is in no song of what plays, or the queue is the newer of the two. A position beyond the song's end is its beginning,
 * and so is one that belongs to another song.
 */
export function readKeptQueue(queue: unknown, position: unknown, newer: 'queue' | 'position'): KeptQueue | null {
  const stored = z.safeParse(Stored, queue)
  if (!stored.success) return null
  const seen = new Set<string>()
  const read = (list: readonly unknown[]) =>
    list.flatMap((one) => {
      const item = z.safeParse(KeptItem, one)
      if (!item.success || seen.has(item.data.uuid)) return []
      seen.add(item.data.uuid)
      return [item.data]
    })
  const items = read(stored.data.items)
  const history = read(stored.data.history)
  const songs = items[0]?.songs ?? []
  const at = z.safeParse(StoredPosition, position)
  const named = (id: string | undefined) => songs.find(({ uuid }) => uuid === id)
  const song = (newer === 'position' ? named(at.data?.song) : undefined) ?? named(stored.data.song) ?? songs[0]
  if (!song) return null
  const stands = at.success && at.data.song === song.uuid && at.data.position < song.duration
  return { history, items, song: song.uuid, position: stands ? at.data.position : 0 }
}

/** Reads which releases waited for their songs in what was stored; earlier builds leave that out. One of another build costs itself. */
export function readKeptWaiting(queue: unknown): readonly KeptWaiting[] {
  const { waiting } = (queue ?? {}) as { waiting?: unknown }
  if (!Array.isArray(waiting)) return []
  return waiting.flatMap((one) => z.safeParse(KeptWaiting, one).data ?? [])
}

/** Cuts a queue to QUEUE_KEPT_SONGS songs: what follows goes before what was heard, the nearest first. */
export function cutQueue<T extends { readonly songs: readonly unknown[] }>(
  history: readonly T[],
  items: readonly T[],
): { history: T[]; items: T[] } {
  let room = QUEUE_KEPT_SONGS
  const fits = ({ songs }: T) => {
    room -= songs.length
    return room >= 0
  }
  const [first, ...rest] = items
  if (!first) return { history: [], items: [] }
  fits(first)
  const kept = [first, ...takeWhile(rest, fits)]
  return { items: kept, history: takeWhile(history.toReversed(), fits).reverse() }
}

function takeWhile<T>(list: readonly T[], fits: (one: T) => boolean): T[] {
  const end = list.findIndex((one) => !fits(one))
  return end === -1 ? [...list] : list.slice(0, end)
}
