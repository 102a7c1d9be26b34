import { beforeAll, describe, expect, it } from 'vitest'
import { ReleaseDetail, ReleaseList } from '#core/model/catalogue/release.ts'
import { ProfileReleases, SearchResult } from '#core/model/search/hits.ts'
import { demoCatalogue } from '#server/demo/catalogue/catalogue.ts'
import { fold } from '#server/store/catalogue/fold.ts'
import { searchWords } from '#server/store/catalogue/words.ts'
import { call, expectJson, refusal, signIn } from './http.ts'
import { onStores } from './stores.ts'

onStores((server) => {
  let access = ''
  let all: ReleaseList['releases'] = []
  const get = (path: string) => call(server().url, path, { token: access })
  const find = (filter: string, more = '') =>
    expectJson(SearchResult, get(`/search?filter=${encodeURIComponent(filter)}${more}`))
  const profile = (kind: string, filter: string, more = '') =>
    expectJson(ProfileReleases, get(`/search/releases/${kind}?filter=${encodeURIComponent(filter)}${more}`))
  const first = () => {
    const release = all[0]
    if (!release) throw new Error('no release')
    return release
  }

  beforeAll(async () => {
    access = (await signIn(server().url)).access
    all = (await expectJson(ReleaseList, get('/releases?pagesize=100'))).releases
  })

  describe('search', () => {
    it('API-SEARCH-001: answers five lists, each with items and total, for one query', async () => {
      const { title, artist, releaseid } = first()
      const found = await find(artist)
      expect(found.artists.items[0]?.artist).toBe(artist)
      expect(found.releases.items.map((item) => item.releaseid)).toContain(releaseid)
      expect((await find(title)).releases.items[0]?.releaseid).toBe(releaseid)
      expect(found.top.total).toBe(found.tracks.total + found.artists.total + found.labels.total + found.releases.total)
    })

    it('API-SEARCH-001: finds songs and labels by their names', async () => {
      const release = await expectJson(ReleaseDetail, get(`/releases/${first().releaseid}`))
      const song = release.songs[0]
      const tracks = (await find(`${song?.title} ${song?.artist}`)).tracks.items
      expect(tracks.map((item) => item.trackid)).toContain(song?.trackid)
      const label = release.labels[0]?.name ?? ''
      expect((await find(label)).labels.items[0]).toMatchObject({
        label,
        releases: all.filter((r) => r.labels.some((l) => l.name === label)).length,
      })
    })

    it('RELEASE-006, API-SEARCH-001: songs say id and index as well', async () => {
      const title = (await expectJson(ReleaseDetail, get(`/releases/${first().releaseid}`))).songs[0]?.title ?? ''
      const { top, tracks } = await (await get(`/search?filter=${encodeURIComponent(title)}`)).json()
      const hits = [...tracks.items, ...top.items.filter(({ kind }: { kind: string }) => kind === 'track')]
      expect(hits.length).toBeGreaterThan(tracks.items.length)
      for (const hit of hits) expect([hit.id, hit.index]).toEqual([hit.trackid, hit.ordinal])
    })

    it('API-SEARCH-001: does without case, accents and the end of the last word', async () => {
      const word = searchWords(first().artist).find((part) => part.length > 3) ?? ''
      for (const typed of [word.toUpperCase(), word.slice(0, -1), `${word[0]}\u0301${word.slice(1)}`]) {
        expect((await find(typed)).artists.items.map((item) => item.artist)).toContain(first().artist)
      }
    })

    it('API-SEARCH-001: forgives a slip', async () => {
      const word = searchWords(first().artist).find((part) => part.length > 5) ?? ''
      expect(word).not.toBe('')
      const slipped = `${word.slice(0, 2)}${word[3]}${word[2]}${word.slice(4)}`
      expect((await find(slipped)).artists.items.map((item) => item.artist)).toContain(first().artist)
    })

    it('API-SEARCH-001: mixes the best of all lists by one score', async () => {
      const found = await find(first().artist)
      const lists = [...found.tracks.items, ...found.artists.items, ...found.labels.items, ...found.releases.items]
      const scores = found.top.items.map((item) => item._score)
      expect(scores).toEqual([...scores].sort((a, b) => b - a))
      expect(scores[0]).toBe(Math.max(...lists.map((item) => item._score)))
      expect(scores.length).toBeLessThanOrEqual(6)
    })

    it('SEARCH-019: every item of every category carries its score', async () => {
      const lists = ['top', 'tracks', 'artists', 'labels', 'releases'] as const
      let seen = 0
      for (const letter of 'schlrmbp') {
        const found = await find(letter)
        if (lists.some((name) => found[name].items.length === 0)) continue
        seen++
        for (const name of lists) for (const hit of found[name].items) expect(hit._score, name).toBeGreaterThan(0)
      }
      expect(seen).toBeGreaterThan(0)
    })

    it('API-SEARCH-001: shows five of each, a hundred of the section asked for', async () => {
      const letter = fold(first().title)[0] ?? 'a'
      const overview = await find(letter)
      expect(overview.tracks.items.length).toBe(Math.min(5, overview.tracks.total))
      const section = await find(letter, '&section=tracks&pagesize=100')
      expect(section.tracks.items.length).toBe(Math.min(100, section.tracks.total))
      expect(section.releases.items.length).toBeLessThanOrEqual(5)
    })

    it('API-SEARCH-001: keeps to genres and markets', async () => {
      const { artist, genres } = first()
      const ids = async (more: string) => (await find(artist, more)).releases.items.map((item) => item.releaseid)
      expect(await ids(`&genres=${encodeURIComponent(genres[0] ?? '')}`)).toContain(first().releaseid)
      expect(await ids('&genres=no-such-genre')).toEqual([])
      expect(await ids('&markets=no-such-market')).toEqual([])
    })

    it('API-SEARCH-001: what is meant for a market is found in it, and in no other', async () => {
      const markets = [...new Set(all.flatMap(({ markettags }) => markettags))]
      const meant = all.find(({ markettags }) => markettags.length > 0 && markettags.length < markets.length)
      if (!meant) throw new Error('no release is meant for some markets alone')
      const isFoundIn = async (market: string) => {
        const { releases } = await find(meant.title, `&section=releases&markets=${market}`)
        return releases.items.some(({ releaseid }) => releaseid === meant.releaseid)
      }
      for (const market of markets)
        expect([market, await isFoundIn(market)]).toEqual([market, meant.markettags.includes(market)])
    })

    it.each(['demo-forbidden', 'demo-withdrawn'])(
      'finds nothing of %s, which the player may not see',
      async (hidden) => {
        const release = [...demoCatalogue('small')].find((entry) => entry.releaseid === hidden)
        for (const text of [release?.title ?? '', release?.songs[0]?.title ?? '']) {
          expect(text).not.toBe('')
          const found = await find(text, '&section=tracks')
          expect(found.releases.items.filter((item) => item.releaseid === hidden)).toEqual([])
          expect(found.tracks.items.filter((item) => item.releaseid === hidden)).toEqual([])
        }
      },
    )

    it.each(['', ' ', '%', "'", "' | '", ':*', '!(&|)', '\\'])('answers empty lists for %j', async (typed) => {
      expect((await find(typed)).top).toEqual({ items: [], total: 0 })
    })

    it('shows this player’s flags', async () => {
      const { releaseid, title } = first()
      await call(server().url, `/releases/${releaseid}/flag`, { method: 'POST', token: access })
      const found = await find(title, '&section=releases')
      expect(found.releases.items.find((item) => item.releaseid === releaseid)?.flagged).toBe(true)
      await call(server().url, `/releases/${releaseid}/flag`, { method: 'DELETE', token: access })
    })

    it.each(['section=x', 'pagesize=0', 'pagesize=101', 'x=1'])('refuses ?%s with 400', async (query) => {
      expect(await refusal(get(`/search?filter=a&${query}`))).toEqual({ status: 400, code: 'BAD_REQUEST' })
    })
  })

  describe('search by profile', () => {
    it('API-SEARCH-002: answers the releases of exactly this artist, without case', async () => {
      const { artist } = first()
      const expected = all.filter((r) => fold(r.artist) === fold(artist)).map((r) => r.releaseid)
      const found = await profile('artist', artist.toUpperCase())
      expect(found.items.map((r) => r.releaseid)).toEqual(expected)
      expect((await profile('artist', artist.slice(0, -1))).total).toBe(0)
    })

    it('API-SEARCH-002: answers the releases of exactly this label', async () => {
      const label = first().labels[0]?.name ?? ''
      const expected = all.filter((r) => r.labels.some((l) => l.name === label)).map((r) => r.releaseid)
      expect((await profile('label', label.toLowerCase())).items.map((r) => r.releaseid)).toEqual(expected)
    })

    it('API-SEARCH-002: newest first, as many as are asked for, a hundred at most', async () => {
      const by = (label: string) => all.filter((r) => r.labels.some(({ name }) => name === label))
      const label = all.flatMap((r) => r.labels.map(({ name }) => name)).find((name) => by(name).length > 1) ?? ''
      const newest = by(label).map((r) => r.releaseid)
      expect(newest.length).toBeGreaterThan(1)
      const found = await profile('label', label)
      expect([found.items.map((r) => r.releaseid), found.total]).toEqual([newest, newest.length])
      const one = await profile('label', label, '&pagesize=1')
      expect([one.items.map((r) => r.releaseid), one.total]).toEqual([newest.slice(0, 1), newest.length])
      const path = `/search/releases/label?filter=${encodeURIComponent(label)}`
      expect((await get(`${path}&pagesize=100`)).status).toBe(200)
      expect((await refusal(get(`${path}&pagesize=101`))).status).toBe(400)
    })

    it('API-SEARCH-002: takes the longest name an import keeps, and no longer one', async () => {
      expect((await profile('artist', 'x'.repeat(500))).total).toBe(0)
      expect((await refusal(get(`/search/releases/artist?filter=${'x'.repeat(501)}`))).status).toBe(400)
    })

    it('refuses another profile and a missing name', async () => {
      expect((await refusal(get('/search/releases/genre?filter=a'))).status).toBe(400)
      expect((await refusal(get('/search/releases/artist'))).status).toBe(400)
    })
  })

  it('asks for a session', async () => {
    for (const path of ['/search?filter=a', '/search/releases/artist?filter=a']) {
      expect(await refusal(call(server().url, path))).toEqual({ status: 401, code: 'UNAUTHENTICATED' })
    }
  })
})
