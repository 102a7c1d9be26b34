/**
 * Changes of a playlist's order, and what each makes of it. All of them may be applied twice, and one whose
 * track or reference is not there changes nothing, as the server has it (API-PL-007 to API-PL-010): so changes
 * that are under way can be replayed over any order the server tells.
 */
import * as z from 'zod/mini'
import { TrackId } from '../ids.ts'
import { later } from '../later.ts'
import { PLAYLIST_TRACKS_MAX } from './playlist.ts'

const Side = later(() => z.enum(['before', 'after']))

export const PlaylistChange = later(() =>
  z.discriminatedUnion('kind', [
    /** A track goes before or after another one. */
    z.object({ kind: z.literal('move'), trackid: TrackId, position: Side, referenceTrackid: TrackId }),
    /** Tracks go. */
    z.object({
      kind: z.literal('remove'),
      tracks: z.array(TrackId).check(z.minLength(1), z.maxLength(PLAYLIST_TRACKS_MAX)),
    }),
    /** A track that was removed comes back beside another one; at the end without one. */
    z.object({ kind: z.literal('put'), trackid: TrackId, position: Side, referenceTrackid: z.nullable(TrackId) }),
    /** All tracks go; the playlist stays. */
    z.object({ kind: z.literal('clear') }),
  ]),
)
export type PlaylistChange = z.infer<typeof PlaylistChange>

/** The order after a change. The same array when it changes nothing. */
export function applyChange(order: readonly string[], change: PlaylistChange): readonly string[] {
  switch (change.kind) {
    case 'clear':
      return order.length === 0 ? order : []
    case 'remove': {
      const gone = new Set(change.tracks)
      return order.some((id) => gone.has(id)) ? order.filter((id) => !gone.has(id)) : order
    }
    case 'move': {
      const { trackid, position, referenceTrackid } = change
      return order.includes(trackid) ? beside(order, trackid, position, referenceTrackid) : order
    }
    case 'put': {
      const { trackid, position, referenceTrackid } = change
      const whole = order.includes(trackid) ? order : [...order, trackid]
      return referenceTrackid === null ? whole : beside(whole, trackid, position, referenceTrackid)
    }
  }
}

/** The order with a track before or after another; as it was where that is not in it, or the same. */
export function beside(
  order: readonly string[],
  trackid: string,
  position: 'before' | 'after',
  referenceTrackid: string,
): readonly string[] {
  if (trackid === referenceTrackid || !order.includes(referenceTrackid)) return order
  const rest = order.filter((id) => id !== trackid)
  rest.splice(rest.indexOf(referenceTrackid) + (position === 'after' ? 1 : 0), 0, trackid)
  return rest.every((id, place) => order[place] === id) ? order : rest
}

/** The order after several changes. */
export function applyChanges(order: readonly string[], changes: Iterable<PlaylistChange>): readonly string[] {
  let now = order
  for (const change of changes) now = applyChange(now, change)
  return now
}

/**
 * The move that brings a track to a place of the order without it.
 * @param before the track that follows it then, or null for the end
 * @returns null when it would stay where it is, or there is nothing to stand beside
 */
export function moveBefore(order: readonly string[], trackid: string, before: string | null): PlaylistChange | null {
  const rest = order.filter((id) => id !== trackid)
  const last = rest.at(-1)
  if (rest.length === order.length || last === undefined || before === trackid) return null
  const change: PlaylistChange =
    before === null
      ? { kind: 'move', trackid, position: 'after', referenceTrackid: last }
      : { kind: 'move', trackid, position: 'before', referenceTrackid: before }
  return applyChange(order, change) === order ? null : change
}

/** What takes a removal back: the track stands beside the neighbour it had. Null for one that is not there. */
export function putBack(order: readonly string[], trackid: string): PlaylistChange | null {
  const at = order.indexOf(trackid)
  if (at < 0) return null
  const before = order[at - 1]
  const after = order[at + 1]
  if (after !== undefined) return { kind: 'put', trackid, position: 'before', referenceTrackid: after }
  return { kind: 'put', trackid, position: 'after', referenceTrackid: before ?? null }
}
