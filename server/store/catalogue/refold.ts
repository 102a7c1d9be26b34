/**
 * What is kept of names as they are compared, made anew where `fold` makes other texts of them than it did when they
 * were written, or where they are found by more words (migrations 0020, 0022 to 0024 and 0028). Only rows that come out
 * otherwise are written.
 */
import { type Kysely, sql } from 'kysely'
import type { Schema } from '../schema.ts'
import { countCommonWords } from './commonWords.ts'
import { fold } from './fold.ts'
import { namesFolded } from './packing.ts'
import {
  addWords,
  type IndexedRelease,
  nameWords,
  profileKeys,
  recount,
  releaseWords,
  trackWords,
} from './searchIndex.ts'

const BATCH = 500
const TRACK_BATCH = 4000
/** Names counted anew at once: each release is compared with all of them. */
const RECOUNTED = 500

/** A release as it is read, with what is derived from it. */
interface FoldedRelease extends IndexedRelease {
  title: string
  genres: string[]
  title_sort: string
  artist_sort: string
  label_sort: string
  haystack: string
  title_words: string
  words: string
  label_keys: string[]
}

interface FoldedTrack {
  trackid: string
  title: string
  artist: string
  version: string
  access: string
  title_words: string
  words: string
}

/** True of a text that is more than ASCII, or has the backtick, the one sign of ASCII that is folded to another. */
const FOLDED = (text: string) => `octet_length(replace(${text}, '\`', '’')) <> char_length(${text})`
/** The same, and of a text that may hold letters apart (`spellings`). */
const FOLDED_OR_APART = (text: string) =>
  `(${FOLDED(text)} or ${text} ~ '[./-]|(^|[^[:alnum:]])[[:alnum:]][ .]+[[:alnum:]]([^[:alnum:]]|$)')`

/** A text that may be, or hold, a name without a word: signs that stand alone. */
const SIGNS_ALONE = (text: string) => `${text} ~ '(^| )[^[:alnum:] ]+( |$)'`

type Meant = (text: string) => string

/** Folds every release, track and playlist anew whose name is more than plain letters. */
export const refold = (db: Kysely<Schema>): Promise<void> => refoldWhere(db, FOLDED)
/** Also those whose letters are held apart. */
export const refoldApart = (db: Kysely<Schema>): Promise<void> => refoldWhere(db, FOLDED_OR_APART)

/** Those with a name that holds no word. */
export const refoldSigns = (db: Kysely<Schema>): Promise<void> => refoldWhere(db, SIGNS_ALONE)

async function refoldWhere(db: Kysely<Schema>, meant: Meant): Promise<void> {
  const words = new Set<string>()
  const names = new Set<string>()
  for await (const rows of releases(db, meant)) {
    const changed = rows.flatMap((row) => {
      const fresh = { ...namesFolded(row), ...releaseWords(row) }
      if (!isOther(row, fresh)) return []
      if (isOther(row, { artist_sort: fresh.artist_sort, label_keys: fresh.label_keys }))
        for (const key of [row.artist_sort, ...row.label_keys, ...profileKeys(row)]) names.add(key)
      return [{ id: row.releaseid, ...fresh }]
    })
    await sql`update releases set title_sort = given.title_sort, artist_sort = given.artist_sort,
        label_sort = given.label_sort, haystack = given.haystack, title_words = given.title_words, words = given.words,
        label_keys = given.label_keys
      from jsonb_to_recordset(${JSON.stringify(changed)}::text::jsonb) as given(id text, title_sort text,
        artist_sort text, label_sort text, haystack text, title_words text, words text, label_keys text[])
      where releaseid = given.id`.execute(db)
    await addWords(
      db,
      changed.map((row) => row.words),
      words,
    )
  }
  let isCountedAnew = false
  for await (const rows of tracks(db, meant)) {
    const changed = rows.flatMap((row) => {
      const fresh = trackWords(row, row.access)
      return isOther(row, fresh) ? [{ id: row.trackid, ...fresh }] : []
    })
    if (changed.length === 0) continue
    isCountedAnew = true
    await sql`update tracks set title_words = given.title_words, words = given.words
      from jsonb_to_recordset(${JSON.stringify(changed)}::text::jsonb) as given(id text, title_words text, words text)
      where trackid = given.id`.execute(db)
    await addWords(
      db,
      changed.map((row) => row.words),
      words,
    )
  }
  for (const some of parted([...names], RECOUNTED)) await recount(db, new Set(some))
  await renameProfiles(db, meant)
  if (isCountedAnew) await countCommonWords(db)
  const playlists = await sql<{ playlistid: string; name: string }>`select playlistid, name from playlists
    where ${sql.raw(meant('name'))}`.execute(db)
  const given = playlists.rows.map((row) => ({ id: row.playlistid, name_sort: fold(row.name) }))
  await sql`update playlists set name_sort = given.name_sort
    from jsonb_to_recordset(${JSON.stringify(given)}::text::jsonb) as given(id text, name_sort text)
    where playlistid = given.id and playlists.name_sort <> given.name_sort`.execute(db)
}

