/**
 * The songs heard last (RECENT rows). It runs after the player's reducer: a song counts as played when the
 * element sounds for the newest choice. Flags of the songs follow the answers, wherever they were pressed.
 */
import type { AppEvent } from '../../events/index.ts'
import type { Song } from '../../model/catalogue/release.ts'
import { RECENTLY_PLAYED_MAX } from '../../model/constants.ts'
import { type QueueSong, SELF, SINGLES } from '../../model/entities.ts'
import { type History, mergeHistories } from '../../model/library/recent.ts'
import type { ReadonlyStore, Store } from '../store.ts'
import { awaitedPlay } from './queueReading.ts'

export function reduceRecent(state: Store, event: AppEvent): void {
  switch (event.type) {
    case 'player.started': {
      const { song, requestId, handle } = state.single('player')
      if (song === null || handle === null || requestId !== event.payload.requestId || awaitedPlay(state)) return
      return played(state, song, wallClock(state, event))
    }
    case 'recent.restored':
      return become(state, mergeHistories(historyOf(state), event.payload.history))
    case 'recent.cleared':
      return become(state, { clearedAt: wallClock(state, event), plays: [] })
    // What was heard or cleared later than now was so by a clock that was ahead: nothing of it lies before what comes.
    case 'app.clockPutBack': {
      const now = Math.max(0, wallClock(state, event))
      const { clearedAt, plays } = historyOf(state)
      if (clearedAt <= now && plays.every(({ playedAt }) => playedAt <= now)) return
      return become(state, {
        clearedAt: Math.min(clearedAt, now),
        plays: plays.map((play) => (play.playedAt > now ? { ...play, playedAt: now } : play)),
      })
    }
    case 'library.markAnswered': {
      const { releaseid, trackid, mark } = event.payload
      if (mark !== 'flagged' && mark !== 'unflagged') return
      return change(state, (song) =>
        song.releaseid === releaseid && (trackid === null || song.trackid === trackid)
          ? withFlag(song, mark === 'flagged')
          : song,
      )
    }
    case 'library.clearAnswered':
      if (event.payload.list === 'flagged') change(state, (song) => withFlag(song, false))
      return
    // What the server says of a song now is newer than what was stored of it.
    case 'release.detailReceived': {
      const { release } = event.payload
      return change(state, (song) => {
        if (song.releaseid !== release.releaseid) return song
        const known = release.songs.find((one) => one.trackid === song.trackid)
        return known ? { ...known, lyrics: '' } : song
      })
    }
    case 'session.ended':
      for (const id of state.single('recent').ids) state.drop('recentPlay', id)
      return state.set('recent', SELF, SINGLES.recent)
  }
}

/** The history as it is stored. */
export function historyOf(state: ReadonlyStore): History {
  const { ids, clearedAt } = state.single('recent')
  return { clearedAt, plays: ids.flatMap((id) => state.get('recentPlay', id) ?? []) }
}

/** Milliseconds since 1970 at an event. */
function wallClock(state: Store, { t }: AppEvent): number {
  return state.single('app').startedAt + t
}

function played(state: Store, song: QueueSong, playedAt: number): void {
  const { ids } = state.single('recent')
  state.set('recentPlay', song.trackid, { playedAt, song: wholeSong(state, song) })
  order(state, [song.trackid, ...ids.filter((id) => id !== song.trackid)])
}

/** All that is known of a song; what takes the most room, its words, is not kept for a table that shows none. */
function wholeSong(state: Store, song: QueueSong): Song {
  const release = state.get('detail', song.releaseid)?.release
  const known = release?.songs.find((one) => one.trackid === song.trackid)
  if (known) return { ...known, lyrics: '' }
  const before = state.get('recentPlay', song.trackid)?.song
  if (before && !isInPart(before)) return before
  const { mp3Only: _, ...track } = state.get('track', song.trackid) ?? {}
  return { ...UNKNOWN, ...before, ...track, ...fieldsOf(song) }
}

/** Whether of a song that was heard only that is known which the queue, or its playlist, says. */
export function isInPart({ formats }: Pick<Song, 'formats'>): boolean {
  return formats.length === 0
}

function fieldsOf({ uuid: _, ...song }: QueueSong): Omit<QueueSong, 'uuid'> {
  return song
}

/** What a playlist or a queue that was restored does not say of its songs; the release's detail says it when it comes. */
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
function order(state: Store, ids: readonly string[], clearedAt = state.single('recent').clearedAt): void {
  for (const id of ids.slice(RECENTLY_PLAYED_MAX)) state.drop('recentPlay', id)
  const { edition } = state.single('recent')
  state.set('recent', SELF, { ids: ids.slice(0, RECENTLY_PLAYED_MAX), clearedAt, edition: edition + 1 })
}

function become(state: Store, { clearedAt, plays }: History): void {
  const ids = plays.map((play) => play.song.trackid)
  const kept = new Set(ids)
  for (const id of state.single('recent').ids) if (!kept.has(id)) state.drop('recentPlay', id)
  for (const play of plays)
    if (state.get('recentPlay', play.song.trackid) !== play) state.set('recentPlay', play.song.trackid, play)
  order(state, ids, clearedAt)
}

function change(state: Store, next: (song: Readonly<Song>) => Readonly<Song>): void {
  let changed = false
  for (const id of state.single('recent').ids) {
    const play = state.get('recentPlay', id)
    if (!play) continue
    const song = next(play.song)
    if (song === play.song) continue
    state.set('recentPlay', id, { ...play, song })
    changed = true
  }
  if (changed) order(state, state.single('recent').ids)
}

function withFlag(song: Readonly<Song>, flagged: boolean): Readonly<Song> {
  return song.flagged === flagged ? song : { ...song, flagged }
}
