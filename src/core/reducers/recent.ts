/**
 * The songs heard last (RECENT rows). It runs after the player's reducer: a song counts as played when the
 * element sounds for the newest choice. Flags of the songs follow the answers, wherever they were pressed.
 */
import type { AppEvent } from '../events/index.ts'
import type { Song } from '../model/catalogue/release.ts'
import { RECENTLY_PLAYED_MAX } from '../model/constants.ts'
import { type QueueSong, SELF, SINGLES } from '../model/entities.ts'
import { type History, mergeHistories } from '../model/library/recent.ts'
import { awaitedPlay } from './queueReading.ts'
import type { ReadonlyStore, Store } from './store.ts'

export function reduceRecent(own: Store, event: AppEvent): void {
  switch (event.type) {
    case 'player.started': {
      const { song, requestId, handle } = own.single('player')
      if (song === null || handle === null || requestId !== event.payload.requestId || awaitedPlay(own)) return
      return played(own, song, wallClock(own, event))
    }
    case 'recent.restored':
      return become(own, mergeHistories(historyOf(own), event.payload.history))
    case 'recent.cleared':
      return become(own, { clearedAt: wallClock(own, event), plays: [] })
    case 'library.markAnswered': {
      const { releaseid, trackid, mark } = event.payload
      if (mark !== 'flagged' && mark !== 'unflagged') return
      return change(own, (song) =>
        song.releaseid === releaseid && (trackid === null || song.trackid === trackid)
          ? withFlag(song, mark === 'flagged')
          : song,
      )
    }
    case 'library.clearAnswered':
      if (event.payload.list === 'flagged') change(own, (song) => withFlag(song, false))
      return
    // What the server says of a song now is newer than what was stored of it.
    case 'release.detailReceived': {
      const { release } = event.payload
      return change(own, (song) => {
        if (song.releaseid !== release.releaseid) return song
        const known = release.songs.find((one) => one.trackid === song.trackid)
        return known ? { ...known, lyrics: '' } : song
      })
    }
    case 'session.ended':
      for (const id of own.single('recent').ids) own.drop('recentPlay', id)
      return own.set('recent', SELF, SINGLES.recent)
  }
}

/** The history as it is stored. */
export function historyOf(state: ReadonlyStore): History {
  const { ids, clearedAt } = state.single('recent')
  return { clearedAt, plays: ids.flatMap((id) => state.get('recentPlay', id) ?? []) }
}

/** Milliseconds since 1970 at an event. */
function wallClock(own: Store, { t }: AppEvent): number {
  return own.single('app').startedAt + t
}

function played(own: Store, song: QueueSong, playedAt: number): void {
  const { ids } = own.single('recent')
  own.set('recentPlay', song.trackid, { playedAt, song: wholeSong(own, song) })
  order(own, [song.trackid, ...ids.filter((id) => id !== song.trackid)])
}

/** All that is known of a song; what takes the most room, its words, is not kept for a table that shows none. */
function wholeSong(own: Store, song: QueueSong): Song {
  const release = own.get('detail', song.releaseid)?.release
  const known = release?.songs.find((one) => one.trackid === song.trackid)
  if (known) return { ...known, lyrics: '' }
  const before = own.get('recentPlay', song.trackid)?.song
  return before ?? { ...UNKNOWN, ...fieldsOf(song) }
}

function fieldsOf({ uuid: _, ...song }: QueueSong): Omit<QueueSong, 'uuid'> {
  return song
}

/** What a queue that was restored does not say of its songs; the release's detail says it when it comes. */
const UNKNOWN: Omit<Song, keyof QueueSong> = {
  assettype: 'audio',
  available: '',
  impactdate: null,
  labels: [],
  genres: [],
  market_tags: [],
  candownload: false,
  formats: [],
  flagged: false,
  album: '',
  language: '',
  composer: '',
  writers: '',
  publishing: '',
  producer: '',
  isrc: '',
  upcnumber: '',
  catalognumber: '',
  copyrightyear: null,
  canadian: {},
  lyrics: '',
}

/** @param ids newest first; what is too much at the end is forgotten */
function order(own: Store, ids: readonly string[], clearedAt = own.single('recent').clearedAt): void {
  for (const id of ids.slice(RECENTLY_PLAYED_MAX)) own.drop('recentPlay', id)
  const { edition } = own.single('recent')
  own.set('recent', SELF, { ids: ids.slice(0, RECENTLY_PLAYED_MAX), clearedAt, edition: edition + 1 })
}

function become(own: Store, { clearedAt, plays }: History): void {
  const ids = plays.map((play) => play.song.trackid)
  const kept = new Set(ids)
  for (const id of own.single('recent').ids) if (!kept.has(id)) own.drop('recentPlay', id)
  for (const play of plays)
    if (own.get('recentPlay', play.song.trackid) !== play) own.set('recentPlay', play.song.trackid, play)
  order(own, ids, clearedAt)
}

function change(own: Store, next: (song: Readonly<Song>) => Readonly<Song>): void {
  let changed = false
  for (const id of own.single('recent').ids) {
    const play = own.get('recentPlay', id)
    if (!play) continue
    const song = next(play.song)
    if (song === play.song) continue
    own.set('recentPlay', id, { ...play, song })
    changed = true
  }
  if (changed) order(own, own.single('recent').ids)
}

function withFlag(song: Readonly<Song>, flagged: boolean): Readonly<Song> {
  return song.flagged === flagged ? song : { ...song, flagged }
}
