// Queries of words that very many tracks have give what queries of rare ones give: every track that has them all.
import { Kysely, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openRunner } from '#tests/support/database.ts'
import { demoCatalogue } from '../demo/catalogue/catalogue.ts'
import { countCommonWords } from '../store/catalogue/commonWords.ts'
import { createCatalogue } from '../store/catalogue/readCatalogue.ts'
import { insertReleases } from '../store/catalogue/writeCatalogue.ts'
import { embeddedDialect } from '../store/database/embeddedDialect.ts'
import { migrate } from '../store/database/migrate.ts'
import type { SqlRunner } from '../store/database/sqlRunner.ts'
import { migrations } from '../store/migrations/index.ts'
import type { Schema } from '../store/schema.ts'
import { search } from './search.ts'

const TRACKS = 24_000
let db: Kysely<Schema>
let asked: string[] = []

beforeAll(async () => {
  const runner = await openRunner()
  const listening: SqlRunner = {
    query: (text, parameters) => {
      asked.push(text)
      return runner.query(text, parameters)
    },
    close: () => runner.close(),
  }
  db = new Kysely<Schema>({ dialect: embeddedDialect(listening) })
  await migrate(db, migrations)
  const release = [...demoCatalogue('small')].find(({ releaseid }) => releaseid === 'demo-no-comments')
  if (!release) throw new Error('no release')
  await insertReleases(db, [release])
  // Half with "the", half with "les", all with "song", one in a thousand with "zephyr", and one with both articles.
  await sql`insert into tracks (trackid, releaseid, ordinal, title, artist, assettype, candownload, meta, source,
      title_words, words)
    select 'x' || n, 'demo-no-comments', 100 + n, made.title, 'Choir', 'audio', true, t.meta, t.source, made.title, made.title || ' choir'
    from (select * from tracks limit 1) t, lateral (select n,
      case when n % 2 = 0 then 'the' else 'les' end || case when n = 23999 then ' the' else '' end || ' song'
        || case when n % 1000 = 0 then ' zephyr' else '' end || ' n' || n as title
      from generate_series(1, ${TRACKS}::integer) n) made`.execute(db)
  await sql`insert into search_words values ('the'), ('les'), ('song'), ('zephyr'), ('choir') on conflict do nothing`.execute(
    db,
  )
  await sql`vacuum (analyze) tracks`.execute(db)
  await countCommonWords(db)
}, 120_000)
afterAll(() => db.destroy())

const find = (query: string) =>
  search(db, createCatalogue(db), {
    query,
    items: { tracks: 5, artists: 5, labels: 5, releases: 5 },
    genres: [],
    markets: [],
    playerid: 'nobody',
  })

const total = async (query: string) => {
  asked = []
  const found = await find(query)
  const way = /find_tracks\w*/.exec(asked.join('\n'))?.[0]
  return [found.tracks.total, way]
}

describe('common words', () => {
  it('are counted about right, and only they', async () => {
    const counted = await db.selectFrom('common_words').selectAll().orderBy('word').execute()
    const of = new Map(counted.map(({ word, tracks }) => [word, tracks]))
    expect([...of.keys()]).toEqual(expect.arrayContaining(['', 'choir', 'les', 'song', 'the']))
    expect(of.has('zephyr')).toBe(false)
    expect(Math.abs((of.get('the') ?? 0) - TRACKS / 2)).toBeLessThan(TRACKS / 20)
  })

  it('are read from the rows when nothing else is asked for, up to the most a search gives', async () => {
    expect(await total('the')).toEqual([1000, 'find_tracks_anywhere'])
    expect(await total('the song')).toEqual([1000, 'find_tracks_anywhere'])
  })

  it('API-SEARCH-001: say that there are more than are counted, and of a list that is whole nothing (H-283)', async () => {
    const { tracks, artists, top } = await find('the')
    expect([tracks.total, tracks.atLeast, top.atLeast, artists.atLeast]).toEqual([1000, true, true, undefined])
    const rare = await find('zephyr')
    expect([rare.tracks.atLeast, rare.top.atLeast]).toEqual([undefined, undefined])
  })

  it('only narrow what a rarer word finds', async () => {
    expect(await total('the zephyr')).toEqual([TRACKS / 1000, 'find_tracks_among'])
    expect(await total('zephyr so')).toEqual([TRACKS / 1000, 'find_tracks_among'])
    expect((await total('les zephyr'))[0]).toBe(0)
  })

  it('find the one track that has two which hardly ever meet', async () => {
    expect(await total('the les')).toEqual([1, 'find_tracks_anywhere'])
  })
})
