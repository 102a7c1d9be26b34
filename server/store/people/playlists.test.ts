// Songs of several playlists in one answer have a bound: a hundred long ones would be half a gigabyte of text.
import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase } from '#tests/support/database.ts'
import { demoCatalogue } from '../../demo/catalogue/catalogue.ts'
import { createCatalogue } from '../catalogue/readCatalogue.ts'
import { insertReleases } from '../catalogue/writeCatalogue.ts'
import type { Schema } from '../schema.ts'
import { createPlaylists, TooManySongs } from './playlists.ts'

const LONG = 3400
let db: Kysely<Schema>
beforeAll(async () => {
  db = await openDatabase()
  const [release] = demoCatalogue('small')
  if (!release?.songs[0]) throw new Error('no release')
  const [song] = release.songs
  await insertReleases(db, [
    { ...release, songs: Array.from({ length: LONG }, (_, n) => ({ ...song, trackid: `t${n}`, ordinal: n + 1 })) },
  ])
  await sql`insert into players (playerid, username, firstname, lastname, state)
    values ('p', 'p', 'A', 'B', 'active')`.execute(db)
}, 120_000)
afterAll(() => db.destroy())

it('API-PL-001: answers songs for as many playlists as fit, and says what to ask for otherwise', async () => {
  const playlists = createPlaylists(db, createCatalogue(db))
  const list = (summary: boolean, pagesize = 10) =>
    playlists.list('p', { page: 1, pagesize, sort: { key: 'date', descending: true }, filter: '', summary })
  for (let n = 0; n < 3; n++) {
    const id = await playlists.create('p', `list ${n}`, '', n)
    await sql`insert into playlist_tracks (playlistid, trackid, place)
      select ${id}, trackid, ordinal from tracks`.execute(db)
  }
  await expect(list(false)).rejects.toBeInstanceOf(TooManySongs)
  expect((await list(false, 1)).playlists[0]?.songs).toHaveLength(LONG)
  expect((await list(true)).playlists.map(({ tracks }) => tracks)).toEqual([LONG, LONG, LONG])
}, 60_000)
