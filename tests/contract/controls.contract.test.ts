import { networkInterfaces } from 'node:os'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { call, expectJson, login, refusal, signIn } from './http.ts'
import { DAY, demo, dev, freshEmail, HOUR, MINUTE, mailsTo, newPlayer, post, signUpPending } from './people.ts'
import { onStores } from './stores.ts'

/** An address of this machine that others reach it by. */
const OUTSIDE = Object.values(networkInterfaces())
  .flatMap((list) => list ?? [])
  .find(({ family, internal }) => family === 'IPv4' && !internal)?.address

const Connections = z.object({ data: z.object({ connections: z.array(z.object({ player_id: z.string() })) }) })

onStores(
  (server) => {
    const url = () => server().url
    const works = async (access: string) => (await call(url(), '/profile', { token: access })).status === 200

    describe('POST /dev/clock', () => {
      it('moves what access tokens, sessions and their dates go by, and puts it right again', async () => {
        const { access } = await signIn(url())
        const answer = (await (await dev(url(), 'clock', { ms: 31 * MINUTE })).json()) as { now: string }
        expect(Date.parse(answer.now) - Date.now()).toBeGreaterThan(30 * MINUTE)
        expect(await works(access)).toBe(false)
        await dev(url(), 'clock', { ms: 12 * HOUR })
        const later = await signIn(url())
        expect(await works(later.access)).toBe(true)
        await dev(url(), 'clock', { reset: true })
        expect(await works(access)).toBe(true)
      })

      it('refuses garbage', async () => {
        for (const body of [{}, { ms: 'x' }, { ms: 1e15 }, { reset: false }]) {
          expect((await dev(url(), 'clock', body)).status).toBe(400)
        }
      })
    })

    describe('POST /dev/players/{playerid}', () => {
      it('sets state, verified and label_staff, which count at once', async () => {
        const { access, playerid, email } = await newPlayer(url())
        const answer = await dev(url(), `players/${playerid}`, { verified: false, label_staff: true })
        expect(await answer.json()).toEqual({ playerid, state: 'active', verified: false, label_staff: true })
        await dev(url(), `players/${email}`, { state: 'inactive' })
        expect(await works(access)).toBe(false)
      })

      it('approves a pending player once, with one mail', async () => {
        const email = await signUpPending(url())
        for (let n = 0; n < 2; n++) await dev(url(), `players/${email}`, { approve: true })
        expect(await mailsTo(url(), email, 'welcome_set_password')).toHaveLength(1)
      })

      it('answers 404 for an unknown player and 400 to a state that is none', async () => {
        expect((await dev(url(), 'players/nobody', { verified: true })).status).toBe(404)
        expect((await dev(url(), 'players/demo-staff', { state: 'asleep' })).status).toBe(400)
      })
    })

    it('starts with connections verified and not, a player without any, and open invitations', async () => {
      const of = async (email: string) => {
        const token = await demo(url(), email)
        const answer = await expectJson(Connections, call(url(), '/accounts/player/connections', { token }))
        return answer.data.connections.map(({ player_id }) => player_id)
      }
      expect(await of('verified@demo.test')).toEqual(expect.arrayContaining(['demo-staff', 'demo-unverified']))
      expect(await of('many@demo.test')).toEqual([])
      expect(await mailsTo(url(), 'many@demo.test', 'invitation_existing')).toHaveLength(1)
      expect(await mailsTo(url(), 'new.colleague@demo.test', 'invitation_new')).toHaveLength(1)
    })

    it('POST /dev/reset goes back to the start: people, mails, limits, sessions, clock, faults', async () => {
      const { access } = await signIn(url())
      const { email } = await newPlayer(url())
      await post(url(), '/profile', { city: 'Elsewhere' }, access)
      await call(url(), '/accounts/player/connections/demo-staff', { method: 'DELETE', token: access })
      const limited = freshEmail()
      const code = () => post(url(), '/accounts/player/signup/send-email-verification-code', { email: limited })
      for (let n = 0; n < 20; n++) await code()
      expect((await code()).status).toBe(429)
      await dev(url(), 'clock', { ms: DAY })
      await dev(url(), 'fail', { path: '/api/genres', times: 100, status: 500 })

      expect((await dev(url(), 'reset')).status).toBe(204)
      expect(await works(access)).toBe(false)
      expect(await refusal(login(url(), email))).toMatchObject({ status: 401 })
      expect(await mailsTo(url(), limited)).toEqual([])
      expect((await code()).status).toBe(200)
      const again = await signIn(url())
      expect((await call(url(), '/genres', { token: again.access })).status).toBe(200)
      const profile = (await (await call(url(), '/profile', { token: again.access })).json()) as { city: string }
      expect(profile.city).toBe('Göteborg')
      const list = await expectJson(Connections, call(url(), '/accounts/player/connections', { token: again.access }))
      expect(list.data.connections.map(({ player_id }) => player_id)).toContain('demo-staff')
      expect((await call(url(), '/releases/demo-long', { token: again.access })).status).toBe(200)
      const skew = Math.abs(Date.parse((await (await dev(url(), 'clock', { ms: 0 })).json()).now) - Date.now())
      expect(skew).toBeLessThan(MINUTE)
    })

    it.skipIf(OUTSIDE === undefined)('answer this machine alone, whatever a request says it comes from', async () => {
      const outside = `http://${OUTSIDE}:${new URL(url()).port}`
      expect((await fetch(`${outside}/healthz`)).status).toBe(200)
      for (const [method, path] of [
        ['GET', 'outbox'],
        ['GET', 'faults'],
        ['PUT', 'faults'],
        ['POST', 'fail'],
        ['POST', 'reset'],
        ['POST', 'clock'],
        ['POST', 'players/demo-verified'],
      ] as const) {
        const headers = { 'X-Forwarded-For': '127.0.0.1', Forwarded: 'for=127.0.0.1', Host: 'localhost' }
        const answer = await fetch(`${outside}/dev/${path}`, { method, headers })
        expect([path, answer.status]).toEqual([path, 404])
      }
    })
  },
  { env: { HOST: '0.0.0.0' } },
)
