/**
 * The light index of a list (H-124): words and colour of every release, in the order of its pages. What makes a card dear
 * (marks, labels, addresses) is not read for it.
 */
import { type Kysely, sql } from 'kysely'
import * as z from 'zod/mini'
import { INDEX_ROWS_MAX, ListIndexPart } from '#core/model/catalogue/listIndex.ts'
import { queryInteger } from '../../http/parse.ts'
import type { ReleaseRow, Schema } from '../schema.ts'
import { ListQuery, type ListScope, MarkedQuery, partOf } from './releaseList.ts'

const PART = {
  first: z._default(queryInteger(0, 1_000_000), 0),
  count: z._default(queryInteger(1, INDEX_ROWS_MAX), INDEX_ROWS_MAX),
}
export const ReleaseIndexQuery = z.extend(ListQuery, PART)
/** Of the flagged and the archived list. */
export const LibraryIndexQuery = z.extend(MarkedQuery, PART)

type IndexRow = Pick<ReleaseRow, 'releaseid' | 'title' | 'artist' | 'colour'>

/**
 * A part of the index of a player's list and the total of the list; behind the end no rows.
 * @param query `first` counts from 0
 * @param now ms since 1970, for `days`
 */
export async function indexReleases(
  db: Kysely<Schema>,
  query: z.infer<typeof ReleaseIndexQuery>,
  playerid: string,
  now: number,
  scope: ListScope = 'active',
): Promise<ListIndexPart> {
  const { first, count } = query
  const part = await partOf(db, query, playerid, now, scope, { first, count })
  const rows = await part.rows<IndexRow>(sql`r.releaseid, r.title, r.artist, r.colour`)
  // A part the list ends in says how long it is: what most filters leave is read once, not twice.
  const endsHere = rows.length < count && (rows.length > 0 || first === 0)
  return ListIndexPart.parse({
    total: endsHere ? first + rows.length : await part.total(),
    rows: rows.map(({ releaseid, title, artist, colour }) => [releaseid, title, artist, colour]),
  })
}
