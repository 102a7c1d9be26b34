/**
 * The gallery's query (API-REL-001, D-073, D-079): lists are OR inside a group and AND between
 * groups, text compares without case and accents, pages have a total order.
 */
import { type Expression, type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import * as z from 'zod/mini'
import { ReleaseList } from '#core/model/catalogue/release.ts'
import { PAGE_SIZE } from '#core/model/constants.ts'
import { queryBoolean, queryInteger, queryList, queryPage } from '../../http/parse.ts'
import type { Schema } from '../schema.ts'
import { withNames } from './choices.ts'
import { fold } from './fold.ts'
import { bothNames, cardOf, type MarkedRelease } from './readCatalogue.ts'

const Text = z.string().check(z.maxLength(300))

/** Sort keys and the columns they stand for. */
const SORT_COLUMNS = {
  date: 'available_at',
  artist: 'artist_sort',
  title: 'title_sort',
  time: 'duration',
  trend: 'trend',
} as const
type SortKey = keyof typeof SORT_COLUMNS

const Sort = z.pipe(
  z.enum(
    (Object.keys(SORT_COLUMNS) as SortKey[]).flatMap((key) => [key, `-${key}` as const]),
    'must be date, artist, title, time or trend, with - for descending',
  ),
  z.transform((text: SortKey | `-${SortKey}`) => {
    const key = (text.startsWith('-') ? text.slice(1) : text) as SortKey
    // `trend` is the key of "Popular" (FILTER-008): the most popular come first without a sign.
    return { column: SORT_COLUMNS[key], descending: text.startsWith('-') !== (key === 'trend') }
  }),
)

/** What narrows and orders a list, whichever part of it is asked for. */
export const ListQuery = z.strictObject({
  sort: z._default(Sort, { column: SORT_COLUMNS.date, descending: true }),
  filter: z.optional(Text),
  artist: z.optional(Text),
  title: z.optional(Text),
  label: z.optional(Text),
  version: z.optional(Text),
  genre: z.optional(Text),
  market: z.optional(Text),
  days: z.optional(queryInteger(1, 36_500)),
  genres: z.optional(queryList),
  markets: z.optional(queryList),
  versions: z.optional(queryList),
  release_types: z.optional(queryList),
  packages: z.optional(queryList),
  explicit: z.optional(queryBoolean),
  /** Whether somebody shared it with the caller. */
  shared: z.optional(queryBoolean),
})
export type ListQuery = z.infer<typeof ListQuery>

/** The same of the flagged and the archived list. */
export const MarkedQuery = z.pick(ListQuery, { sort: true, filter: true })

const PAGE = { page: queryPage, pagesize: z._default(queryInteger(1, 100), PAGE_SIZE) }
export const ReleaseQuery = z.extend(ListQuery, PAGE)
export type ReleaseQuery = z.infer<typeof ReleaseQuery>
/** The query of the flagged and the archived list (API-FLAG-007, 008). */
export const LibraryQuery = z.extend(MarkedQuery, PAGE)

/** Which releases of a player: those not archived, the flagged (or with a flagged song, D-119), the archived, all. */
export type ListScope = 'active' | 'flagged' | 'archived' | 'all'

/**
 * One page of a list of a player and the total.
 * @param now ms since 1970, for `days`
 */
export async function listReleases(
  db: Kysely<Schema>,
  query: ReleaseQuery,
  playerid: string,
  now: number,
  scope: ListScope = 'active',
): Promise<ReleaseList> {
  const { page, pagesize } = query
  const part = await partOf(db, query, playerid, now, scope, { first: (page - 1) * pagesize, count: pagesize })
  const [rows, total] = await Promise.all([part.rows<MarkedRelease>(sql`r.*, ${marksOf(playerid)}`), part.total()])
  const list = ReleaseList.parse({ releases: rows.map((row) => cardOf(row)), total })
  return { ...list, releases: list.releases.map(bothNames) }
}

/**
 * A part of a list, yet to be read: `count` of them from `first` on, which counts from 0. `rows` are columns of its
 * releases `r` in the order of the list, `total` is how many the whole list has.
 * @param now ms since 1970, for `days`
 */
export async function partOf(
  db: Kysely<Schema>,
  query: ListQuery,
  playerid: string,
  now: number,
  scope: ListScope,
  { first, count }: { first: number; count: number },
) {
  const where = sql.join(
    [sql<SqlBool>`r.access = 'open'`, inScope(scope, playerid), ...(await conditions(db, query, playerid, now))],
    sql` and `,
  )
  const direction = sql.raw(query.sort.descending ? 'desc' : 'asc')
  const column = sql.ref(`r.${query.sort.column}`)
  return {
    // The place is found on the index alone; rows are read for those that are shown.
    async rows<Row>(columns: RawBuilder<unknown>): Promise<Row[]> {
      const found = await sql<Row>`
        select ${columns} from releases r join (
          select r.releaseid, ${column} as place from releases r where ${where}
          order by ${column} ${direction}, r.releaseid ${direction}
          limit ${count} offset ${first}) part using (releaseid)
        order by part.place ${direction}, r.releaseid ${direction}`.execute(db)
      return found.rows
    },
    async total(): Promise<number> {
      const found = await sql<{ total: number }>`select count(*) as total from releases r where ${where}`.execute(db)
      return found.rows[0]?.total ?? 0
    },
  }
}

/** This player's marks on a release `r`, as columns. */
export function marksOf(playerid: string) {
  return sql`
    exists (select 1 from flags f where f.playerid = ${playerid} and f.releaseid = r.releaseid and f.trackid = '') as flagged,
    exists (select 1 from archived a where a.playerid = ${playerid} and a.releaseid = r.releaseid) as archived,
    (select count(*) from flags f
      where f.playerid = ${playerid} and f.releaseid = r.releaseid and f.trackid <> '') as flaggedtrackcount,
    (select max(s.at) from shares s where s.receiver = ${playerid} and s.releaseid = r.releaseid) as shared`
}

function inScope(scope: ListScope, playerid: string): Expression<SqlBool> {
  if (scope === 'all') return sql<SqlBool>`true`
  if (scope === 'flagged')
    return sql<SqlBool>`r.releaseid in (select releaseid from flags where playerid = ${playerid})`
  const archived = sql`(select releaseid from archived where playerid = ${playerid})`
  return scope === 'archived' ? sql<SqlBool>`r.releaseid in ${archived}` : sql<SqlBool>`r.releaseid not in ${archived}`
}

async function conditions(
  db: Kysely<Schema>,
  query: ListQuery,
  playerid: string,
  now: number,
): Promise<Expression<SqlBool>[]> {
  const all: Expression<SqlBool>[] = []
  const words = new Set(
    fold(query.filter ?? '')
      .split(' ')
      .filter(Boolean),
  )
  for (const word of words) {
    // Asked for with the longer one already: each is one more look at every release.
    if ([...words].some((other) => other !== word && other.includes(word))) continue
    all.push(sql<SqlBool>`r.haystack like ${`%${word.replace(/[\\%_]/g, '\\$&')}%`}`)
  }
  if (query.artist !== undefined) all.push(sql<SqlBool>`r.artist_sort = ${fold(query.artist)}`)
  if (query.title !== undefined) all.push(sql<SqlBool>`r.title_sort = ${fold(query.title)}`)
  if (query.label !== undefined) {
    all.push(sql<SqlBool>`r.label_keys @> array[${fold(query.label)}]::text[]`)
  }
  if (query.explicit !== undefined) all.push(sql<SqlBool>`r.explicit = ${query.explicit}`)
  if (query.shared !== undefined) {
    const shared = sql<SqlBool>`r.releaseid in (select releaseid from shares where receiver = ${playerid})`
    all.push(query.shared ? shared : sql<SqlBool>`not ${shared}`)
  }
  if (query.days !== undefined) {
    const from = new Date(now - query.days * 86_400_000)
    all.push(sql<SqlBool>`r.available_at >= ${from} and r.available_at <= ${new Date(now)}`)
  }
  if (query.release_types !== undefined && query.release_types.length > 0) {
    all.push(sql<SqlBool>`r.release_type = any(${query.release_types.map((type) => type.toLowerCase())}::text[])`)
  }
  const groups = [
    ['genres', 'genres', query.genres],
    ['genres', 'genres', query.genre === undefined ? undefined : [query.genre]],
    ['markets', 'markettags', query.markets],
    ['markets', 'markettags', query.market === undefined ? undefined : [query.market]],
    ['versions', 'versions', query.versions],
    ['versions', 'versions', query.version === undefined ? undefined : [query.version]],
    ['packages', 'packages', query.packages],
  ] as const
  for (const [kind, column, wanted] of groups) {
    if (wanted === undefined || wanted.length === 0) continue
    all.push(anyOf(sql.raw(`r.${column}`), await withNames(db, kind, wanted)))
  }
  return all
}

/** From so many names on they are looked up: `&&` holds each against each, which for a thousand takes seconds. */
const LOOKED_UP_FROM = 50

/** Whether a column of names has one of these. */
export function anyOf(column: RawBuilder<unknown>, names: readonly string[]): RawBuilder<SqlBool> {
  if (names.length < LOOKED_UP_FROM) return sql<SqlBool>`${column} && ${names}::text[]`
  return sql<SqlBool>`exists (select from unnest(${column}) as name where name = any(${names}::text[]))`
}
