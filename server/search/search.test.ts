import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listening, openDatabase } from '#tests/support/database.ts'
import type { CatalogueRelease } from '../catalogue/contract.ts'
import { demoCatalogue } from '../demo/catalogue/catalogue.ts'
import { createCatalogue } from '../store/catalogue/readCatalogue.ts'
import { fillSearch } from '../store/catalogue/searchIndex.ts'
import { insertReleases, replaceRelease } from '../store/catalogue/writeCatalogue.ts'
import type { Schema } from '../store/schema.ts'
import { search } from './search.ts'

let db: Kysely<Schema>
const template = [...demoCatalogue('small')].find((release) => release.releaseid === 'demo-no-comments')

function made(
  releaseid: string,
  artist: string,
  title: string,
  more: Partial<CatalogueRelease> = {},
): CatalogueRelease {
  if (!template) throw new Error('no template')
  const song = template.songs[0]
  if (!song) throw new Error('no song')
  const songs = [{ ...song, trackid: `${releaseid}-1`, releaseid, artist, title: `${title} Song`, version: '' }]
  return { ...template, releaseid, artist, title, songs, labels: [{ name: 'Nordlicht' }], attachments: [], ...more }
}

beforeAll(async () => {
  db = await openDatabase()
  await insertReleases(db, [
    made('a', 'Beyoncé', 'Löwenherz'),
    made('b', 'Beyoncé', 'Second Sun'),
    made('c', "Don't Stop", 'AC/DC Tribute'),
    made('d', 'Hidden Artist', 'Hidden Title', { access: 'forbidden' }),
    made('e', 'Кино', 'Группа крови'),
    made('t1', 'Quartet', 'Talk', { labels: [{ name: 'Elsewhere' }] }),
    made('t2', 'Talk Talk', 'Spirit', { labels: [{ name: 'Elsewhere' }] }),
    made('j', 'Simon & Garfunkel', 'Rock & Roll', { labels: [{ name: 'Elsewhere' }] }),
    made('r', 'R.E.M.', 'Monster', { labels: [{ name: 'Elsewhere' }] }),
    made('r2', 'Sextet', 'Remix', { labels: [{ name: 'T.N.T.' }] }),
    ...['2026-01-01', '2026-03-01', '2026-02-01'].map((available, n) =>
      made(`n${n}`, `Nomad ${'KLM'[n]}`, 'Caravan', { available, labels: [{ name: `Dune ${'KLM'[n]}` }] }),
    ),
    made('s', 'Sade', 'Moby', { labels: [{ name: 'Elsewhere' }] }),
    made('k', '椎名林檎', '無罪モラトリアム', { labels: [{ name: 'Elsewhere' }] }),
    made('f', 'Chorus', '東京 夜', { labels: [{ name: 'Elsewhere' }] }),
    ...['Anthem', 'Satana', 'Sanity', 'Snatch', 'Slant'].map((artist, n) =>
      made(`w${n}`, artist, 'Vitrine', { labels: [{ name: 'Elsewhere' }] }),
    ),
  ])
}, 90_000)
afterAll(() => db.destroy())

const find = (query: string, genres: string[] = []) =>
  search(db, createCatalogue(db), {
    query,
    items: { tracks: 5, artists: 5, labels: 5, releases: 5 },
    genres,
    markets: [],
    playerid: 'nobody',
  })
const artists = async (query: string) => (await find(query)).artists.items.map(({ artist }) => artist)
const releases = async (query: string) => (await find(query)).releases.items.map(({ releaseid }) => releaseid)

