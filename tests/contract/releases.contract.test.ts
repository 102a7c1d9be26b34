import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { Market, Options, ReleaseDetail, ReleaseList } from '#core/model/catalogue/release.ts'
import { demoCatalogue } from '#server/demo/catalogue/catalogue.ts'
import { fold } from '#server/store/catalogue/fold.ts'
import { call, expectJson, refusal, signIn } from './http.ts'
import { onStores } from './stores.ts'

const Items = z.object({ items: z.array(z.object({ id: z.string(), name: z.string() })) })

onStores((server) => {
  let access = ''
  let all: ReleaseList['releases'] = []
  const list = (query = '') =>
    expectJson(ReleaseList, call(server().url, `/releases?pagesize=100${query}`, { token: access }))
  const detail = (id: string) => call(server().url, `/releases/${id}`, { token: access })

  beforeAll(async () => {
    access = (await signIn(server().url)).access
    all = (await list()).releases
  })

  describe('list', () => {
    it('API-REL-001: answers the open releases and their total', async () => {
      const answer = await list()
      expect(answer.total).toBe(22)
      expect(answer.releases).toHaveLength(22)
    })

    it('leaves out what the player may not see or what was withdrawn', () => {
      const ids = all.map((release) => release.releaseid)
      expect(ids).not.toContain('demo-forbidden')
      expect(ids).not.toContain('demo-withdrawn')
    })

    it('API-REL-001: counts pages from 1, and pages together are the whole list without a repeat', async () => {
      const ids: string[] = []
      for (let page = 1; page <= 5; page++) {
        const answer = await expectJson(
          ReleaseList,
          call(server().url, `/releases?page=${page}&pagesize=5`, { token: access }),
        )
        expect(answer.total).toBe(22)
        ids.push(...answer.releases.map((release) => release.releaseid))
      }
      expect(ids).toEqual(all.map((release) => release.releaseid))
      expect(new Set(ids).size).toBe(22)
    })

    it('answers an empty list behind the last page', async () => {
      const answer = await expectJson(ReleaseList, call(server().url, '/releases?page=99', { token: access }))
      expect(answer).toEqual({ releases: [], total: 22 })
    })

    it.each(['1000001', '999999999999', '9'.repeat(40)])('D-073: page %s is empty too', async (page) => {
      const answer = await expectJson(ReleaseList, call(server().url, `/releases?page=${page}`, { token: access }))
      expect(answer).toEqual({ releases: [], total: 22 })
    })

    it('an empty value of the query counts as none', async () => {
      const empty = '&artist=&title=&label=&genre=&days=&explicit=&sort=&page=&genres=&shared='
      expect((await list(empty)).releases).toEqual(all)
    })

    it('RELEASE-002: a release says genre and market_tags beside genres and markettags, in list, search and detail', async () => {
      type Named = { genres: string[]; genre: string; markettags: string[]; market_tags: string[]; title: string }
      const said = async (path: string) => (await call(server().url, path, { token: access })).json()
      const { releases } = (await said('/releases')) as { releases: Named[] }
      const title = encodeURIComponent(releases[0]?.title ?? '')
      const found = (await said(`/search?filter=${title}`)) as { releases: { items: Named[] } }
      for (const one of [
        ...releases,
        ...found.releases.items,
        (await said(`/releases/${all[0]?.releaseid}`)) as Named,
      ]) {
        expect([one.genre, one.market_tags]).toEqual([one.genres.join(', '), one.markettags])
      }
      expect(found.releases.items.length).toBeGreaterThan(0)
    })

    it('RELEASE-006: a song says id and index beside trackid and its place', async () => {
      type Named = { songs: { trackid: string; id: string; ordinal: number; index: number }[] }
      const answer = await call(server().url, `/releases/${all[0]?.releaseid}`, { token: access })
      const { songs } = (await answer.json()) as Named
      expect(songs.length).toBeGreaterThan(0)
      expect(songs.map(({ id, index }) => [id, index])).toEqual(songs.map(({ trackid, ordinal }) => [trackid, ordinal]))
    })

    const keys: Record<string, (r: (typeof all)[number]) => string | number> = {
      date: (r: (typeof all)[number]) => Date.parse(r.available),
      artist: (r: (typeof all)[number]) => fold(r.artist),
      title: (r: (typeof all)[number]) => fold(r.title),
      time: (r: (typeof all)[number]) => r.duration,
    }
    it.each(Object.entries(keys))('API-REL-001: sorts by %s both ways, strings without case', async (key, value) => {
      const up = (await list(`&sort=${key}`)).releases
      const values = up.map(value)
      for (let n = 1; n < values.length; n++) expect((values[n - 1] ?? '') <= (values[n] ?? '')).toBe(true)
      const down = (await list(`&sort=-${key}`)).releases
      expect(down.map((r) => r.releaseid)).toEqual(up.map((r) => r.releaseid).reverse())
    })

    it('sorts by newest first when nothing is asked', async () => {
      expect((await list('&sort=-date')).releases).toEqual(all)
    })

    it('API-REL-001: sorts by trend with the most popular first, and by -trend the other way', async () => {
      const trend = new Map([...demoCatalogue('small')].map((release) => [release.releaseid, release.trend]))
      const popular = (await list('&sort=trend')).releases.map((r) => r.releaseid)
      const values = popular.map((id) => trend.get(id) ?? -1)
      expect(values).toEqual([...values].sort((a, b) => b - a))
      expect((await list('&sort=-trend')).releases.map((r) => r.releaseid)).toEqual(popular.reverse())
    })

    it('API-REL-001: finds free text in artist and title without case or accents', async () => {
      const wanted = all[3]
      if (!wanted) throw new Error('no release')
      const word = fold(wanted.title)
      const found = (await list(`&filter=${encodeURIComponent(word.toUpperCase())}`)).releases
      expect(found.map((r) => r.releaseid)).toContain(wanted.releaseid)
      expect(found.length).toBeLessThan(all.length)
    })

    it.each(['%', '_', '\\', "'", '"; drop table releases; --'])('treats %s in free text as text', async (text) => {
      const found = await list(`&filter=${encodeURIComponent(text)}`)
      for (const release of found.releases) {
        expect(
          fold([release.title, release.artist, ...release.labels.map((l) => l.name), ...release.genres].join(' ')),
        ).toContain(fold(text))
      }
    })

    it('API-REL-001: filters by one exact artist, title and label', async () => {
      const wanted = all[0]
      if (!wanted) throw new Error('no release')
      const label = wanted.labels[0]?.name ?? ''
      for (const [field, value] of [
        ['artist', wanted.artist],
        ['title', wanted.title],
        ['label', label],
      ] as const) {
        const found = (await list(`&${field}=${encodeURIComponent(value)}`)).releases
        expect(found.map((r) => r.releaseid)).toContain(wanted.releaseid)
        expect((await list(`&${field}=${encodeURIComponent(`${value} no`)}`)).total).toBe(0)
      }
    })

    it('API-REL-001: joins ids of one filter with or, and filters with and', async () => {
      const options = await expectJson(Options, call(server().url, '/options', { token: access }))
      const has = (names: string[], choice: { id: string; name: string }) =>
        names.includes(choice.id) || names.includes(choice.name)
      const used = options.genres.filter((genre) => all.some((r) => has(r.genres, genre)))
      const [first, second] = used
      if (!first || !second) throw new Error('fewer than two genres')
      const either = all.filter((r) => has(r.genres, first) || has(r.genres, second))
      const found = await list(`&genres=${first.id},${second.id}`)
      expect(found.releases.map((r) => r.releaseid)).toEqual(either.map((r) => r.releaseid))
      expect((await list(`&genre=${encodeURIComponent(first.id)}`)).releases).toEqual(
        all.filter((r) => has(r.genres, first)),
      )

      const market = options.markets.find((entry) => either.some((r) => r.markettags.includes(entry.id)))
      if (!market) throw new Error('no market in use')
      const both = await list(`&genres=${first.id},${second.id}&markets=${market.id}`)
      expect(both.releases).toEqual(either.filter((r) => r.markettags.includes(market.id)))
    })

    it('API-REL-001: `market` is one of them, as `genre` is', async () => {
      const markets = [...new Set(all.flatMap((r) => r.markettags))]
      expect(markets.length).toBeGreaterThan(1)
      const idsOf = (releases: typeof all) => releases.map((r) => r.releaseid)
      for (const market of markets)
        expect(idsOf((await list(`&market=${market}`)).releases)).toEqual(
          idsOf(all.filter((r) => r.markettags.includes(market))),
        )
      expect((await list('&market=no-such-market')).total).toBe(0)
    })

    it('API-REL-001: filters by release type and explicit', async () => {
      const type = all[0]?.release_type ?? ''
      expect((await list(`&release_types=${type}`)).releases).toEqual(all.filter((r) => r.release_type === type))
      expect((await list('&explicit=true')).releases).toEqual(all.filter((r) => r.explicit))
      expect((await list('&explicit=false')).releases).toEqual(all.filter((r) => !r.explicit))
    })

    it('API-REL-001: filters by versions that songs have', async () => {
      const details = await Promise.all(all.map((r) => expectJson(ReleaseDetail, detail(r.releaseid))))
      const options = await expectJson(Options, call(server().url, '/options', { token: access }))
      const withVersion = (choice: { id: string; name: string }) =>
        details
          .filter((d) => d.songs.some((song) => song.version === choice.name || song.version === choice.id))
          .map((d) => d.releaseid)
      const choice = options.versions.find((version) => withVersion(version).length > 0)
      if (!choice) throw new Error('no version in use')
      expect((await list(`&versions=${choice.id}`)).releases.map((r) => r.releaseid)).toEqual(withVersion(choice))
      expect((await list(`&version=${encodeURIComponent(choice.name)}`)).total).toBe(withVersion(choice).length)
    })

    it('API-REL-001: keeps what became available in the last days', async () => {
      const expected = all.filter((r) => {
        const age = Date.now() - Date.parse(r.available)
        return age >= 0 && age <= 30 * 86_400_000
      })
      expect((await list('&days=30')).releases.map((r) => r.releaseid)).toEqual(expected.map((r) => r.releaseid))
    })

    it.each([
      'page=0',
      'page=-1',
      'page=1.5',
      'page=x',
      'pagesize=0',
      'pagesize=101',
      'sort=price',
      'explicit=yes',
      'days=0',
      'unknown=1',
      'page=1&page=2',
    ])('refuses ?%s with 400 and names the field', async (query) => {
      const answer = await call(server().url, `/releases?${query}`, { token: access })
      expect(answer.status).toBe(400)
      expect(await answer.json()).toMatchObject({
        code: 'BAD_REQUEST',
        fields: { [query.split('=')[0] ?? '']: expect.any(String) },
      })
    })

    it.each(['releases', 'flagged', 'archived', 'playlists', 'search'])(
      'H-427: /%s refuses a filter it does not know and names it',
      async (list) => {
        const answer = await call(server().url, `/${list}?filter=a&gener=pop`, { token: access })
        expect(answer.status).toBe(400)
        expect(await answer.json()).toMatchObject({ code: 'BAD_REQUEST', fields: { gener: expect.any(String) } })
      },
    )
  })

  describe('filter lists', () => {
    it('API-REL-002: answers all five lists and that downloads are possible', async () => {
      const options = await expectJson(Options, call(server().url, '/options', { token: access }))
      for (const kind of ['genres', 'markets', 'packages', 'release_types', 'versions'] as const)
        expect(options[kind].length).toBeGreaterThan(0)
      expect(options.capabilities.download).toBe(true)
    })

    it('API-REL-003: answers the genres of the options', async () => {
      const options = await expectJson(Options, call(server().url, '/options', { token: access }))
      expect((await expectJson(Items, call(server().url, '/genres', { token: access }))).items).toEqual(options.genres)
    })

    it('API-REL-004: answers markets with icons that can be loaded, cancon among them', async () => {
      const { items } = await expectJson(
        z.object({ items: z.array(Market) }),
        call(server().url, '/markets', { token: access }),
      )
      expect(items.map((market) => market.id)).toContain('cancon')
      const icon = await fetch(`${server().url}${items[0]?.icon}`)
      expect([icon.status, icon.headers.get('content-type')]).toEqual([200, 'image/png'])
    })

    it('API-REL-005: answers each label once with a logo that can be loaded', async () => {
      const shape = z.object({ items: z.array(z.object({ name: z.string(), logo: z.string() })) })
      const { items } = await expectJson(shape, call(server().url, '/logos', { token: access }))
      const names = new Set(all.flatMap((release) => release.labels.map((label) => label.name)))
      expect(new Set(items.map((item) => item.name))).toEqual(names)
      expect(items).toHaveLength(names.size)
      expect((await fetch(`${server().url}${items[0]?.logo}`)).status).toBe(200)
    })
  })

  describe('detail', () => {
    it('API-REL-006: answers songs in order and the fields of the card', async () => {
      const card = all[0]
      if (!card) throw new Error('no release')
      const release = await expectJson(ReleaseDetail, detail(card.releaseid))
      expect(release).toMatchObject(card)
      expect(release.songs).toHaveLength(card.trackcount + card.videocount)
      expect(release.songs.map((song) => song.ordinal)).toEqual(release.songs.map((_, index) => index + 1))
      for (const song of release.songs) expect(song.releaseid).toBe(card.releaseid)
    })

    it('API-REL-006: answers 404 RELEASE_NOT_FOUND for an unknown id', async () => {
      expect(await refusal(detail('no-such-release'))).toEqual({ status: 404, code: 'RELEASE_NOT_FOUND' })
    })

    it('API-REL-006: answers 403 FORBIDDEN for a release of others', async () => {
      expect(await refusal(detail('demo-forbidden'))).toEqual({ status: 403, code: 'FORBIDDEN' })
    })

    it('API-REL-006: answers 410 RELEASE_NOT_AVAILABLE for a withdrawn release', async () => {
      expect(await refusal(detail('demo-withdrawn'))).toEqual({ status: 410, code: 'RELEASE_NOT_AVAILABLE' })
    })

    it.each(['%00', '..%2f..%2fetc%2fpasswd', 'x'.repeat(129), '%27'])(
      'answers 4xx for the hostile id %s',
      async (id) => {
        const { status } = await detail(id)
        expect(status).toBeGreaterThanOrEqual(400)
        expect(status).toBeLessThan(500)
      },
    )
  })

  it('asks for a session on every call', async () => {
    for (const path of ['/releases', '/options', '/genres', '/markets', '/logos', '/releases/demo-long']) {
      expect(await refusal(call(server().url, path))).toEqual({ status: 401, code: 'UNAUTHENTICATED' })
    }
  })
})
