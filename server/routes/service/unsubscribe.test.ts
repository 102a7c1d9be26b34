import type { Kysely } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '#tests/support/database.ts'
import { addPlayer, appOf, peopleContext } from '#tests/support/routes.ts'
import type { Schema } from '../../store/schema.ts'
import { unsubscribeRoutes } from './unsubscribe.ts'

const DAY_MS = 86_400_000

describe('H-494: the way out of the mails about releases', () => {
  let db: Kysely<Schema>
  let late = 0
  const now = () => Date.now() + late
  beforeAll(async () => {
    db = await openDatabase()
    await addPlayer(db, 'nora', ['nora@demo.test', 'n@label.test'])
    await addPlayer(db, 'pat', ['pat@demo.test'])
  }, 60_000)
  afterAll(() => db.destroy())

  const parts = () => {
    const context = peopleContext(db, now)
    const app = appOf(context, unsubscribeRoutes)
    const prefs = async () => {
      const rows = await db.selectFrom('players').orderBy('playerid').select('mailpref').execute()
      return rows.map(({ mailpref }) => mailpref)
    }
    /** Where a mail to this address says to press. */
    const way = async (email: string) => {
      const address = (await context.unsubscribe.headers(email))['List-Unsubscribe'] ?? ''
      return address.slice('<https://player.example/api'.length, -1)
    }
    const press = (url: string, payload = 'List-Unsubscribe=One-Click', type = 'application/x-www-form-urlencoded') =>
      app.inject({ method: 'POST', url, payload, headers: { 'content-type': type } })
    const wantAll = () => db.updateTable('players').set({ mailpref: 'daily' }).execute()
    return { app, context, prefs, way, press, wantAll }
  }

  it.each([
    ['a form', 'List-Unsubscribe=One-Click', 'application/x-www-form-urlencoded'],
    [
      'parts',
      '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n',
      'multipart/form-data; boundary=b',
    ],
  ])('one press, as %s, ends those of one account, and a second changes nothing', async (_, body, type) => {
    const { prefs, way, press, wantAll } = parts()
    await wantAll()
    const url = await way('N@label.test')
    for (let n = 0; n < 2; n++) {
      const { statusCode, body: said } = await press(url, body, type)
      expect([statusCode, said]).toEqual([204, ''])
      expect(await prefs()).toEqual(['none', 'daily'])
    }
  })

  it('looked at it ends nothing, and leads to the settings', async () => {
    const { app, prefs, way, wantAll } = parts()
    await wantAll()
    const { statusCode, headers } = await app.inject({ url: await way('nora@demo.test') })
    expect([statusCode, headers.location]).toEqual([302, '/settings/email'])
    expect(await prefs()).toEqual(['daily', 'daily'])
  })

  it('answers the same for an address of nobody', async () => {
    const { way, press, prefs, wantAll } = parts()
    await wantAll()
    expect((await press(await way('nobody@demo.test'))).statusCode).toBe(204)
    expect(await prefs()).toEqual(['daily', 'daily'])
  })

  it('takes no token of another purpose, none that was changed, and none of more than a year ago', async () => {
    const { context, press, prefs, way, wantAll } = parts()
    await wantAll()
    const { token } = await context.links.mint(
      'reset',
      { email: 'pat@demo.test', welcome_email: false },
      {
        email: 'pat@demo.test',
        playerid: 'pat',
      },
    )
    const good = await way('pat@demo.test')
    const path = good.split('?')[0] ?? ''
    for (const url of [`${path}?token=${token}`, `${good.slice(0, -4)}AAAA`, `${path}?token=`, path])
      expect((await press(url)).statusCode, url).toBe(400)
    late = 364 * DAY_MS
    expect((await press(good)).statusCode).toBe(204)
    await wantAll()
    late = 366 * DAY_MS
    expect((await press(good)).statusCode).toBe(400)
    late = 0
    expect(await prefs()).toEqual(['daily', 'daily'])
  })

  it('is counted', async () => {
    const { context, press, way } = parts()
    const url = await way('pat@demo.test')
    await db.deleteFrom('rate_limits').execute()
    await context.limits.spend('unsubscribe', '', '127.0.0.1', { weight: 5999 })
    expect([(await press(url)).statusCode, (await press(url)).statusCode]).toEqual([204, 429])
  })
})
