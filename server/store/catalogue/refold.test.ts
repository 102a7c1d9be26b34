import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { listening, openDatabase } from '#tests/support/database.ts'
import type { CatalogueRelease } from '../../catalogue/contract.ts'
import { demoCatalogue } from '../../demo/catalogue/catalogue.ts'
import { migrations } from '../migrations/index.ts'
import { createPlaylists } from '../people/playlists.ts'
import type { Schema } from '../schema.ts'
import { createCatalogue } from './readCatalogue.ts'
import { listReleases, ReleaseQuery } from './releaseList.ts'
import { insertReleases } from './writeCatalogue.ts'

const [template] = [...demoCatalogue('small')].filter((release) => release.access === 'open')

function made(releaseid: string, name: string): CatalogueRelease {
  const [song] = template?.songs ?? []
  if (!template || !song) throw new Error('no template')
  const songs = [{ ...song, trackid: `${releaseid}-1`, releaseid, artist: name, title: name, version: '' }]
  return { ...template, releaseid, artist: name, title: name, songs, labels: [{ name }], attachments: [] }
}

let db: Kysely<Schema>
beforeAll(async () => {
  db = await openDatabase()
  await insertReleases(db, [made('a', 'バンド'), made('b', 'ハント'), made('c', 'Zoë'), made('d', 'Plain')])
  await insertReleases(db, [made('e', 'Don`t'), made('f', 'Bomba'), made('g', '\u200eBomba')])
  await insertReleases(db, [made('h', 'R.E.M.'), made('i', 'N W A')])
  await insertReleases(db, [made('j', 'あい'), made('k', '椎名林檎')])
  await insertReleases(db, [made('n', 'Daði')])
  await insertReleases(db, [made('l', '!!!'), made('m', '+ / −')])
  await sql`insert into players (playerid, username, firstname, lastname, state, verified)
    values ('p1', 'vera', 'Vera', 'Lind', 'active', true)`.execute(db)
  await createPlaylists(db, createCatalogue(db)).create('p1', 'バンド', '', 0)
}, 60_000)
afterAll(() => db.destroy())

async function contents() {
  const all: Record<string, unknown[]> = {}
  for (const [table, columns, key] of [
    [
      'releases',
      'releaseid, title_sort, artist_sort, label_sort, haystack, title_words, words, label_keys',
      'releaseid',
    ],
    ['tracks', 'trackid, title_words, words', 'trackid'],
    ['search_artists', 'artist_key, artist, words, releases, newest_at, newest', 'artist_key'],
    ['search_labels', 'label_key, label, words, releases, newest_at', 'label_key'],
    ['playlists', 'name, name_sort', 'name'],
  ] as const) {
    const found = await sql`select ${sql.raw(columns)} from ${sql.table(table)} order by ${sql.raw(key)}`.execute(db)
    all[table] = found.rows
  }
  return all
}

it('0020: tells apart what was kept as one name, and leaves all else as it is', async () => {
  const before = await contents()
  // As it was written while every mark was left out.
  await sql`update releases set title_sort = 'ハント', artist_sort = 'ハント', label_sort = 'ハント', haystack = 'ハント',
    title_words = 'ハント', words = 'ハント ハント ハント', label_keys = '{ハント}' where releaseid = 'a'`.execute(db)
  await sql`update tracks set title_words = 'ハント', words = 'ハント' where trackid = 'a-1'`.execute(db)
  await sql`delete from search_artists where artist_key = 'バンド'`.execute(db)
  await sql`update search_artists set releases = 2, artist = 'バンド' where artist_key = 'ハント'`.execute(db)
  await sql`delete from search_labels where label_key = 'バンド'`.execute(db)
  await sql`update search_labels set releases = 2, label = 'バンド' where label_key = 'ハント'`.execute(db)
  await sql`delete from search_words where word = 'バンド'`.execute(db)
  await sql`update playlists set name_sort = 'ハント'`.execute(db)

  await migrations.find(({ name }) => name.startsWith('0020'))?.fill?.(db)

  expect(await contents()).toEqual(before)
  expect(before.search_artists).toHaveLength(13)
  expect((await sql`select 1 from search_words where word = 'バンド'`.execute(db)).rows).toHaveLength(1)
  const listed = await listReleases(db, ReleaseQuery.parse({ artist: 'バンド' }), 'p1', 0)
  expect(listed.releases.map(({ releaseid }) => releaseid)).toEqual(['a'])
})

