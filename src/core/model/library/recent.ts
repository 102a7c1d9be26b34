/**
 * What a player heard on this device (RECENT rows, D-109): songs, each once, the newest first. Two tabs may hear
 * songs at the same time; their histories are one history again when either is stored.
 */
import * as z from 'zod/mini'
import { Song } from '../catalogue/release.ts'
import { RECENTLY_PLAYED_MAX } from '../constants.ts'
import { later } from '../later.ts'

/** A song and when it was heard last, in ms since 1970. */
export const Play = later(() => z.object({ playedAt: z.int().check(z.nonnegative()), song: Song }))
export type Play = z.infer<typeof Play>

export const History = later(() =>
  z.object({
    /** When it was cleared last, in ms since 1970; 0 for never. What was heard before is forgotten. */
    clearedAt: z.int().check(z.nonnegative()),
    /** Newest first, each track once. */
    plays: z.array(Play).check(z.maxLength(RECENTLY_PLAYED_MAX)),
  }),
)
export type History = z.infer<typeof History>

export const NO_HISTORY: History = { clearedAt: 0, plays: [] }

const Kept = later(() => z.object({ clearedAt: z._default(History.shape.clearedAt, 0), plays: z.array(z.unknown()) }))

/** A clock may be wrong by so much, ms; two tabs of one device by less. */
const AHEAD_MS = 60_000

/**
 * Reads a history that was stored, by this build or another; what is no play is left out. One that was cleared later
 * than now was cleared by a clock that was ahead: it is empty since, and shall not swallow what is heard now. What was
 * heard later than now was heard a while ago: it shall not stand before what is heard now.
 * @param now ms since 1970
 */
export function readHistory(stored: unknown, now: number): History {
  const kept = z.safeParse(Kept, stored)
  if (!kept.success) return NO_HISTORY
  const plays = kept.data.plays.flatMap((one) => {
    const play = z.safeParse(Play, one)
    if (!play.success) return []
    return play.data.playedAt > now + AHEAD_MS ? [{ ...play.data, playedAt: now - AHEAD_MS }] : [play.data]
  })
  const { clearedAt } = kept.data
  return mergeHistories({ clearedAt: clearedAt > now + AHEAD_MS ? 0 : clearedAt, plays }, NO_HISTORY)
}

/** Two histories of one player as one. Where both heard a song, the later play counts; of equals that of `mine`. */
export function mergeHistories(mine: History, other: History): History {
  const clearedAt = Math.max(mine.clearedAt, other.clearedAt)
  const once = new Map<string, Play>()
  for (const play of [...mine.plays, ...other.plays]) {
    const known = once.get(play.song.trackid)
    if (play.playedAt >= clearedAt && (!known || play.playedAt > known.playedAt)) once.set(play.song.trackid, play)
  }
  const plays = [...once.values()].sort((a, b) => b.playedAt - a.playedAt).slice(0, RECENTLY_PLAYED_MAX)
  return { clearedAt, plays }
}