/** Whether one of these columns is another one in the row. */
function isOther<T extends object>(row: T, fresh: Partial<T>): boolean {
  return Object.entries(fresh).some(([name, value]) => JSON.stringify(row[name as keyof T]) !== JSON.stringify(value))
}

/** Gives artists and labels the words of their names; one whose key stays is not counted anew for it. */
async function renameProfiles(db: Kysely<Schema>, meant: Meant): Promise<void> {
  for (const kind of ['artist', 'label']) {
    const [table, key, name] = [sql.table(`search_${kind}s`), sql.ref(`${kind}_key`), sql.ref(kind)]
    const found = await sql<{ id: string; name: string; words: string }>`select ${key} as id, ${name} as name, words
      from ${table} where ${sql.raw(meant(kind))} order by 1`.execute(db)
    const changed = found.rows.flatMap(({ id, name, words }) => {
      const fresh = nameWords(name)
      return fresh === words ? [] : [{ id, words: fresh }]
    })
    for (const some of parted(changed, TRACK_BATCH))
      await sql`update ${table} set words = given.words
        from jsonb_to_recordset(${JSON.stringify(some)}::text::jsonb) as given(id text, words text)
        where ${key} = given.id`.execute(db)
  }
}

function* parted<T>(list: readonly T[], size: number): Generator<T[]> {
  for (let from = 0; from < list.length; from += size) yield list.slice(from, from + size)
}

async function* releases(db: Kysely<Schema>, meant: Meant): AsyncGenerator<FoldedRelease[]> {
  for (let after = ''; ; ) {
    const found = await sql<FoldedRelease>`select releaseid, title, artist, labels, genres, available_at, access,
        title_sort, artist_sort, label_sort, haystack, title_words, words, label_keys
      from releases where releaseid > ${after} and ${sql.raw(meant("(title || ' ' || artist || ' ' || labels::text || genres::text)"))}
      order by releaseid limit ${BATCH}`.execute(db)
    const last = found.rows.at(-1)
    if (!last) return
    after = last.releaseid
    yield found.rows
  }
}

async function* tracks(db: Kysely<Schema>, meant: Meant): AsyncGenerator<FoldedTrack[]> {
  for (let after = ''; ; ) {
    const found = await sql<FoldedTrack>`select trackid, t.title, t.artist, t.title_words, t.words, r.access,
        coalesce(t.meta->>'version', '') as version
      from tracks t join releases r using (releaseid)
      where trackid > ${after} and ${sql.raw(meant("(t.title || ' ' || t.artist || ' ' || coalesce(t.meta->>'version', ''))"))}
      order by trackid limit ${TRACK_BATCH}`.execute(db)
    const last = found.rows.at(-1)
    if (!last) return
    after = last.trackid
    yield found.rows
  }
}
