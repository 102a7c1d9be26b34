import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ReleaseDetail, ReleaseList } from '#core/model/catalogue/release.ts'
import { call, expectJson, refusal, signIn } from './http.ts'
import { onStores } from './stores.ts'

onStores((server) => {
  let access = ''
  let other = ''
  let ids: string[] = []
  const send = (method: string, path: string, token = access) => call(server().url, path, { method, token })
  const list = (path: string, token = access) => expectJson(ReleaseList, call(server().url, path, { token }))
  const idsOf = async (path: string, token = access) => (await list(path, token)).releases.map((r) => r.releaseid)
  const detail = (id: string, token = access) =>
    expectJson(ReleaseDetail, call(server().url, `/releases/${id}`, { token }))
  const card = async (id: string) => (await list('/releases?pagesize=100')).releases.find((r) => r.releaseid === id)
  const at = (n: number) => ids[n] ?? ''

  beforeAll(async () => {
    access = (await signIn(server().url)).access
    other = (await signIn(server().url, 'staff@demo.test')).access
    ids = await idsOf('/releases?pagesize=100')
  })
  beforeEach(async () => {
    await send('DELETE', '/flagged')
    await send('DELETE', '/archived')
  })

  describe('flags', () => {
    it('API-FLAG-001: flags a release with all its songs', async () => {
      expect((await send('POST', `/releases/${at(0)}/flag`)).status).toBe(204)
      const release = await detail(at(0))
      expect([release.flagged, release.flaggedtrackcount]).toEqual([true, release.songs.length])
      expect(release.songs.every((song) => song.flagged)).toBe(true)
      expect(await card(at(0))).toMatchObject({ flagged: true, flaggedtrackcount: release.songs.length })
    })

    it('API-FLAG-001: changes nothing the second time, and nothing for anybody else', async () => {
      await send('POST', `/releases/${at(0)}/flag`)
      expect((await send('POST', `/releases/${at(0)}/flag`)).status).toBe(204)
      expect(await idsOf('/flagged')).toEqual([at(0)])
      expect((await detail(at(0), other)).flagged).toBe(false)
    })

    it('API-FLAG-001: answers 409 for an archived release', async () => {
      await send('POST', `/releases/${at(0)}/archive`)
      expect(await refusal(send('POST', `/releases/${at(0)}/flag`))).toEqual({ status: 409, code: 'RELEASE_ARCHIVED' })
    })

    it.each([
      ['no-such-release', 404, 'RELEASE_NOT_FOUND'],
      ['demo-forbidden', 403, 'FORBIDDEN'],
      ['demo-withdrawn', 410, 'RELEASE_NOT_AVAILABLE'],
    ])('does not flag or archive %s: %i', async (id, status, code) => {
      expect(await refusal(send('POST', `/releases/${id}/flag`))).toEqual({ status, code })
      expect(await refusal(send('POST', `/releases/${id}/archive`))).toEqual({ status, code })
    })

    it('API-FLAG-002: clears a release and its songs, and may be repeated', async () => {
      await send('POST', `/releases/${at(0)}/flag`)
      expect((await send('DELETE', `/releases/${at(0)}/flag`)).status).toBe(204)
      expect((await send('DELETE', `/releases/${at(0)}/flag`)).status).toBe(204)
      const release = await detail(at(0))
      expect([release.flagged, release.flaggedtrackcount]).toEqual([false, 0])
      expect(release.songs.some((song) => song.flagged)).toBe(false)
    })

    it('API-FLAG-003: flags one song and counts it, without flagging the release', async () => {
      const song = (await detail(at(1))).songs[0]?.trackid
      expect((await send('POST', `/releases/${at(1)}/tracks/${song}/flag`)).status).toBe(204)
      const release = await detail(at(1))
      expect([release.flagged, release.flaggedtrackcount]).toEqual([false, 1])
      expect(release.songs.filter((entry) => entry.flagged).map((entry) => entry.trackid)).toEqual([song])
    })

    it('API-FLAG-003: answers 409 for a song of an archived release', async () => {
      const song = (await detail(at(1))).songs[0]?.trackid
      await send('POST', `/releases/${at(1)}/archive`)
      const answer = refusal(send('POST', `/releases/${at(1)}/tracks/${song}/flag`))
      expect(await answer).toEqual({ status: 409, code: 'RELEASE_ARCHIVED' })
    })

    it('API-FLAG-003: answers 404 for a song of another release', async () => {
      const song = (await detail(at(1))).songs[0]?.trackid
      expect((await refusal(send('POST', `/releases/${at(0)}/tracks/${song}/flag`))).status).toBe(404)
    })

    it('API-FLAG-004: takes the mark off one song and counts it', async () => {
      await send('POST', `/releases/${at(0)}/flag`)
      const before = await detail(at(0))
      const song = `/releases/${at(0)}/tracks/${before.songs[0]?.trackid}/flag`
      for (const _ of [1, 2]) expect((await send('DELETE', song)).status).toBe(204)
      const release = await detail(at(0))
      expect(release.flaggedtrackcount).toBe(before.songs.length - 1)
      expect(release.songs[0]?.flagged).toBe(false)
    })

    it('API-FLAG-007: lists releases that are flagged or have a flagged song, with total, sort and filter', async () => {
      const song = (await detail(at(1))).songs[0]?.trackid
      await send('POST', `/releases/${at(0)}/flag`)
      await send('POST', `/releases/${at(1)}/tracks/${song}/flag`)
      const both = await list('/flagged')
      expect([both.total, both.releases.map((r) => r.releaseid)]).toEqual([2, [at(0), at(1)]])
      expect(await idsOf('/flagged?sort=date')).toEqual([at(1), at(0)])
      expect(await idsOf('/flagged?page=2&pagesize=1')).toEqual([at(1)])
      const title = encodeURIComponent(both.releases[0]?.title ?? '')
      expect(await idsOf(`/flagged?filter=${title}`)).toContain(at(0))
      expect((await list('/flagged?filter=zzzzzzzz')).total).toBe(0)
    })

    it('H-418: a flagged video counts, and lists its release', async () => {
      const [video] = (await detail('demo-video-only')).songs
      expect((await send('POST', `/releases/demo-video-only/tracks/${video?.trackid}/flag`)).status).toBe(204)
      const counts = { trackcount: 0, videocount: 1, flaggedtrackcount: 1 }
      expect(await detail('demo-video-only')).toMatchObject({ ...counts, flagged: false })
      expect((await list('/flagged')).releases).toMatchObject([{ ...counts, releaseid: 'demo-video-only' }])
    })

    it('API-FLAG-009: clears all flags of this player and of nobody else', async () => {
      await send('POST', `/releases/${at(0)}/flag`)
      await send('POST', `/releases/${at(1)}/flag`, other)
      expect((await send('DELETE', '/flagged')).status).toBe(204)
      expect((await list('/flagged')).total).toBe(0)
      expect((await detail(at(0))).flaggedtrackcount).toBe(0)
      expect(await idsOf('/flagged', other)).toEqual([at(1)])
      await send('DELETE', '/flagged', other)
    })
  })

  describe('archive', () => {
    it('API-FLAG-005: takes the release out of the list and leaves its flags', async () => {
      await send('POST', `/releases/${at(0)}/flag`)
      expect((await send('POST', `/releases/${at(0)}/archive`)).status).toBe(204)
      expect((await send('POST', `/releases/${at(0)}/archive`)).status).toBe(204)
      const active = await list('/releases?pagesize=100')
      expect(active.total).toBe(ids.length - 1)
      expect(active.releases.map((r) => r.releaseid)).not.toContain(at(0))
      expect(await detail(at(0))).toMatchObject({ archived: true, flagged: true })
    })

    it('API-FLAG-006: brings it back, not archived, and may be repeated', async () => {
      await send('POST', `/releases/${at(0)}/archive`)
      expect((await send('DELETE', `/releases/${at(0)}/archive`)).status).toBe(204)
      expect((await send('DELETE', `/releases/${at(0)}/archive`)).status).toBe(204)
      expect(await card(at(0))).toMatchObject({ archived: false, flagged: false })
    })

    it('API-FLAG-008: lists the archived releases as archived, for this player alone', async () => {
      await send('POST', `/releases/${at(0)}/archive`)
      const archived = await list('/archived')
      expect([archived.total, archived.releases[0]?.releaseid, archived.releases[0]?.archived]).toEqual([
        1,
        at(0),
        true,
      ])
      expect((await list('/archived', other)).total).toBe(0)
    })

    it('API-FLAG-008: sorts, filters and pages them as releases', async () => {
      await send('POST', `/releases/${at(0)}/archive`)
      await send('POST', `/releases/${at(1)}/archive`)
      expect(await idsOf('/archived?sort=-date')).toEqual([at(0), at(1)])
      expect(await idsOf('/archived?sort=date')).toEqual([at(1), at(0)])
      expect(await idsOf('/archived?page=2&pagesize=1')).toEqual([at(1)])
      const title = encodeURIComponent((await detail(at(1))).title)
      expect(await idsOf(`/archived?filter=${title}`)).toContain(at(1))
      expect((await list('/archived?filter=zzzzzzzz')).total).toBe(0)
    })

    it('API-FLAG-010: restores all of this player and of nobody else', async () => {
      await send('POST', `/releases/${at(0)}/archive`)
      await send('POST', `/releases/${at(1)}/archive`)
      await send('POST', `/releases/${at(2)}/archive`, other)
      expect((await send('DELETE', '/archived')).status).toBe(204)
      expect((await list('/archived')).total).toBe(0)
      expect((await list('/releases?pagesize=100')).total).toBe(ids.length)
      expect(await idsOf('/archived', other)).toEqual([at(2)])
      await send('DELETE', '/archived', other)
    })
  })

  it.each(['page=0', 'pagesize=101', 'sort=price', 'genres=a', 'x=1'])(
    'refuses /flagged?%s with 400',
    async (query) => {
      expect(await refusal(call(server().url, `/flagged?${query}`, { token: access }))).toEqual({
        status: 400,
        code: 'BAD_REQUEST',
      })
    },
  )

  it('asks for a session on every call', async () => {
    for (const [method, path] of [
      ['GET', '/flagged'],
      ['GET', '/archived'],
      ['DELETE', '/flagged'],
      ['DELETE', '/archived'],
      ...['flag', 'archive', 'tracks/x/flag'].flatMap((end) =>
        ['POST', 'DELETE'].map((verb) => [verb, `/releases/${at(0)}/${end}`]),
      ),
    ] as [string, string][]) {
      expect(await refusal(call(server().url, path, { method }))).toEqual({ status: 401, code: 'UNAUTHENTICATED' })
    }
  })
})
