/**
 * What the search looks things up in besides the releases and tracks themselves: artists and labels
 * with their open releases, and every word there is (for slips of the finger).
 */
import { type Kysely, sql } from 'kysely'
import type { Schema } from '../schema.ts'
import { fold } from './fold.ts'
import { foundWords, otherWords, searchWords, wordsText } from './words.ts'

/** The part of a release artists and labels are made from. */
export interface IndexedRelease {
  releaseid: string
  artist: string
  labels: { name: string; logo?: string | null | undefined }[]
  available_at: Date | string
  access: string
}

interface Entry {
  key: string
  name: string
  words: string
  releases: number
  newest_at: string
  newest: string
  logo: string | null
}

const BATCH = 500
const TRACK_BATCH = 4000

/** Adds open releases to the artists and labels they belong to. `only` limits it to these folded names. */
export async function countIn(db: Kysely<Schema>, releases: IndexedRelease[], only?: Set<string>): Promise<void> {
  const artists = new Map<string, Entry>()
  const labels = new Map<string, Entry>()
  for (const release of releases) {
    if (release.access !== 'open') continue
    gather(artists, release.artist, release, null, only)
    const own = new Map(release.labels.map((label) => [fold(label.name), label]))
    for (const label of own.values()) gather(labels, label.name, release, label.logo ?? null, only)
  }
  await sql`insert into search_artists as known (artist_key, artist, words, releases, newest_at, newest)
    select key, name, words, releases, newest_at, newest from ${rows(artists)}
    on conflict (artist_key) do update set releases = known.releases + excluded.releases,
      artist = case when excluded.newest_at > known.newest_at then excluded.artist else known.artist end,
      newest = case when excluded.newest_at > known.newest_at then excluded.newest else known.newest end,
      newest_at = greatest(known.newest_at, excluded.newest_at)`.execute(db)
  await sql`insert into search_labels as known (label_key, label, words, releases, newest_at, logo)
    select key, name, words, releases, newest_at, logo from ${rows(labels)}
    on conflict (label_key) do update set releases = known.releases + excluded.releases,
      label = case when excluded.newest_at > known.newest_at then excluded.label else known.label end,
      logo = coalesce(excluded.logo, known.logo),
      newest_at = greatest(known.newest_at, excluded.newest_at)`.execute(db)
}

function gather(
  into: Map<string, Entry>,
  name: string,
  release: IndexedRelease,
  logo: string | null,
  only: Set<string> | undefined,
): void {
  const key = fold(name)
  if (key === '' || (only && !only.has(key))) return
  const at = new Date(release.available_at).toISOString()
  const known = into.get(key)
  if (!known) {
    into.set(key, { key, name, words: nameWords(name), releases: 1, newest_at: at, newest: release.releaseid, logo })
    return
  }
  known.releases += 1
  known.logo ??= logo
  if (at > known.newest_at) Object.assign(known, { name, newest_at: at, newest: release.releaseid })
}

function rows(entries: Map<string, Entry>) {
  return sql`jsonb_to_recordset(${JSON.stringify([...entries.values()])}::text::jsonb) as given(
    key text, name text, words text, releases integer, newest_at timestamptz, newest text, logo text) order by key`
}

/** Counts the artists and labels of these folded names anew, after a release of theirs was changed. */
export async function recount(db: Kysely<Schema>, names: Set<string>): Promise<void> {
  const keys = [...names]
  await sql`delete from search_artists where artist_key = any(${keys}::text[])`.execute(db)
  await sql`delete from search_labels where label_key = any(${keys}::text[])`.execute(db)
  const found = await sql<IndexedRelease>`select releaseid, artist, labels, available_at, access from releases
    where access = 'open' and (artist_sort = any(${keys}::text[]) or label_keys && ${keys}::text[])`.execute(db)
  await countIn(db, found.rows, names)
}

