// H-124: the index of a list against the pages of the same list.
import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { INDEX_ROWS_MAX, type ListIndexPart } from '#core/model/catalogue/listIndex.ts'
import { RELEASE_SORTS } from '#core/model/catalogue/releaseQuery.ts'
import { openDatabase } from '#tests/support/database.ts'
import { shortened } from '../../catalogue/shortened.ts'
import { demoCatalogue } from '../../demo/catalogue/catalogue.ts'
import { createMarks } from '../people/marks.ts'
import type { Schema } from '../schema.ts'
import { indexReleases, LibraryIndexQuery, ReleaseIndexQuery } from './listIndex.ts'
import { LibraryQuery, type ListScope, listReleases, ReleaseQuery } from './releaseList.ts'
import { insertReleases } from './writeCatalogue.ts'

const RELEASES = 130
/** Few, so that most places are shared and the tie-break decides. */
const TITLES = ['夜の川', 'نهر الليل', '🌊 River 🏳️‍🌈', '  Two spaces  ', 'Ünder', 'under', 'e\u0301', '𝄞', '<b>"\\']
const NOW = Date.parse('2026-11-20T12:00:00Z')
const PLAYERS = ['p1', 'p2'] as const

let db: Kysely<Schema>
let ids: string[] = []
beforeAll(async () => {
  db = await openDatabase()
  const made = [...shortened(demoCatalogue('demo'), 1)].slice(0, RELEASES).map((release, n) => {
    const { colour: _, ...bare } = release
    return {
      ...(n % 5 === 0 ? bare : release),
      title: TITLES[n % TITLES.length] ?? '',
      artist: TITLES[(n * 4) % TITLES.length] ?? '',
      available: `2026-11-${10 + (n % 7)}T06:00:00.000Z`,
      duration: 60 * (n % 4),
      trend: (n % 3) / 3,
      access: n % 10 === 3 ? ('forbidden' as const) : n % 10 === 7 ? ('withdrawn' as const) : ('open' as const),
    }
  })
  ids = made.map((release) => release.releaseid)
  await insertReleases(db, made)
  const marks = createMarks(db)
  for (const playerid of PLAYERS)
    await sql`insert into players (playerid, username, firstname, lastname, state)
      values (${playerid}, ${playerid}, 'A', 'B', 'active')`.execute(db)
  // Of what is not open as well: none of it may show.
  for (const releaseid of ids.slice(30, 90)) await marks.flagRelease('p1', releaseid)
  for (const releaseid of ids.slice(0, 40)) await marks.archive('p1', releaseid)
  for (const releaseid of ids.slice(20, 60))
    await sql`insert into shares (id, releaseid, playerid, receiver, message, at)
      values (${`s-${releaseid}`}, ${releaseid}, 'p2', 'p1', '', now())`.execute(db)
}, 60_000)
afterAll(() => db.destroy())

type Row = ListIndexPart['rows'][number]

async function pages(query: Record<string, string>, scope: ListScope, playerid: string) {
  const rows: Row[] = []
  const Query = scope === 'active' ? ReleaseQuery : LibraryQuery
  for (let page = 1; ; page++) {
    const given = Query.parse({ ...query, page: String(page) })
    const { releases, total } = await listReleases(db, given, playerid, NOW, scope)
    for (const card of releases) rows.push([card.releaseid, card.title, card.artist, card.colour ?? null])
    if (releases.length === 0) return { rows, total }
  }
}

function part(query: Record<string, string>, scope: ListScope = 'active', playerid = 'p1') {
  const Query = scope === 'active' ? ReleaseIndexQuery : LibraryIndexQuery
  return indexReleases(db, Query.parse(query), playerid, NOW, scope)
}

describe.each(RELEASE_SORTS)('by %s', (sort) => {
  it.each([
    ['everything', {}, 'active', 'p1'],
    ['of somebody who marked nothing', {}, 'active', 'p2'],
    ['with free text', { filter: 'RIVER' }, 'active', 'p1'],
    ['in another script', { filter: 'الليل' }, 'active', 'p1'],
    ['with every kind of filter', { genres: 'House,Techno,Pop', days: '8', explicit: 'false' }, 'active', 'p2'],
    ['what was shared', { shared: 'true' }, 'active', 'p1'],
    ['what was not', { shared: 'false', title: 'UNDER' }, 'active', 'p1'],
    ['what was flagged', {}, 'flagged', 'p1'],
    ['what was flagged, with free text', { filter: 'river' }, 'flagged', 'p1'],
    ['what was archived', {}, 'archived', 'p1'],
    ['nothing', { artist: 'nobody' }, 'active', 'p1'],
  ] as const)('lists %s as the pages do', async (_, query, scope, playerid) => {
    const wanted = await pages({ ...query, sort }, scope, playerid)
    expect(await part({ ...query, sort }, scope, playerid)).toEqual(wanted)
    for (let first = 0; first <= wanted.total; first += 17)
      expect(await part({ ...query, sort, first: `${first}`, count: '17' }, scope, playerid)).toEqual({
        total: wanted.total,
        rows: wanted.rows.slice(first, first + 17),
      })
  })
})

it('holds what these lists are for: some rows, some without a colour, none of them closed', async () => {
  const all = await part({})
  expect(all.total).toBeGreaterThan(50)
  expect(all.rows.some(([, , , colour]) => colour === null)).toBe(true)
  expect(new Set(all.rows.map(([, title]) => title))).toEqual(new Set(TITLES))
  for (const scope of ['active', 'flagged', 'archived'] as const)
    for (const [id] of (await part({}, scope)).rows) expect([3, 7]).not.toContain(ids.indexOf(id) % 10)
  expect((await part({}, 'archived')).total).toBe(32)
})

it('shows nobody the marks of another', async () => {
  expect((await part({}, 'archived', 'p2')).total).toBe(0)
  expect((await part({}, 'flagged', 'p2')).total).toBe(0)
  expect((await part({}, 'active', 'p2')).total).toBe((await part({})).total + 32)
})

it('has no rows behind the end, and the total all the same', async () => {
  const { total } = await part({})
  for (const first of [total, total + 1, 1_000_000])
    expect(await part({ first: `${first}` })).toEqual({ total, rows: [] })
  expect(await part({ first: '5' }, 'flagged', 'p2')).toEqual({ total: 0, rows: [] })
})

it('gives as many as there may be where nothing is said', () => {
  expect(ReleaseIndexQuery.parse({})).toMatchObject({ first: 0, count: INDEX_ROWS_MAX })
  expect(LibraryIndexQuery.parse({ first: '1000000', count: '1' })).toMatchObject({ first: 1_000_000, count: 1 })
})

it.each([
  ['first', '-1'],
  ['first', '1.5'],
  ['first', '1000001'],
  ['first', ''],
  ['count', '0'],
  ['count', '2001'],
  ['count', '1e3'],
  ['page', '1'],
  ['pagesize', '40'],
  ['sort', 'colour'],
])('refuses %s=%s', (name, value) => {
  expect(ReleaseIndexQuery.safeParse({ [name]: value }).success).toBe(false)
  expect(LibraryIndexQuery.safeParse({ [name]: value }).success).toBe(false)
})

it('takes no filter of the gallery for the marked lists', () => {
  expect(LibraryIndexQuery.safeParse({ genres: 'House' }).success).toBe(false)
  expect(LibraryQuery.safeParse({ genres: 'House' }).success).toBe(false)
})
