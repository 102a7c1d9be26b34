import { createHash, randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '#tests/support/database.ts'
import type { PlayerRow, Schema } from '../store/schema.ts'
import { createSessions } from './sessions.ts'

let db: Kysely<Schema>
let player: PlayerRow
let now = Date.UTC(2026, 10, 20)
const DAY = 86_400_000

beforeAll(async () => {
  db = await openDatabase()
  player = await db
    .insertInto('players')
    .values({
      playerid: 'p1',
      username: 'vera',
      firstname: 'Vera',
      lastname: 'Lind',
      password_hash: null,
      state: 'active',
      verified: true,
      label_staff: false,
      language: 'en',
      mailto: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}, 60_000)
afterAll(() => db.destroy())

const KEY = new Uint8Array(32).fill(7)
const sessions = (key = KEY) => createSessions(db, () => now, key)
const start = (publicdevice = false) => sessions().start(player, 'vera@demo.test', publicdevice)
const rotate = (token: string) => sessions().rotate(token)
const isLive = (sessionid: string) => sessions().isLive(sessionid)
/** The token after this one. */
const next = async (token: string) => (await rotate(token))?.refreshToken ?? ''

describe('sessions', () => {
  it('rotate their refresh token at each renewal', async () => {
    const first = await start()
    const second = await rotate(first.refreshToken)
    expect(second?.sessionid).toBe(first.sessionid)
    expect(second?.refreshToken).not.toBe(first.refreshToken)
    expect(await rotate(second?.refreshToken ?? '')).not.toBeNull()
  })

  it('D-156: answer a token again, word for word, until its successor was used, however late', async () => {
    const { refreshToken, sessionid } = await start()
    const second = await next(refreshToken)
    for (const wait of [0, 30_001, 120_000, 29 * DAY]) {
      now += wait
      expect(await next(refreshToken)).toBe(second)
    }
    expect(await next(second)).not.toBe('')
    expect(await isLive(sessionid)).toBe(true)
  })

  it('D-156: end at once, with every token, when one is used again whose successor was used', async () => {
    const { refreshToken, sessionid } = await start()
    const second = await next(refreshToken)
    const third = await next(second)
    expect(await rotate(refreshToken)).toBeNull()
    expect(await isLive(sessionid)).toBe(false)
    for (const token of [second, third]) expect(await rotate(token)).toBeNull()
  })

  it('D-156: never fork: of any number at once all get the same token', async () => {
    const { refreshToken, sessionid } = await start()
    const all = await Promise.all(Array.from({ length: 10 }, () => next(refreshToken)))
    expect(new Set(all).size).toBe(1)
    expect(all[0]).not.toBe(refreshToken)
    expect(await next(all[0] ?? '')).not.toBe('')
    expect(await isLive(sessionid)).toBe(true)
  })

  it('go on with tokens that are newer than a database restored from a backup', async () => {
    const { refreshToken, sessionid } = await start()
    const third = await next(await next(refreshToken))
    await db.updateTable('sessions').set({ refresh_count: 0 }).where('sessionid', '=', sessionid).execute()
    const fourth = await next(third)
    expect(fourth).not.toBe('')
    expect(await next(third)).toBe(fourth)
    expect(await next(fourth)).not.toBe('')
  })

  it('count how far they have come, for whoever compares two answers', async () => {
    const first = await start()
    const second = await rotate(first.refreshToken)
    expect([first.count, second?.count]).toEqual([0, 1])
    expect((await rotate(first.refreshToken))?.count).toBe(1)
  })

  it('API-AUTH-007: last 30 days from their last renewal, half a year at most', async () => {
    let { refreshToken, sessionid } = await start()
    for (let day = 0; day < 174; day += 29) {
      now += 29 * DAY
      refreshToken = await next(refreshToken)
      expect(refreshToken, `day ${day + 29}`).not.toBe('')
    }
    expect(await isLive(sessionid)).toBe(true)
    now += 6 * DAY
    expect([await isLive(sessionid), await rotate(refreshToken)]).toEqual([false, null])
  })

  it('API-AUTH-007: end 30 days after their last renewal', async () => {
    const { refreshToken } = await start()
    now += 10 * DAY
    const second = await next(refreshToken)
    now += 30 * DAY
    expect(await rotate(second)).toBeNull()
  })

  it('API-AUTH-001: last 12 hours on a public computer, renewed or not', async () => {
    const shared = await start(true)
    now += 11 * 3_600_000
    const second = await next(shared.refreshToken)
    expect(second).not.toBe('')
    now += 3_600_000
    expect([await rotate(second), await isLive(shared.sessionid)]).toEqual([null, false])
  })

  it('do not end when somebody invents a token', async () => {
    const first = await start()
    const other = await start()
    const [version, sessionid, counter, digest] = first.refreshToken.split('.')
    await next(await next(first.refreshToken))
    for (const invented of [
      'invented',
      '',
      `${version}.${sessionid}.${counter}`,
      `${version}.${sessionid}.${counter}.`,
      `${version}.${sessionid}.1.${digest}`,
      `${version}.${sessionid}.0${counter}.${digest}`,
      `${version}.${sessionid}.99999999999.${digest}`,
      `${version}.${other.sessionid}.${counter}.${digest}`,
      `${version}.nobody.${counter}.${digest}`,
      `1.${sessionid}.${counter}.${digest}`,
      `${version}.${sessionid}.${counter}.${digest?.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))}`,
    ])
      expect(await rotate(invented), invented).toBeNull()
    expect([await isLive(first.sessionid), await isLive(other.sessionid)]).toEqual([true, true])
  })

  it('end one or all on request, and never touch another player', async () => {
    const [a, b] = [await start(), await start()]
    await sessions().revoke(a.sessionid)
    expect([await isLive(a.sessionid), await isLive(b.sessionid)]).toEqual([false, true])
    await sessions().revokeAll('p1')
    expect(await isLive(b.sessionid)).toBe(false)
    expect(await rotate(b.refreshToken)).toBeNull()
  })

  it('keep nothing in the database a token could be made with', async () => {
    const first = await start()
    const row = await db.selectFrom('sessions').where('sessionid', '=', first.sessionid).selectAll().executeTakeFirst()
    const digest = first.refreshToken.split('.')[3] ?? ''
    expect(JSON.stringify(row)).not.toContain(digest)
    expect(Buffer.from(row?.refresh_salt ?? []).toString('base64url')).not.toContain(digest)
    // Another server's key makes other tokens of the same row, and takes none of these.
    expect(await sessions(new Uint8Array(32).fill(8)).rotate(first.refreshToken)).toBeNull()
    expect(await isLive(first.sessionid)).toBe(true)
  })

  it('stop being renewed when the player is made inactive', async () => {
    const first = await start()
    await db.updateTable('players').set({ state: 'inactive' }).execute()
    expect(await rotate(first.refreshToken)).toBeNull()
    expect(await isLive(first.sessionid)).toBe(false)
    await db.updateTable('players').set({ state: 'active' }).execute()
  })
})

describe('sessions from before tokens were computed', () => {
  let serial = 0
  /** Tokens as they were then: `used` seconds ago, or never. */
  async function former(...tokens: { used: number | null }[]) {
    const { sessionid } = await start()
    const names: string[] = []
    for (const { used } of tokens) {
      const name = `former-${++serial}`
      names.push(name)
      await db
        .insertInto('refresh_tokens')
        .values({
          hash: createHash('sha256').update(name).digest('hex'),
          sessionid,
          rotated_at: used === null ? null : new Date(now - used * 1000),
        })
        .execute()
    }
    return { sessionid, names: names as [string, ...string[]] }
  }

  it('go on: the last token is exchanged', async () => {
    const { names, sessionid } = await former({ used: 1800 }, { used: null })
    const first = await next(names[1] ?? '')
    expect(await next(first)).not.toBe('')
    expect(await isLive(sessionid)).toBe(true)
  })

  it('go on when the answer to the exchange was lost, however late it is asked for again', async () => {
    const { names, sessionid } = await former({ used: null })
    const first = await next(names[0])
    now += 3 * DAY
    expect(await next(names[0])).toBe(first)
    expect(await next(first)).not.toBe('')
    expect(await isLive(sessionid)).toBe(true)
  })

  it('go on when the answer to the last renewal under the former rule was lost', async () => {
    const { names, sessionid } = await former({ used: 3600 }, { used: 1800 }, { used: null })
    const first = await next(names[1] ?? '')
    expect(first).not.toBe('')
    // Two tabs may hold two tokens: they come to the same one.
    expect(await next(names[2] ?? '')).toBe(first)
    expect(await isLive(sessionid)).toBe(true)
  })

  it('exchange a token once: after what it was exchanged for was used, it is an old one', async () => {
    const { names, sessionid } = await former({ used: null })
    const second = await next(await next(names[0]))
    expect(second).not.toBe('')
    expect(await rotate(names[0])).toBeNull()
    expect(await isLive(sessionid)).toBe(false)
    expect(await rotate(second)).toBeNull()
  })

  it('end when one is used whose successor was used under the former rule', async () => {
    const { names, sessionid } = await former({ used: 3600 }, { used: 1800 }, { used: null })
    expect(await rotate(names[0])).toBeNull()
    expect(await isLive(sessionid)).toBe(false)
  })
})

describe('a sign-in under way', () => {
  const signIn = (id: string = randomUUID()) => sessions().startUnchanged(player, 'vera@demo.test', false, {}, id)
  const setPassword = (password_hash: string | null) =>
    db.updateTable('players').set({ password_hash }).where('playerid', '=', 'p1').execute()

  beforeAll(() =>
    db
      .insertInto('player_emails')
      .values({ email: 'vera@demo.test', shown: 'Vera@demo.test', playerid: 'p1', place: 0 })
      .execute(),
  )

  it('begins a session while password and e-mail are as they were', async () => {
    expect(await isLive((await signIn())?.sessionid ?? '')).toBe(true)
  })

  it('H-639: begins under the id it is given, or under another where one began under that', async () => {
    expect((await signIn('one'))?.sessionid).toBe('one')
    const other = await signIn('one')
    expect(other?.sessionid).not.toBe('one')
    expect(await isLive(other?.sessionid ?? '')).toBe(true)
  })

  it('begins none after the password was reset or the e-mail was removed', async () => {
    await setPassword('another')
    expect(await signIn()).toBeNull()
    await setPassword(null)
    await db.deleteFrom('player_emails').where('email', '=', 'vera@demo.test').execute()
    expect(await signIn()).toBeNull()
  })
})
