// Writing a catalogue, demo or imported, into the store.
import { type Kysely, sql, type Transaction } from 'kysely'
import type { CatalogueRelease } from '../../catalogue/contract.ts'
import type { ReleaseRow, Schema } from '../schema.ts'
import { turnCatalogue } from './choices.ts'
import { countCommonWords } from './commonWords.ts'
import { packRelease } from './packing.ts'
import { storePromoMails } from './promoMails.ts'
import { addWords, countIn, countsAlike, profileKeys, recount } from './searchIndex.ts'

/** Releases written in one transaction: enough to be fast, few enough to let others in between. */
const BATCH = 250
/** From so many new releases on, the planner and the search are told. */
const ANALYZE_FROM = 1000

export type Database = Kysely<Schema>

/**
 * Writes releases with their tracks and attachments, in batches of one transaction each. A release
 * whose id is already there is left alone, so a seeding that was interrupted goes on where it was.
 * @param onProgress called with the number of releases handled so far
 * @returns how many releases were new
 */
export async function insertReleases(
  db: Database,
  releases: Iterable<CatalogueRelease>,
  onProgress?: (done: number) => void,
  origin: 'demo' | 'import' = 'import',
): Promise<number> {
  const known = new Set<string>()
  let done = 0
  let written = 0
  let batch: CatalogueRelease[] = []
  const flush = async () => {
    const current = batch
    batch = []
    written += await db.transaction().execute(async (trx) => {
      const ids = current.map(({ releaseid }) => releaseid)
      if ((await findReleaseIds(trx, ids)).size < new Set(ids).size) await turnCatalogue(trx)
      return insertBatch(trx, current, origin, known)
    })
    done += current.length
    onProgress?.(done)
  }
  for (const release of releases) {
    batch.push(release)
    if (batch.length >= BATCH) await flush()
  }
  if (batch.length > 0) await flush()
  // Nothing else tells the embedded database how its tables have grown, and plans follow from that.
  if (written >= ANALYZE_FROM) {
    await sql`vacuum (analyze) releases, tracks, search_artists, search_labels, search_words`.execute(db)
    await countCommonWords(db)
  }
  return written
}

/** Which of these release ids exist. */
export async function findReleaseIds(db: Database, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await sql<{ releaseid: string }>`
    select releaseid from releases where releaseid = any(${ids}::text[])`.execute(db)
  return new Set(rows.rows.map((row) => row.releaseid))
}

/**
 * Puts a release in the place of the one with the same id, or adds it. Flags, archive marks and places
 * in playlists stay; those of tracks that are gone go.
 */
export async function replaceRelease(db: Database, release: CatalogueRelease): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const before = await trx
      .selectFrom('releases')
      .where('releaseid', '=', release.releaseid)
      .select(['releaseid', 'artist', 'labels', 'available_at', 'access', 'genres', 'versions'])
      .executeTakeFirst()
    // What is imported again mostly says the same, and whoever filters next reads all releases after a turn.
    if (!before || choicesIn(before) !== choicesIn(packRelease(release, 'import').row)) await turnCatalogue(trx)
    const old = await sql<{ trackid: string; mono: boolean }>`
      delete from tracks where releaseid = ${release.releaseid}
      returning trackid, (meta->'loudness'->'mono') is not null as mono`.execute(trx)
    const gone = old.rows.map((row) => row.trackid)
    await sql`delete from attachments where releaseid = ${release.releaseid}`.execute(trx)
    await sql`delete from promo_mails where releaseid = ${release.releaseid}`.execute(trx)
    await insertBatch(trx, [release], 'import', new Set(), true)
    // An import that knows the audio of earlier says what was measured then. The id of a song names its audio (H-576).
    const mono = old.rows.filter((row) => row.mono).map((row) => row.trackid)
    if (mono.length > 0)
      await sql`update tracks set meta = jsonb_set(meta, '{loudness,mono}', 'true')
        where trackid = any(${mono}::text[]) and meta->'loudness' is not null`.execute(trx)
    const after = { ...release, available_at: release.available }
    // What is imported again is mostly the same to them, and all of a label's releases are read to count it anew.
    if (!before || !countsAlike(before, after))
      await recount(trx, new Set([...profileKeys(release), ...(before ? profileKeys(before) : [])]))
    await sql`delete from playlist_tracks p using (select unnest(${gone}::text[]) as trackid) g
      where p.trackid = g.trackid and not exists (select 1 from tracks t where t.trackid = g.trackid)`.execute(trx)
    await sql`delete from flags where releaseid = ${release.releaseid} and trackid <> ''
      and trackid not in (select trackid from tracks where releaseid = ${release.releaseid})`.execute(trx)
  })
}

