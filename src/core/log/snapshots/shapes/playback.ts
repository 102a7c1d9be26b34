// What rows of the player and its queue are.
import * as z from 'zod/mini'
import { Song } from '../../../model/catalogue/release.ts'
import { later } from '../../../model/later.ts'

const Volume = later(() => z.int().check(z.gte(0), z.lte(100)))
const Seconds = later(() => z.number())

const QueueSong = later(() =>
  z.extend(
    z.pick(Song, {
      trackid: true,
      releaseid: true,
      title: true,
      artist: true,
      version: true,
      explicit: true,
      duration: true,
      coverart: true,
      ordinal: true,
    }),
    { uuid: z.string() },
  ),
)

export const QueueItem = later(() =>
  z.object({
    uuid: z.string(),
    releaseid: z.string(),
    playlistid: z.exactOptional(z.string()),
    title: z.string(),
    artist: z.string(),
    thumbnail: z.string(),
    songs: z.array(QueueSong),
    heard: z.exactOptional(z.string()),
  }),
)

export const Queue = later(() =>
  z.object({
    items: z.array(z.string()),
    history: z.array(z.string()),
    selectedItem: z.nullable(z.string()),
    selectedSong: z.nullable(z.string()),
  }),
)

const choice = { itemId: later(() => z.string()), releaseid: later(() => z.string()) }
const wish = { requestId: later(() => z.string()), trackid: later(() => z.nullable(z.string())) }

export const QueuePending = later(() =>
  z.object({
    choices: z.array(
      z.discriminatedUnion('kind', [
        z.object({
          kind: z.literal('play'),
          ...choice,
          ...wish,
          from: z.optional(Seconds),
          hook: z.optional(z.number()),
        }),
        z.object({ kind: z.enum(['next', 'bottom']), ...choice, trackid: z.optional(z.string()) }),
        z.object({
          kind: z.literal('playlist'),
          playlistid: z.string(),
          itemId: choice.itemId,
          ...wish,
          from: z.optional(z.undefined()),
          hook: z.optional(z.undefined()),
        }),
      ]),
    ),
  }),
)

const removed = { id: later(() => z.string()), before: later(() => z.nullable(z.string())) }

export const QueueRemoved = later(() =>
  z.object({
    removals: z.array(
      z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('item'), ...removed, item: QueueItem }),
        z.object({ kind: z.literal('song'), ...removed, itemId: z.string(), song: QueueSong }),
      ]),
    ),
  }),
)

export const Player = later(() =>
  z.object({
    isPlaying: z.boolean(),
    sampleSongFlag: z.boolean(),
    isMuted: z.boolean(),
    shouldShowMiniPlayer: z.boolean(),
    isLoading: z.boolean(),
    isDraggingProgressBar: z.boolean(),
    currentTime: Seconds,
    seekTime: z.nullable(Seconds),
    duration: Seconds,
    song: z.nullable(QueueSong),
    release: z.nullable(z.object({ releaseid: z.string(), title: z.string() })),
    volume: Volume,
    previousVolume: Volume,
    autoPlay: z.boolean(),
    requestId: z.nullable(z.string()),
    handle: z.nullable(z.string()),
    next: z.nullable(z.object({ uuid: z.string(), handle: z.string() })),
    gain: z.number(),
    skipped: z.nullable(z.object({ title: z.string(), requestId: z.string(), why: z.enum(['song', 'row', 'device']) })),
    failures: z.int().check(z.nonnegative()),
  }),
)

export const PlayStand = later(() => z.object({ position: Seconds }))
