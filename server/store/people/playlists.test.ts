// Songs of several playlists in one answer have a bound: a hundred long ones would be half a gigabyte of text.
import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { PLAYLIST_TRACKS_MAX } from '#core/model/playlists/playlist.ts'
import { listening, openDatabase } from '#tests/support/database.ts'
import { demoCatalogue } from '../../demo/catalogue/catalogue.ts'
import { createCatalogue } from '../catalogue/readCatalogue.ts'
import { insertReleases } from '../catalogue/writeCatalogue.ts'
import type { Schema } from '../schema.ts'
import { createPlaylists, PLAYLISTS_MAX, TooManyPlaylists, TooManySongs } from './playlists.ts'

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

it('API-PL-001: answers songs for as many playlists as fit, and says what to ask for otherwise', {
  tags: ['long'],
  timeout: 60_000,
}, async () => {
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
})

it('H-359 of playlists that are made at once no more than a player may have', async () => {
  await sql`insert into players (playerid, username, firstname, lastname, state)
    values ('many', 'many', 'A', 'B', 'active')`.execute(db)
  await sql`insert into playlists (playlistid, playerid, name, name_sort, description, created_at)
    select 'many ' || n, 'many', 'n', 'n', '', now() from generate_series(1, ${PLAYLISTS_MAX - 2}) as n`.execute(db)
  const playlists = createPlaylists(db, createCatalogue(db))
  const made = await Promise.allSettled([1, 2, 3, 4].map((n) => playlists.create('many', `n ${n}`, '', n)))
  expect(made.map(({ status }) => status).sort()).toEqual(['fulfilled', 'fulfilled', 'rejected', 'rejected'])
  await playlists.remove('many 1')
  await playlists.create('many', 'again', '', 0)
  await expect(playlists.create('many', 'over', '', 0)).rejects.toBeInstanceOf(TooManyPlaylists)
})

it('API-PL-003: lets others ask while the songs of a long playlist are unpacked', async () => {
  let turns = 0
  let isOver = false
  const count = () => {
    turns += 1
    if (!isOver) setImmediate(count)
  }
  const spied = db.withPlugin({
    transformQuery: ({ node }) => node,
    // What the database takes counts for nothing.
    transformResult: async ({ result }) => {
      turns = 0
      return result
    },
  })
  setImmediate(count)
  const ids = Array.from({ length: 1000 }, (_, n) => `t${n}`)
  const tracks = await createCatalogue(spied).tracksByIds(ids, new Set(['t7']))
  isOver = true
  expect(tracks.map(({ song }) => song.trackid)).toEqual(ids)
  expect(turns).toBeGreaterThanOrEqual(4)
})

it('API-PL-001: shows the first four covers of a playlist and counts what can be had', async () => {
  const [template] = demoCatalogue('small')
  const song = template?.songs[0]
  if (!template || !song) throw new Error('no release')
  const release = (n: number, more: object = {}) => ({
    ...template,
    releaseid: `c${n}`,
    cover: { seed: `seed ${n}` },
    songs: [0, 1].map((m) => ({ ...song, releaseid: `c${n}`, trackid: `c${n}-${m}`, ordinal: m + 1 })),
    ...more,
  })
  await insertReleases(db, [
    ...[1, 2, 3, 4, 5].map((n) => release(n)),
    release(6, { cover: null }),
    release(7, { access: 'withdrawn' }),
  ])
  const playlists = createPlaylists(db, createCatalogue(db))
  const id = await playlists.create('p', 'covers', '', 9)
  const order = ['c7-0', 'c6-0', 'c3-0', 'c3-1', 'c1-0', 'c5-0', 'c2-0', 'c4-0', 'c1-1']
  await playlists.add(id, order)
  const asked: { rows: unknown[] }[] = []
  const query = {
    page: 1,
    pagesize: 1,
    sort: { key: 'date', descending: true },
    filter: 'covers',
    summary: true,
  } as const
  const spied = db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      asked.push(result)
      return result
    },
  })
  const { playlists: found } = await createPlaylists(spied, createCatalogue(db)).list('p', query)
  expect(found[0]?.tracks).toBe(8)
  expect(found[0]?.thumbnails.map((address) => /c\d/.exec(address)?.[0])).toEqual(['c3', 'c1', 'c5', 'c2'])
  expect(found[0]?.thumbnail).toBe(found[0]?.thumbnails[0])
  expect(Math.max(...asked.map(({ rows }) => rows.length))).toBe(4)
}, 60_000)

it('API-PL-001: looks for covers beyond the first songs only where those show too few', async () => {
  const [template] = demoCatalogue('small')
  const song = template?.songs[0]
  if (!template || !song) throw new Error('no release')
  const release = (releaseid: string, songs: number) => ({
    ...template,
    releaseid,
    cover: { seed: `seed ${releaseid}` },
    songs: Array.from({ length: songs }, (_, n) => ({
      ...song,
      releaseid,
      trackid: `${releaseid}-${n}`,
      ordinal: n + 1,
    })),
  })
  await insertReleases(db, [release('a', 60), ...[1, 2, 3, 4].map((n) => release(`f${n}`, 1))])
  const playlists = createPlaylists(db, createCatalogue(db))
  const long = Array.from({ length: 60 }, (_, n) => `a-${n}`)
  const few = ['f1-0', 'f2-0', 'f3-0', 'f4-0']
  for (const [name, order] of [
    ['covers first', [...few, ...long]],
    ['covers last', [...long, ...few]],
  ] as const)
    await playlists.add(await playlists.create('p', name, '', 9), order)
  const shown = async (filter: string) => {
    const asked: string[] = []
    const query = { page: 1, pagesize: 9, sort: { key: 'name', descending: false }, filter, summary: true } as const
    const spied = createPlaylists(
      listening(db, (question) => asked.push(question)),
      createCatalogue(db),
    )
    const { playlists: found } = await spied.list('p', query)
    const covers = found.map(({ thumbnails }) => thumbnails.map((address) => /covers\/(\w+)-/.exec(address)?.[1]))
    return { covers, asked: asked.filter((question) => question.includes('r.cover')).length }
  }
  expect(await shown('covers first')).toEqual({ covers: [['f1', 'f2', 'f3', 'f4']], asked: 1 })
  expect(await shown('covers last')).toEqual({ covers: [['a', 'f1', 'f2', 'f3']], asked: 2 })
  expect((await shown('covers')).covers).toHaveLength(3)
}, 60_000)