/** What the choices of the filters and the list of labels are made of. */
const choicesIn = (row: Choosable): string =>
  JSON.stringify([row.access, row.genres, row.versions, row.labels.map(({ name, logo }) => [name, logo ?? null])])

type Choosable = Pick<ReleaseRow, 'access' | 'genres' | 'versions'> & {
  labels: readonly { name: string; logo?: string | null | undefined }[]
}

const RELEASE_COLUMNS = {
  releaseid: 'text',
  origin: 'text',
  title: 'text',
  artist: 'text',
  title_sort: 'text',
  artist_sort: 'text',
  label_sort: 'text',
  haystack: 'text',
  explicit: 'boolean',
  colour: 'text',
  available: 'text',
  available_at: 'timestamptz',
  impactdate: 'double precision',
  duration: 'double precision',
  trackcount: 'integer',
  videocount: 'integer',
  formats: 'text[]',
  labels: 'jsonb',
  genres: 'text[]',
  markettags: 'text[]',
  versions: 'text[]',
  packages: 'text[]',
  trending: 'boolean',
  trend: 'double precision',
  release_type: 'text',
  candownload: 'boolean',
  commenting_enabled: 'boolean',
  allow_sharing: 'boolean',
  promoinfo: 'text',
  cover: 'jsonb',
  access: 'text',
  revision: 'text',
  title_words: 'text',
  words: 'text',
  label_keys: 'text[]',
} as const

const TRACK_COLUMNS = {
  trackid: 'text',
  releaseid: 'text',
  ordinal: 'integer',
  title: 'text',
  artist: 'text',
  assettype: 'text',
  candownload: 'boolean',
  meta: 'jsonb',
  source: 'jsonb',
  title_words: 'text',
  words: 'text',
} as const

const ATTACHMENT_COLUMNS = {
  attachmentid: 'text',
  releaseid: 'text',
  place: 'integer',
  title: 'text',
  bytes: 'bigint',
  seed: 'text',
} as const

/** One JSON parameter for a whole table's rows: no limit of parameters, one round trip, the same on both databases. */
async function insertRows(
  trx: Transaction<Schema>,
  table: string,
  columns: Record<string, string>,
  rows: object[],
  conflict: string,
): Promise<string[]> {
  if (rows.length === 0) return []
  const names = Object.keys(columns).join(', ')
  const shape = Object.entries(columns)
    .map(([name, type]) => `${name} ${type}`)
    .join(', ')
  const key = Object.keys(columns)[0] ?? ''
  const answer = await sql<{ key: string }>`insert into ${sql.raw(table)} (${sql.raw(names)})
    select ${sql.raw(names)} from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as given(${sql.raw(shape)})
    ${sql.raw(conflict)} returning ${sql.raw(key)} as key`.execute(trx)
  return answer.rows.map((row) => row.key)
}

async function insertBatch(
  trx: Transaction<Schema>,
  releases: CatalogueRelease[],
  origin: 'demo' | 'import',
  knownWords: Set<string>,
  replace = false,
): Promise<number> {
  const packed = releases.map((release) => packRelease(release, origin))
  const update = Object.keys(RELEASE_COLUMNS)
    .filter((name) => name !== 'releaseid')
    .map((name) => `${name} = excluded.${name}`)
    .join(', ')
  const written = new Set(
    await insertRows(
      trx,
      'releases',
      RELEASE_COLUMNS,
      packed.map((entry) => entry.row),
      replace ? `on conflict (releaseid) do update set ${update}` : 'on conflict (releaseid) do nothing',
    ),
  )
  const fresh = packed.filter((entry) => written.has(entry.row.releaseid))
  await storePromoMails(
    trx,
    fresh.map((entry) => entry.row),
  )
  await insertRows(
    trx,
    'tracks',
    TRACK_COLUMNS,
    fresh.flatMap((entry) => entry.tracks),
    '',
  )
  await insertRows(
    trx,
    'attachments',
    ATTACHMENT_COLUMNS,
    fresh.flatMap((entry) => entry.attachments),
    '',
  )
  await addWords(
    trx,
    fresh.flatMap((entry) => [entry.row.words, ...entry.tracks.map((track) => track.words)]),
    knownWords,
  )
  const rows = fresh.map((entry) => entry.row)
  if (!replace) await countIn(trx, rows)
  return written.size
}