/** Whether artists and labels stay as they are where one of these comes in the place of the other. */
export function countsAlike(one: IndexedRelease, other: IndexedRelease): boolean {
  const counted = ({ releaseid, artist, labels, available_at, access }: IndexedRelease) =>
    access === 'open' &&
    JSON.stringify([releaseid, artist, +new Date(available_at), labels.map(({ name, logo }) => [name, logo ?? null])])
  return counted(one) === counted(other)
}

/** The folded names a release counts under. */
export function profileKeys(release: { artist: string; labels: { name: string }[] }): string[] {
  return [fold(release.artist), ...release.labels.map((label) => fold(label.name))]
}

/** Remembers the words of these texts. @param known words that are there for certain; grows */
export async function addWords(db: Kysely<Schema>, texts: Iterable<string>, known: Set<string>): Promise<void> {
  const fresh = new Set<string>()
  for (const text of texts) for (const word of text.split(' ')) if (word !== '' && !known.has(word)) fresh.add(word)
  if (fresh.size === 0) return
  // In order, so that two servers that add the same words do not wait for each other in a circle.
  await sql`insert into search_words (word) select unnest(${[...fresh].sort((a, b) => (a < b ? -1 : 1))}::text[])
    on conflict do nothing`.execute(db)
  for (const word of fresh) known.add(word)
}

/** The words of an artist or label, as its row keeps them. */
export function nameWords(name: string): string {
  return foundWords(name).join(' ')
}

/** The words of a release and of a track, as their columns keep them. */
export function releaseWords(release: IndexedRelease & { title: string }): { title_words: string; words: string } {
  if (release.access !== 'open') return { title_words: '', words: '' }
  const labels = release.labels.map((label) => label.name)
  const { title } = release
  // What the search looks for beside the title stands between its words and what else it is found by.
  const words = [...searchWords(title), ...foundWords(release.artist, ...labels), ...otherWords(title)]
  return { title_words: wordsText(title), words: words.join(' ') }
}

export function trackWords(
  track: { title: string; artist: string; version: string },
  access: string,
): { title_words: string; words: string } {
  if (access !== 'open') return { title_words: '', words: '' }
  return {
    title_words: wordsText(track.title),
    words: [...new Set(foundWords(track.title, track.version, track.artist))].join(' '),
  }
}

/** Fills the columns and tables of the search for a catalogue that was there before them. */
export async function fillSearch(db: Kysely<Schema>): Promise<void> {
  const known = new Set<string>()
  for (let after = ''; ; ) {
    const found = await sql<IndexedRelease & { title: string }>`select releaseid, title, artist, labels, available_at,
      access from releases where releaseid > ${after} order by releaseid limit ${BATCH}`.execute(db)
    const last = found.rows.at(-1)
    if (!last) break
    after = last.releaseid
    const given = found.rows.map((row) => ({
      id: row.releaseid,
      ...releaseWords(row),
      label_keys: row.labels.map((label) => fold(label.name)),
    }))
    await sql`update releases set title_words = given.title_words, words = given.words, label_keys = given.label_keys
      from jsonb_to_recordset(${JSON.stringify(given)}::text::jsonb)
        as given(id text, title_words text, words text, label_keys text[])
      where releaseid = given.id`.execute(db)
    const words = given.map((row) => row.words)
    await addWords(db, words, known)
    await countIn(db, found.rows)
  }
  for (let after = ''; ; ) {
    const found = await sql<{ trackid: string; title: string; artist: string; version: string; access: string }>`
      select trackid, t.title, t.artist, coalesce(t.meta->>'version', '') as version, r.access
      from tracks t join releases r using (releaseid) where trackid > ${after}
      order by trackid limit ${TRACK_BATCH}`.execute(db)
    const last = found.rows.at(-1)
    if (!last) break
    after = last.trackid
    const given = found.rows.map((row) => ({ id: row.trackid, ...trackWords(row, row.access) }))
    await sql`update tracks set title_words = given.title_words, words = given.words
      from jsonb_to_recordset(${JSON.stringify(given)}::text::jsonb) as given(id text, title_words text, words text)
      where trackid = given.id`.execute(db)
    const words = given.map((row) => row.words)
    await addWords(db, words, known)
  }
}
