// Calls that come at once take rows in one order, so that PostgreSQL has to end none of them (server/README.md).
import type { Kysely } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { TokenPair } from '#core/model/people/account.ts'
import { CeremonyAnswer } from '#core/model/people/passkeys.ts'
import { connectAccepted } from '#server/people/connections.ts'
import { openServer } from '#server/store/database/open.ts'
import type { Schema } from '#server/store/schema.ts'
import { Authenticator } from '#tests/support/authenticator.ts'
import { call, expectJson, login } from './http.ts'
import { freshEmail, GOOD_PASSWORD, linkToken, newPlayer, post, put } from './people.ts'
import { type StartedServer, startServer } from './server.ts'
import { copied, newDatabase } from './templates.ts'

const { postgres } = inject('templates')

describe.skipIf(postgres === null)('on PostgreSQL', () => {
  let server: StartedServer
  let databaseUrl = ''
  let db: Kysely<Schema>
  /** Somebody who holds rows while others queue for them. */
  let holder: pg.Client
  /** In no transaction: inside one it would be told the same again and again. */
  let watcher: pg.Client
  beforeAll(async () => {
    if (!postgres) return
    const DATABASE_URL = await newDatabase(inject('postgresUrl'), postgres.database)
    databaseUrl = DATABASE_URL
    server = await startServer({ env: { DATA_DIR: await copied(postgres.dataDir), DATABASE_URL } })
    db = await openServer(DATABASE_URL)
    holder = new pg.Client(DATABASE_URL)
    watcher = new pg.Client(DATABASE_URL)
    await Promise.all([holder.connect(), watcher.connect()])
  })
  afterAll(async () => {
    await holder?.end()
    await watcher?.end()
    await db?.destroy()
    await server?.stop()
  })

  /** Until so many wait for a row. */
  const waiting = (count: number) =>
    expect
      .poll(
        async () => {
          const { rows } = await watcher.query(
            "select count(*)::integer as n from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
          )
          return rows[0].n
        },
        { timeout: 10_000 },
      )
      .toBe(count)

  it('API-AUTH-006, API-PROF-008: a new password and the removal of its e-mail, both at once, wait for no other', async () => {
    const url = server.url
    const { access } = await newPlayer(url)
    const second = freshEmail()
    await post(url, '/profile/merge', { email: second }, access)
    await post(url, `/merge/${await linkToken(url, second, 'merge_confirm', '/merge/')}`, undefined, access)
    await post(url, '/profile/split', { email: second }, access)
    const split = await linkToken(url, second, 'split_confirm', '/split/')
    await call(url, `/auth/reset/${second}`)
    const reset = await linkToken(url, second, 'password_reset', '/resetpwd/')

    await holder.query('begin')
    await holder.query("select 1 from link_tokens where purpose = 'reset' and email = $1 for update", [second])
    const changed = put(url, '/auth/chgpwdreset', { password: `${GOOD_PASSWORD}-2`, token: reset })
    await waiting(1)
    const removed = post(url, `/split/${split}`, { dtw: false }, access)
    await waiting(2)
    await holder.query('commit')
    // Who resets a password ends the session, and with it the removal is refused: no server fails.
    expect((await changed).status).toBe(200)
    expect((await removed).status).toBe(401)
  })

  it('H-506: what a session asked for that a new password ends meanwhile is not done, and its links are void', async () => {
    const url = server.url
    const { access, email } = await newPlayer(url)
    const [second, third] = [freshEmail(), freshEmail()]
    const merge: string[] = []
    for (const address of [second, third]) {
      await post(url, '/profile/merge', { email: address }, access)
      merge.push(await linkToken(url, address, 'merge_confirm', '/merge/'))
    }
    const profile = await (await call(url, '/profile', { token: access })).json()
    const { data } = await expectJson(CeremonyAnswer, post(url, '/auth/passkeys/options', undefined, access))
    const { ceremony, options } = data
    const response = new Authenticator(url).create(options)
    await call(url, `/auth/reset/${email}`)
    const reset = await linkToken(url, email, 'password_reset', '/resetpwd/')

    await holder.query('begin')
    await holder.query("select 1 from link_tokens where purpose = 'reset' and email = $1 for update", [email])
    const password = `${GOOD_PASSWORD}-2`
    const changed = put(url, '/auth/chgpwdreset', { password, token: reset })
    await waiting(1)
    const late = [
      post(url, `/merge/${merge[0]}`, undefined, access),
      post(url, '/profile', { ...profile, city: 'Elsewhere' }, access),
      post(url, '/auth/passkeys', { ceremony, response, name: 'Theirs' }, access),
      call(url, '/auth/passkeys/one', { method: 'DELETE', token: access }),
    ]
    await waiting(1 + late.length)
    await holder.query('commit')
    expect((await changed).status).toBe(200)
    expect((await Promise.all(late)).map(({ status }) => status)).toEqual([401, 401, 401, 401])
    const next = (await expectJson(TokenPair, login(url, email, { password })))['access-token']
    expect((await (await call(url, '/profile', { token: next })).json()).city).toBe(profile.city)
    expect((await post(url, `/merge/${merge[1]}`, undefined, next)).status).toBe(404)
  })

  it('API-NET-006: two who are connected at once with the same people, met in another order, wait for no other', async () => {
    const at = new Date()
    const player = (playerid: string) => ({
      playerid,
      username: playerid,
      firstname: playerid,
      lastname: '',
      password_hash: null,
      state: 'active' as const,
      verified: true,
      label_staff: false,
      language: 'en',
      mailto: null,
    })
    const [one, two] = ['m-one', 'm-two']
    // Those who invited stand on both sides of those who were invited.
    const inviters = Array.from({ length: 12 }, (_, n) => `${n % 2 === 0 ? 'a' : 'z'}-${n}`)
    await db
      .insertInto('players')
      .values([one, two, ...inviters].map(player))
      .execute()
    for (const [playerid, met] of [
      [one, inviters],
      [two, [...inviters].reverse()],
    ] as const) {
      const email = `${playerid}@x.yz`
      await db.insertInto('player_emails').values({ email, shown: email, playerid, place: 0 }).execute()
      for (const inviter_id of met)
        await db
          .insertInto('invitations')
          .values({
            invitationid: `${playerid}-${inviter_id}`,
            inviter_id,
            email,
            relationship: 'coworker',
            jti: `${playerid}-${inviter_id}`,
            at,
            accepted_at: at,
            connected_at: null,
          })
          .execute()
    }
    // Both are stopped at the row of the one they come to in the middle.
    await holder.query('begin')
    const held = [inviters[5], inviters[6]]
    await holder.query(
      `insert into player_changes (playerid) select unnest($1::text[]) on conflict (playerid) do update set shares = 0`,
      [held],
    )
    const both = [one, two].map((who) => db.transaction().execute((trx) => connectAccepted(trx, who, at)))
    await waiting(2)
    await holder.query('commit')
    expect((await Promise.allSettled(both)).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
  })

  it('clears away what has run out around what others hold, and waits for none of it', async () => {
    const { playerid } = await db.selectFrom('players').select('playerid').limit(1).executeTakeFirstOrThrow()
    const old = '2020-01-01'
    /** Two rows that have run out, by the name of their first column. */
    const rows: [table: string, columns: string, values: string][] = [
      ['sessions', 'sessionid, playerid, email, publicdevice, expires_at', `'${playerid}', 'x', true, '${old}'`],
      ['rate_limits', 'key, count, ends_at', `1, '${old}'`],
      ['link_tokens', 'jti, purpose, email, expires_at', `'reset', 'x', '${old}'`],
      ['passkey_challenges', 'digest, challenge, expires_at', `'x', '${old}'`],
      ['signup_codes', 'email, digest, expires_at', `'x', '${old}'`],
      ['used_pages', 'jti, expires_at', `'${old}'`],
      ['page_views', 'path, at', `'${old}'`],
      ['outbox', 'mailid, kind, recipient, language, subject, body_text, body_html, links, at', `'x', 'x', 'en', 'x', 'x', 'x', '{}', '${old}'`], // biome-ignore format: a row
      ['digest_mails', 'digest, playerid, at', `'${playerid}', '${old}'`],
      ['sent_lists', 'key, playerid, at', `'${playerid}', '${old}'`],
      ['jobs', 'key, id, kind, payload, state, updated_at', `gen_random_uuid(), 'report', '{}', 'done', '${old}'`],
    ]
    await holder.query('begin')
    for (const [table, columns, values] of rows) {
      await watcher.query(`insert into ${table} (${columns}) values ('held', ${values}), ('free', ${values})`)
      const [name] = columns.split(',')
      await holder.query(`select 1 from ${table} where ${name} = 'held' for update`)
    }
    const left = async () => {
      const found: string[] = []
      for (const [table, columns] of rows) {
        const [name] = columns.split(',')
        const here = await watcher.query(`select ${name} as name from ${table} where ${name} in ('held', 'free')`)
        found.push(...here.rows.map((row) => `${table} ${row.name}`))
      }
      return found
    }
    // Whoever starts looks after it at once.
    const another = await startServer({
      env: { DATA_DIR: await copied(postgres?.dataDir ?? ''), DATABASE_URL: databaseUrl },
    })
    try {
      await expect.poll(left, { timeout: 10_000 }).toEqual(rows.map(([table]) => `${table} held`))
    } finally {
      await holder.query('rollback')
      await another.stop()
    }
  })
})
