// A player's marks on releases and songs, and the lists they make (API-FLAG).
import * as z from 'zod/mini'
import { ReleaseId, TrackId } from '../ids.ts'
import { later } from '../later.ts'

/** Sort keys of every list of releases; `-` turns them round. `trend` alone begins with the popular ones. */
export const ReleaseSort = later(() => z.enum([
  'date', '-date', 'artist', '-artist', 'title', '-title', 'time', '-time', 'trend', '-trend',
])) // biome-ignore format: pairs
export type ReleaseSort = z.infer<typeof ReleaseSort>

/** Which of a player's lists a release stands in. */
export const LibraryList = later(() => z.enum(['flagged', 'archived']))
export type LibraryList = z.infer<typeof LibraryList>

/** What a call makes of a release or a song; songs are only flagged and unflagged. */
export const Mark = later(() => z.enum(['flagged', 'unflagged', 'archived', 'restored']))
export type Mark = z.infer<typeof Mark>

/** A release, or one of its songs. */
export interface MarkTarget {
  readonly releaseid: string
  readonly trackid: string | null
}

/** What shall be made of one target, one call after the other; a call that fails ends it. */
export const MarkChange = later(() =>
  z.object({
    releaseid: ReleaseId,
    trackid: z.nullable(TrackId),
    marks: z.array(Mark).check(z.minLength(1), z.maxLength(4)),
  }),
)
export type MarkChange = z.infer<typeof MarkChange>

const OPPOSITE = {
  flagged: 'unflagged',
  unflagged: 'flagged',
  archived: 'restored',
  restored: 'archived',
} as const satisfies Record<Mark, Mark>

export function oppositeOf(mark: Mark): Mark {
  return OPPOSITE[mark]
}

/** The id of a target in the table of what is being marked. */
export function targetId({ releaseid, trackid }: MarkTarget): string {
  const release = encodeURIComponent(releaseid)
  return trackid === null ? release : `${release}/${encodeURIComponent(trackid)}`
}

/**
 * Which list a query id names: `flagged?sort=-date` and `archived?…` are the player's own lists, anything
 * else is a query of the active releases.
 */
export function libraryListOf(queryId: string): LibraryList | null {
  const named = z.safeParse(LibraryList, /^(\w+)\?/.exec(queryId)?.[1])
  return named.success ? named.data : null
}

/** What a query id holds: which list it names (null: the active releases), and the query of it as URL query text. */
export function listAndQuery(queryId: string): { list: LibraryList | null; query: string } {
  const list = libraryListOf(queryId)
  return { list, query: list === null ? queryId : queryId.slice(libraryQueryId(list, '').length) }
}

/** The query id of one of the player's own lists. @param query `sort` and `filter` as URL query text */
export function libraryQueryId(list: LibraryList, query: string): string {
  return `${list}?${query}`
}