describe('search', () => {
  it('API-SEARCH-001: looks nothing more up for who has left', async () => {
    const left = new AbortController()
    const asked: string[] = []
    const heard = db.withPlugin({
      transformQuery: ({ node }) => {
        asked.push(node.kind)
        left.abort(new Error('left'))
        return node
      },
      transformResult: async ({ result }) => result,
    })
    const request = { query: 'beyonce', items: { tracks: 5, artists: 5, labels: 5, releases: 5 } }
    const more = { genres: [], markets: [], playerid: 'nobody', signal: left.signal }
    const before = search(heard, createCatalogue(heard), { ...request, ...more })
    await expect(before).rejects.toThrow('left')
    const count = asked.length
    await search(heard, createCatalogue(heard), { ...request, ...more, signal: new AbortController().signal })
    expect(asked.length - count).toBeGreaterThan(2 * count)
  })

  it('counts an artist once with all open releases, and shows the newest picture', async () => {
    expect((await find('beyonce')).artists.items).toMatchObject([
      { artist: 'Beyoncé', releases: 2, _score: expect.any(Number) },
    ])
  })

  it.each(['beyoncé', 'BEYONCE', 'bey', '  Beyoncé  ', 'beyonse', 'beyocne', 'byonce'])(
    'finds Beyoncé by %j',
    async (query) => {
      expect(await artists(query)).toEqual(['Beyoncé'])
    },
  )

  it('finds by words in any order, and by words of artist and title together', async () => {
    expect(await releases('sun second')).toEqual(['b'])
    expect(await releases('beyonce sun')).toEqual(['b'])
    expect(await releases('beyonce sum')).toEqual(['b'])
  })

  it('reads past apostrophes, slashes and other alphabets', async () => {
    expect(await artists('dont stop')).toEqual(["Don't Stop"])
    expect(await releases('ac dc')).toEqual(['c'])
    expect(await releases('ГРУППА')).toEqual(['e'])
  })

  it.each(["'", "' | 'x", ':*', '(', '&', '!', '\\', '%', '_', ''])(
    'answers nothing for %j, and does not fail',
    async (query) => {
      expect((await find(query)).top.total).toBe(0)
    },
  )

  it('finds nothing of what is not open, in no list', async () => {
    expect((await find('hidden')).top.total).toBe(0)
  })

  it('puts the whole name above its beginning, over all lists', async () => {
    const { top } = await find('beyonce')
    expect(top.items[0]).toMatchObject({ kind: 'artist', artist: 'Beyoncé' })
    const scores = top.items.map((item) => item._score)
    expect(scores).toEqual([...scores].sort((a, b) => b - a))
  })

  it('API-SEARCH-001: finds a word by its first letter or sign wherever it stands in the title', async () => {
    expect(await releases('t')).toContain('c')
    expect(await releases('к')).toContain('e')
    expect(await releases('夜')).toEqual(['f'])
  })

  it('H-455: puts a name that repeats a word as it was typed before one that has it once', async () => {
    expect((await find('Talk Talk')).top.items[0]).toMatchObject({ kind: 'artist', artist: 'Talk Talk' })
    expect((await find('talk')).top.items[0]).toMatchObject({ kind: 'release', releaseid: 't1' })
  })

  it('H-460: finds what stands inside a name without spaces, in either kana', async () => {
    expect(await artists('林檎')).toEqual(['椎名林檎'])
    expect((await find('林檎 song')).tracks.items).toMatchObject([{ trackid: 'k-1' }])
    for (const query of ['モラトリアム', 'もら', '林檎 モラ']) expect(await releases(query)).toEqual(['k'])
    expect(await releases('檎林')).toEqual([])
  })

  it('H-459: puts the newest first of what answers alike, in every list', async () => {
    const found = await find('caravan')
    expect(found.releases.items.map(({ releaseid }) => releaseid)).toEqual(['n1', 'n2', 'n0'])
    expect(found.tracks.items.map(({ trackid }) => trackid)).toEqual(['n1-1', 'n2-1', 'n0-1'])
    expect(await artists('nomad')).toEqual(['Nomad L', 'Nomad M', 'Nomad K'])
    expect((await find('dune')).labels.items.map(({ label }) => label)).toEqual(['Dune L', 'Dune M', 'Dune K'])
  })

  it.each(['sdae', 'sadde', 'saed', 'asde', 'sd', 'sad'])(
    'API-SEARCH-001: forgives a slip inside a short word: %j',
    async (query) => {
      expect(await artists(query)).toEqual(query === 'sd' ? [] : ['Sade'])
    },
  )

  it('API-SEARCH-001: forgives a letter that is missing also where other slips of the same word begin four names', async () => {
    expect((await artists('sant')).sort()).toEqual(['Anthem', 'Sanity', 'Satana', 'Slant', 'Snatch'])
  })

  it('API-SEARCH-001: looks up few other forms of a short word, and none of a long one', async () => {
    expect(await releases('mboy')).toEqual(['s'])
    const given: number[] = []
    const heard = db.withPlugin({
      transformQuery: ({ node }) => {
        if (!JSON.stringify(node).includes('similar_words')) return node
        const lists = 'parameters' in node ? node.parameters.map((one) => ('value' in one ? one.value : one)) : []
        for (const list of lists) if (Array.isArray(list)) given.push(list.length)
        return node
      },
      transformResult: async ({ result }) => result,
    })
    for (const query of ['abcde', 'abcdef'])
      await search(heard, createCatalogue(heard), {
        query,
        items: { tracks: 5, artists: 5, labels: 5, releases: 5 },
        genres: [],
        markets: [],
        playerid: 'nobody',
      })
    // Asked twice: where no word begins so, and where nothing at all was found.
    expect(given).toEqual([9, 9, 0, 0])
  })

  it('H-457: finds a name by what is typed where its letters are held apart', async () => {
    expect((await find('rem')).top.items[0]).toMatchObject({ kind: 'artist', artist: 'R.E.M.', _score: expect.closeTo(0.98, 1) }) // biome-ignore format: one line
    expect((await find('acdc')).releases.items).toMatchObject([{ releaseid: 'c' }])
    expect((await find('acdc song dont')).tracks.items).toMatchObject([{ trackid: 'c-1' }])
    expect((await find('tnt')).labels.items).toMatchObject([{ label: 'T.N.T.' }])
    expect((await find('tnt remix')).releases.items).toMatchObject([{ releaseid: 'r2' }])
  })

  it.each([
    ['simon and garfunkel', 'Simon & Garfunkel'],
    ['simon y garfunkel', 'Simon & Garfunkel'],
    ['garfunkel feat simno', 'Simon & Garfunkel'],
  ])('H-456: finds by %j what writes the joining word otherwise', async (query, artist) => {
    expect(await artists(query)).toEqual([artist])
  })

  it('H-456: looks for the beginning of a title with and without the joining word', async () => {
    expect(await releases('rock n roll')).toEqual(['j'])
    expect(await releases('rock and')).toEqual([])
  })

  it('keeps to a genre', async () => {
    expect((await find('beyonce', ['No such genre'])).top.total).toBe(0)
    expect((await find('beyonce', template?.genres)).releases.total).toBe(2)
  })

  it('follows a release that is replaced', async () => {
    await replaceRelease(db, made('b', 'Zola', 'Third Moon', { labels: [{ name: 'Südwind' }] }))
    expect((await find('beyonce')).artists.items[0]?.releases).toBe(1)
    expect(await artists('zola')).toEqual(['Zola'])
    expect((await find('sudwind')).labels.items).toMatchObject([{ label: 'Südwind', releases: 1 }])
    expect((await find('nordlicht')).labels.items[0]?.releases).toBe(3)
    await replaceRelease(db, made('b', 'Zola', 'Third Moon', { access: 'withdrawn' }))
    expect(await artists('zola')).toEqual([])
  })

  it('counts artists and labels anew where a replaced release changes what they have, and only there', async () => {
    const asked: string[] = []
    const heard = listening(db, (question) => asked.push(question))
    const release = made('g', 'Mirage', 'Fourth Wall', { labels: [{ name: 'Westwind', logo: '/logo/1' }] })
    const recounts = async (next: CatalogueRelease) => {
      asked.length = 0
      await replaceRelease(heard, next)
      expect(asked.length).toBeGreaterThan(5)
      return asked.filter((query) => query.includes('delete from search_labels')).length
    }
    expect(await recounts(release)).toBe(1)
    const known = await contents()
    expect(await recounts({ ...release, title: 'Fifth Wall', labels: [{ logo: '/logo/1', name: 'Westwind' }] })).toBe(0)
    expect((await contents()).slice(0, 2)).toEqual(known.slice(0, 2))
    expect(await releases('fifth wall')).toEqual(['g'])
    expect(await recounts({ ...release, labels: [{ name: 'Westwind', logo: '/logo/2' }] })).toBe(1)
    expect(await recounts({ ...release, labels: [{ name: 'Harbour' }] })).toBe(1)
    expect((await find('westwind')).labels.items).toEqual([])
    expect(await recounts({ ...release, labels: [{ name: 'Harbour' }], artist: 'Miraga' })).toBe(1)
    const available = new Date(Date.parse(release.available) + 86_400_000).toISOString()
    expect(await recounts({ ...release, labels: [{ name: 'Harbour' }], artist: 'Miraga', available })).toBe(1)
    const shut = { ...release, labels: [{ name: 'Harbour' }], artist: 'Miraga', access: 'withdrawn' as const }
    expect(await recounts(shut)).toBe(1)
    expect((await find('harbour')).labels.items).toEqual([])
    expect(await recounts({ ...shut, labels: [{ name: 'Westwind' }] })).toBe(0)
  })

  it('fills its tables for a catalogue that was there before them', async () => {
    const before = await contents()
    for (const table of ['search_artists', 'search_labels', 'search_words'])
      await sql`truncate ${sql.table(table)}`.execute(db)
    await sql`update releases set words = '', title_words = '', label_keys = '{}'`.execute(db)
    await sql`update tracks set words = '', title_words = ''`.execute(db)
    await fillSearch(db)
    expect(await contents()).toEqual(before)
  })

  it('H-478: finds what holds no word by its signs, where nothing else was typed', async () => {
    const [song] = template?.songs ?? []
    if (!song) throw new Error('no song')
    const songs = ['???', '\\_/'].map((title, n) => ({
      ...song,
      trackid: `x-${n}`,
      releaseid: 'x',
      artist: '!!!',
      title,
    }))
    await insertReleases(db, [made('x', '!!!', '+ / −', { songs, labels: [{ name: '%' }] }), made('y', 'A!', 'B?')])
    for (const query of ['!!!', '!', ' ! ! ']) expect(await artists(query)).toEqual(['!!!'])
    const found = await find('!!!')
    expect(found.top.items[0]).toMatchObject({ kind: 'artist', artist: '!!!' })
    expect([found.releases.total, found.tracks.total]).toEqual([1, 2])
    expect((await find('???')).tracks.items).toMatchObject([{ trackid: 'x-0' }])
    expect((await find('\\')).tracks.items).toMatchObject([{ trackid: 'x-1' }])
    expect((await find('%')).labels.items).toMatchObject([{ label: '%' }])
    expect(await releases('+')).toEqual(['x'])
    expect(await artists('zola !!!')).toEqual(await artists('zola'))
  })
})