it('0022: takes for one name what differs by nothing that is seen', async () => {
  const before = await contents()
  // As it was written while a mark of direction was a sign, and a backtick no apostrophe.
  await sql`update releases set title_sort = 'don\`t', artist_sort = 'don\`t', label_sort = 'don\`t', haystack = 'don\`t',
    label_keys = '{don\`t}' where releaseid = 'e'`.execute(db)
  await sql`update search_artists set artist_key = 'don\`t' where releases = 1 and artist = 'Don\`t'`.execute(db)
  await sql`update search_labels set label_key = 'don\`t' where releases = 1 and label = 'Don\`t'`.execute(db)
  const marked = '\u200ebomba'
  await sql`update releases set title_sort = ${marked}, artist_sort = ${marked}, label_sort = ${marked},
    haystack = ${marked}, label_keys = ${sql.lit(`{${marked}}`)} where releaseid = 'g'`.execute(db)
  await sql`update search_artists set releases = 1 where artist_key = 'bomba'`.execute(db)
  await sql`update search_labels set releases = 1 where label_key = 'bomba'`.execute(db)
  for (const kind of ['artist', 'label']) {
    await sql`insert into ${sql.table(`search_${kind}s`)} select (jsonb_populate_record(one, ${JSON.stringify({
      [`${kind}_key`]: marked,
      [kind]: '\u200eBomba',
    })}::text::jsonb)).* from ${sql.table(`search_${kind}s`)} one where ${sql.raw(kind)}_key = 'bomba'`.execute(db)
  }

  await migrations.find(({ name }) => name.startsWith('0022'))?.fill?.(db)

  expect(await contents()).toEqual(before)
  const listed = await listReleases(db, ReleaseQuery.parse({ artist: 'Bomba' }), 'p1', 0)
  expect(listed.releases.map(({ releaseid }) => releaseid).sort()).toEqual(['f', 'g'])
})

it('0023: finds what was kept before by its letters in one, and counts no name anew for it', async () => {
  const before = await contents()
  const apart = sql`array['h', 'i']`
  await sql`update releases set words = 'x' where releaseid = any(${apart})`.execute(db)
  await sql`update tracks set words = 'x' where releaseid = any(${apart})`.execute(db)
  for (const kind of ['artist', 'label'])
    await sql`update ${sql.table(`search_${kind}s`)} set words = 'x' where ${sql.ref(kind)} in ('R.E.M.', 'N W A')`.execute(db) // biome-ignore format: one line
  await sql`delete from search_words where word in ('rem', 'nwa')`.execute(db)
  const asked: string[] = []
  const heard = listening(db, (question) => asked.push(question))

  await migrations.find(({ name }) => name.startsWith('0023'))?.fill?.(heard)

  expect(await contents()).toEqual(before)
  expect(JSON.stringify(before)).toContain('n w a nwa')
  expect((await sql`select 1 from search_words where word in ('rem', 'nwa')`.execute(db)).rows).toHaveLength(2)
  expect(asked.filter((query) => query.includes('delete from search_'))).toEqual([])
})

/** As an earlier version kept a release whose title, artist and label are one name. */
async function keptAs(folded: string, name: string, releaseid: string): Promise<void> {
  await sql`update releases set title_sort = ${folded}, artist_sort = ${folded}, label_sort = ${folded},
    haystack = ${folded}, title_words = ${folded}, words = ${`${folded} ${folded} ${folded}`},
    label_keys = ${[folded]} where releaseid = ${releaseid}`.execute(db)
  await sql`update tracks set title_words = ${folded}, words = ${folded} where trackid = ${`${releaseid}-1`}`.execute(
    db,
  )
  for (const kind of ['artist', 'label'])
    await sql`update ${sql.table(`search_${kind}s`)} set words = ${folded}, ${sql.ref(`${kind}_key`)} = ${folded}
      where ${sql.ref(kind)} = ${name}`.execute(db)
}

it('0023: takes both kana for one, and finds what stands inside a name without spaces', async () => {
  const before = await contents()
  await keptAs('あい', 'あい', 'j')
  await sql`update releases set words = '椎名林檎 椎名林檎 椎名林檎' where releaseid = 'k'`.execute(db)

  await migrations.find(({ name }) => name.startsWith('0023'))?.fill?.(db)

  expect(await contents()).toEqual(before)
  expect(JSON.stringify(before)).toContain('アイ')
})

it('0024: finds what was kept before by its signs where it holds no word', async () => {
  const before = await contents()
  const signs = sql`array['l', 'm']`
  await sql`update releases set title_words = '', words = '' where releaseid = any(${signs})`.execute(db)
  await sql`update tracks set title_words = '', words = '' where releaseid = any(${signs})`.execute(db)
  for (const kind of ['artist', 'label'])
    await sql`update ${sql.table(`search_${kind}s`)} set words = '' where ${sql.ref(kind)} in ('!!!', '+ / −')`.execute(db) // biome-ignore format: one line

  await migrations.find(({ name }) => name.startsWith('0024'))?.fill?.(db)

  expect(await contents()).toEqual(before)
  expect(JSON.stringify(before)).toContain('+/−')
})

it('0028: spells out letters that were kept as they are', async () => {
  const before = await contents()
  await keptAs('daði', 'Daði', 'n')

  await migrations.find(({ name }) => name.startsWith('0028'))?.fill?.(db)

  expect(await contents()).toEqual(before)
  const listed = await listReleases(db, ReleaseQuery.parse({ artist: 'Dadi' }), 'p1', 0)
  expect(listed.releases.map(({ releaseid }) => releaseid)).toEqual(['n'])
})