it('API-PL-008: touches no song but those that are added or stand elsewhere than before', async () => {
  const playlists = createPlaylists(db, createCatalogue(db))
  const id = await playlists.create('p', 'touched', '', 0)
  const songs = Array.from({ length: 30 }, (_, n) => `t${n}`)
  await playlists.add(id, songs)
  /** Which rows were written or held since they were looked at. */
  const looked = async () => {
    const { rows } = await sql<{ trackid: string; state: string }>`
      select trackid, concat(ctid, xmin, xmax) as state from playlist_tracks
      where playlistid = ${id} order by place`.execute(db)
    return new Map(rows.map(({ trackid, state }) => [trackid, state]))
  }
  const touchedBy = async (change: () => Promise<unknown>) => {
    const before = await looked()
    await change()
    const after = await looked()
    return { order: [...after.keys()], touched: [...after].filter(([id, state]) => before.get(id) !== state).length }
  }
  await playlists.drop(id, 't3')
  const left = songs.filter((trackid) => trackid !== 't3')
  expect(await touchedBy(() => playlists.add(id, ['t40', 't1', 't41']))).toEqual({
    order: [...left, 't40', 't41'],
    touched: 2,
  })
  const move = { trackid: 't41', referenceTrackid: 't28', position: 'after' } as const
  // Once, to close the gap; then those between alone.
  await playlists.move(id, move)
  const back = { trackid: 't41', referenceTrackid: 't40', position: 'after' } as const
  expect(await touchedBy(() => playlists.move(id, back))).toEqual({ order: [...left, 't40', 't41'], touched: 3 })
})

it('API-PL-009, API-PL-010: removes one track or all of them without reading those there are', async () => {
  const playlists = createPlaylists(db, createCatalogue(db))
  const id = await playlists.create('p', 'long', '', 0)
  await sql`insert into playlist_tracks (playlistid, trackid, place)
    select ${id}, trackid, ordinal from tracks`.execute(db)
  let read = 0
  const counted = db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      read += result.rows.length
      return result
    },
  })
  const change = createPlaylists(counted, createCatalogue(db))
  const left = async () => (await sql`select 1 from playlist_tracks where playlistid = ${id}`.execute(db)).rows.length
  const before = await left()
  await change.drop(id, 't3')
  expect([read, await left()]).toEqual([1, before - 1])
  await change.drop(id, null)
  expect([read, await left()]).toEqual([2, 0])
})

it('API-PL-004: leaves the description as another tab has put it where only a name is given', async () => {
  const playlists = createPlaylists(db, createCatalogue(db))
  const id = await playlists.create('p', 'name', 'old', 0)
  const before = await playlists.byId(id)
  if (!before) throw new Error('no playlist')
  await playlists.rename(before, 'name', 'new')
  expect(await playlists.rename(before, 'other name')).toMatchObject({ name: 'other name', description: 'new' })
  expect(await playlists.byId(id)).toMatchObject({ name: 'other name', description: 'new' })
})

it('API-PL-007: what was withdrawn takes no room of a playlist (H-281)', {
  tags: ['long'],
  timeout: 60_000,
}, async () => {
  const [template] = demoCatalogue('small')
  const song = template?.songs[0]
  if (!template || !song) throw new Error('no release')
  const release = (id: string, songs: number, more: object = {}) => ({
    ...template,
    releaseid: id,
    songs: Array.from({ length: songs }, (_, n) => ({
      ...song,
      releaseid: id,
      trackid: `${id}-${n}`,
      ordinal: n + 1,
    })),
    ...more,
  })
  await insertReleases(db, [
    release('open', PLAYLIST_TRACKS_MAX),
    release('gone', 3, { access: 'withdrawn' }),
    release('new', 3),
  ])
  const playlists = createPlaylists(db, createCatalogue(db))
  const id = await playlists.create('p', 'full', '', 10)
  const open = Array.from({ length: PLAYLIST_TRACKS_MAX - 3 }, (_, n) => `open-${n}`)
  const stored = async () =>
    (
      await sql<{
        trackid: string
      }>`select trackid from playlist_tracks where playlistid = ${id} order by place`.execute(db)
    ).rows.map((row) => row.trackid)
  await sql`insert into playlist_tracks (playlistid, trackid, place) select ${id}, trackid, place
    from unnest(${['gone-0', 'gone-1', ...open, 'gone-2']}::text[]) with ordinality as given(trackid, place)`.execute(
    db,
  )
  // Too many, whatever goes: nothing does.
  expect(await playlists.add(id, ['new-0', 'new-1', 'new-2', `open-${PLAYLIST_TRACKS_MAX - 1}`])).toBe(false)
  expect(await stored()).toHaveLength(PLAYLIST_TRACKS_MAX)
  expect(await playlists.add(id, ['new-0', 'new-1'])).toBe(true)
  expect(await stored()).toEqual([...open, 'gone-2', 'new-0', 'new-1'])
})
