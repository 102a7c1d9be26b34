// H-124: the light index of a list, beside the list itself, over as many releases as the demo has.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { INDEX_ROWS_MAX, ListIndexPart } from '#core/model/catalogue/listIndex.ts'
import { ReleaseList } from '#core/model/catalogue/release.ts'
import { call, expectJson, refusal, signIn } from './http.ts'
import { onStores } from './stores.ts'

const LISTS = ['releases', 'flagged', 'archived'] as const
const CALLS = 60

onStores(
  (server) => {
    let access = ''
    let other = ''
    const send = (method: string, path: string, token = access) => call(server().url, path, { method, token })
    const index = (path: string, token = access) => expectJson(ListIndexPart, send('GET', `/index/${path}`, token))

    /** What the pages of a list say, in the words of its index. @param path with its query */
    async function pages(path: string, token = access): Promise<ListIndexPart> {
      const rows: ListIndexPart['rows'] = []
      for (let page = 1; ; page++) {
        const address = `/${path}${path.includes('?') ? '&' : '?'}pagesize=100&page=${page}`
        const { releases, total } = await expectJson(ReleaseList, send('GET', address, token))
        for (const card of releases) rows.push([card.releaseid, card.title, card.artist, card.colour ?? null])
        if (releases.length < 100) return { total, rows }
      }
    }

    beforeAll(async () => {
      access = (await signIn(server().url)).access
      other = (await signIn(server().url, 'staff@demo.test')).access
    })

    describe('equals the pages', () => {
      it.each([
        'releases',
        'releases?sort=title',
        'releases?sort=-artist',
        'releases?sort=trend',
        'releases?sort=time',
      ])('H-124: of %s, as a whole and in parts', async (path) => {
        const wanted = await pages(path)
        expect(wanted.total).toBeGreaterThan(1500)
        expect(await index(path)).toEqual({ ...wanted, rows: wanted.rows.slice(0, INDEX_ROWS_MAX) })
        const join = path.includes('?') ? '&' : '?'
        for (const first of [0, 700, wanted.total - 3, wanted.total, 1_000_000])
          expect(await index(`${path}${join}first=${first}&count=700`)).toEqual({
            total: wanted.total,
            rows: wanted.rows.slice(first, first + 700),
          })
      })

      it.each(['filter=the', 'genres=House,Techno&explicit=false', 'release_types=ep&days=60'])(
        'H-124: of the releases with %s',
        async (query) => {
          const wanted = await pages(`releases?${query}`)
          expect(wanted.total).toBeGreaterThan(0)
          expect(await index(`releases?${query}`)).toEqual(wanted)
        },
      )
    })

    describe('what somebody marked', () => {
      let ids: string[] = []
      const at = (n: number) => ids[n] ?? ''
      beforeEach(async () => {
        for (const token of [access, other])
          for (const list of ['/flagged', '/archived']) await send('DELETE', list, token)
        ids = (await index('releases?sort=title&count=30')).rows.map(([id]) => id)
        for (let n = 0; n < 30; n += 3) {
          await send('POST', `/releases/${at(n)}/archive`)
          await send('POST', `/releases/${at(n + 1)}/flag`)
        }
      })

      it.each(['flagged', 'archived', 'flagged?sort=-title', 'archived?sort=artist&filter=a'])(
        'H-124: %s equals the pages',
        async (path) => {
          const wanted = await pages(path)
          expect(wanted.total).toBeGreaterThan(0)
          expect(await index(path)).toEqual(wanted)
        },
      )

      it('H-124: of what was shared', async () => {
        const body = { release_id: at(5), also: [at(8), at(2)], players_id: ['demo-staff'], message: '' }
        expect((await call(server().url, '/releases/share', { method: 'POST', token: access, body })).status).toBe(201)
        const wanted = await pages('releases?shared=true&sort=title', other)
        expect(wanted.rows.map(([id]) => id)).toEqual([at(2), at(5), at(8)])
        expect(await index('releases?shared=true&sort=title', other)).toEqual(wanted)
        expect(await index('releases?shared=true')).toEqual({ total: 0, rows: [] })
      })

      it('H-124: is nobody else’s', async () => {
        const archived = (await index('archived')).rows.map(([id]) => id)
        expect(archived).toHaveLength(10)
        expect(await index('archived', other)).toEqual({ total: 0, rows: [] })
        expect(await index('flagged', other)).toEqual({ total: 0, rows: [] })
        const [mine, theirs] = [await index('releases'), await index('releases', other)]
        expect(theirs.total).toBe(mine.total + 10)
        for (const id of archived) {
          expect(mine.rows.some(([one]) => one === id)).toBe(false)
          expect(theirs.rows.some(([one]) => one === id)).toBe(true)
        }
      })
    })

    it('H-124: holds nothing that the list does not show', async () => {
      const ids = (await index('releases')).rows.map(([id]) => id)
      expect(ids).not.toContain('demo-forbidden')
      expect(ids).not.toContain('demo-withdrawn')
      expect(new Set(ids).size).toBe(ids.length)
    })

    it.each(LISTS)('H-124: asks for a session at /index/%s', async (list) => {
      const answer = { status: 401, code: 'UNAUTHENTICATED' }
      expect(await refusal(call(server().url, `/index/${list}`))).toEqual(answer)
      expect(await refusal(call(server().url, `/index/${list}?first=x`))).toEqual(answer)
    })

    it.each([
      'first=-1',
      'first=1000001',
      'first=0.5',
      'count=0',
      'count=2001',
      'count=all',
      'count=1&count=2',
      'page=1',
      'pagesize=40',
      'sort=colour',
      'unknown=1',
    ])('H-124: refuses ?%s with 400 and names the field', async (query) => {
      const fields = { [query.split('=')[0] ?? '']: expect.any(String) }
      for (const list of LISTS) {
        const answer = await send('GET', `/index/${list}?${query}`)
        expect(answer.status).toBe(400)
        expect(await answer.json()).toMatchObject({ code: 'BAD_REQUEST', fields })
      }
    })

    it('H-124: has no index of anything else', async () => {
      for (const path of ['/index', '/index/playlists', '/index/releases/demo-long'])
        expect((await refusal(send('GET', path))).status).toBe(404)
    })

    it('H-124: is compressed, and kept by no browser', async () => {
      const headers = { 'Accept-Encoding': 'br' }
      const answer = await call(server().url, '/index/releases', { token: access, headers })
      expect(answer.headers.get('content-encoding')).toBe('br')
      expect(answer.headers.get('cache-control')).toBe('no-store')
      const packed = Number(answer.headers.get('content-length'))
      expect(packed).toBeLessThan((await answer.text()).length / 2)
    })

    it(`H-124: answers ${CALLS} at once alike, and others meanwhile`, async () => {
      const firsts = [0, 500, 1000]
      const wanted = await Promise.all(firsts.map((first) => index(`releases?sort=artist&first=${first}&count=500`)))
      const all = Array.from({ length: CALLS }, (_, n) =>
        index(`releases?sort=artist&first=${firsts[n % firsts.length]}&count=500`),
      )
      const page = expectJson(ReleaseList, send('GET', '/releases'))
      for (const [n, answer] of (await Promise.all(all)).entries()) expect(answer).toEqual(wanted[n % firsts.length])
      expect((await page).releases).toHaveLength(40)
    })
  },
  { args: ['--catalogue', 'demo'] },
)