/** Everything but the vocabulary, which keeps words of releases that are gone. */
async function contents() {
  const of = async (columns: string, table: string) =>
    (await sql`select ${sql.raw(columns)} from ${sql.table(table)} order by 1`.execute(db)).rows
  return [
    await of('artist_key, artist, words, releases, newest', 'search_artists'),
    await of('label_key, label, words, releases', 'search_labels'),
    await of('releaseid, title_words, words, label_keys', 'releases'),
    await of('trackid, title_words, words', 'tracks'),
  ]
}

describe('a genre that few releases of very many have', () => {
  let many: Kysely<Schema>
  beforeAll(async () => {
    many = await openDatabase()
    const common = Array.from({ length: 1200 }, (_, n) =>
      made(`m${String(n).padStart(4, '0')}`, `Choir ${n}`, `Common ${n}`, { genres: [n === 1199 ? 'Rare' : 'House'] }),
    )
    await insertReleases(many, common)
  }, 120_000)
  afterAll(() => many.destroy())

  it('API-SEARCH-001: is looked for in all that fits, not in the first thousand', async () => {
    const { releases, tracks, artists } = await search(many, createCatalogue(many), {
      query: 'common',
      items: { tracks: 5, artists: 5, labels: 5, releases: 5 },
      genres: ['Rare'],
      markets: [],
      playerid: 'nobody',
    })
    expect([releases.total, tracks.total, artists.total]).toEqual([1, 1, 0])
    expect(releases.items[0]?.releaseid).toBe('m1199')
  })

  it('H-617: many genres are looked up for each release, not held against each of its own', async () => {
    const asked: string[] = []
    const heard = listening(many, (question) => asked.push(question))
    const genres = ['Rare', ...Array.from({ length: 60 }, (_, n) => `No such ${n}`)]
    const { releases } = await search(heard, createCatalogue(heard), {
      query: 'common',
      items: { tracks: 5, artists: 5, labels: 5, releases: 5 },
      genres,
      markets: [],
      playerid: 'nobody',
    })
    expect(releases.total).toBe(1)
    expect(asked.some((question) => question.includes('exists (select from unnest('))).toBe(true)
    expect(asked.some((question) => question.includes('r.genres && '))).toBe(false)
  })
})
