// What others did reaches a player: one conditional call, and the marks and words of what was shared with them.
import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { ReleaseDetail, ReleaseList } from '#core/model/catalogue/release.ts'
import { Changes } from '#core/model/changes.ts'
import { Profile } from '#core/model/people/profile.ts'
import { demoCatalogue } from '#server/demo/catalogue/catalogue.ts'
import { call, expectJson, signIn } from './http.ts'
import { linkToken, newPlayer } from './people.ts'
import { onStores } from './stores.ts'

const Connections = z.object({
  data: z.object({ connections: z.array(z.looseObject({ player_id: z.string(), full_name: z.string() })) }),
})

onStores((server) => {
  let sender = ''
  let receiver = ''
  const get = (path: string, token: string, headers: Record<string, string> = {}) =>
    call(server().url, path, { token, headers })
  const post = (path: string, body: object, token: string) => call(server().url, path, { method: 'POST', token, body })
  const open = [...demoCatalogue('small')].filter((one) => one.access === 'open' && one.allow_sharing)
  const [first = '', second = '', third = ''] = open.map(({ releaseid }) => releaseid)
  const share = async (release_id: string, message = '', to = 'demo-staff') => {
    const answer = await post('/releases/share', { release_id, players_id: [to], message }, sender)
    expect(answer.status).toBe(201)
  }
  /** The validator of what the receiver knows now. */
  const tag = async (token = receiver) => (await get('/changes', token)).headers.get('etag') ?? ''
  const since = (known: string, token = receiver) =>
    expectJson(Changes, get('/changes', token, { 'If-None-Match': known }))

  beforeAll(async () => {
    sender = (await signIn(server().url)).access
    receiver = (await signIn(server().url, 'staff@demo.test')).access
  })

  describe('GET changes', () => {
    it('answers 304 and nothing else while nothing moved', async () => {
      const answer = await get('/changes', receiver, { 'If-None-Match': await tag() })
      expect([answer.status, await answer.text()]).toEqual([304, ''])
    })

    it('tells no news to whoever does not say what they know', async () => {
      await share(third, 'Before')
      expect((await expectJson(Changes, get('/changes', receiver))).news).toEqual({ shares: [], connected: [] })
    })

    it('is refused without a session', async () => {
      expect((await call(server().url, '/changes')).status).toBe(401)
    })

    it('tells a share with who, what and the words, once', async () => {
      const known = await tag()
      await share(first, '<b>Friday?</b> 静か')
      const { news, ...versions } = await since(known)
      expect(news.shares).toMatchObject([{ releaseid: first, by: 'Vera Lindqvist', message: '<b>Friday?</b> 静か' }])
      expect(
        (await get('/changes', receiver, { 'If-None-Match': `"${Object.values(versions).join('.')}"` })).status,
      ).toBe(304)
    })

    it('tells of several that came since, newest first, and of nobody else’s', async () => {
      const [known, senders] = [await tag(), await tag(sender)]
      await share(first)
      await share(second)
      expect((await since(known)).news.shares.map(({ releaseid }) => releaseid)).toEqual([second, first])
      expect(await tag(sender)).toBe(senders)
    })

    it.each(['"1.2"', 'W/"abc"', '"99999999999.0.0"', '*', ''])('takes the validator %s for none', async (known) => {
      const answer = await get('/changes', receiver, { 'If-None-Match': known })
      expect([answer.status, Changes.parse(await answer.json()).news.shares]).toEqual([200, []])
    })

    it('tells both that they are no longer connected, which is no news of a connection', async () => {
      const { data } = await expectJson(Connections, get('/accounts/player/connections', sender))
      expect(data.connections.map(({ player_id }) => player_id)).toContain('demo-staff')
      const [mine, theirs] = [await tag(sender), await tag()]
      const path = '/accounts/player/connections/demo-staff'
      expect((await call(server().url, path, { method: 'DELETE', token: sender })).status).toBe(204)
      for (const [known, token] of [
        [mine, sender],
        [theirs, receiver],
      ] as const) {
        const { news, connections } = await since(known, token)
        expect([news.connected, connections]).toEqual([[], Number(known.split('.')[1]) + 1])
      }
    })

    it('moves with the profile, whoever saved it, and not when it stays as it was', async () => {
      const known = await tag()
      const { city } = await expectJson(Profile, get('/profile', receiver))
      await post('/profile', { city }, receiver)
      expect(await tag()).toBe(known)
      await post('/profile', { city: `${city}X` }, receiver)
      const now = await since(known)
      expect([now.profile, now.news]).toEqual([Number(/(\d+)"$/.exec(known)?.[1]) + 1, { shares: [], connected: [] }])
    })

    it('tells who invited somebody that they are connected now', async () => {
      const invitee = await newPlayer(server().url)
      const known = await tag(sender)
      const invitations = [{ invitee_email: invitee.email, relationship: 'other' }]
      await post('/accounts/player/invitations', { invitations }, sender)
      expect(await tag(sender)).toBe(known)
      const invitation_token = await linkToken(server().url, invitee.email, 'invitation_existing', '/signin/')
      const accepted = await post('/accounts/player/invitations/accept', { invitation_token }, invitee.access)
      expect(accepted.status).toBe(200)
      const { news } = await since(known, sender)
      expect(news.connected.map(({ player_id }) => player_id)).toEqual([invitee.playerid])
    })
  })

  describe('what was shared with a player', () => {
    const list = (query: string, token = receiver) =>
      expectJson(ReleaseList, get(`/releases?pagesize=100${query}`, token))

    it('is marked in the list with when, and for nobody else', async () => {
      const shared = (await list('')).releases.filter((one) => one.shared !== undefined)
      expect(new Set(shared.map(({ releaseid }) => releaseid))).toEqual(new Set([first, second, third]))
      expect(Date.parse(shared[0]?.shared ?? '')).toBeGreaterThan(0)
      expect((await list('', sender)).releases.filter((one) => one.shared !== undefined)).toEqual([])
    })

    it('is a filter, with its total', async () => {
      const { releases, total } = await list('&shared=true')
      expect([new Set(releases.map(({ releaseid }) => releaseid)), total]).toEqual([new Set([first, second, third]), 3])
      expect((await list('&shared=true', sender)).total).toBe(0)
      expect((await list('')).total).toBe((await list('&shared=false')).total + 3)
    })

    it('says in the detail who it was, newest first, also after the connection ended', async () => {
      const detail = await expectJson(ReleaseDetail, get(`/releases/${first}`, receiver))
      expect(detail.shares?.map(({ by, message }) => [by, message])).toEqual([
        ['Vera Lindqvist', ''],
        ['Vera Lindqvist', '<b>Friday?</b> 静か'],
      ])
      expect((await expectJson(ReleaseDetail, get(`/releases/${first}`, sender))).shares).toBeUndefined()
    })
  })
})
