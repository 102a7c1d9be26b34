import { Kysely, sql } from 'kysely'
import { expect, it } from 'vitest'
import { createSessions } from '../auth/sessions.ts'
import { embeddedDialect } from './database/embeddedDialect.ts'
import { migrate } from './database/migrate.ts'
import { openPglite } from './database/pgliteRunner.ts'
import { migrations } from './migrations/index.ts'
import type { Schema } from './schema.ts'

/** Enough for words to be common. */
const TRACKS = 20_500

const names = migrations.map(({ name }) => name)

it('steps are numbered in the order they are applied', () => {
  expect(names).toEqual([...names].sort((a, b) => (a < b ? -1 : 1)))
  expect(new Set(names.map((name) => name.slice(0, 4))).size).toBe(names.length)
})

it('carry a filled database from the first schema to the newest, one step at a time, and lose nothing', {
  tags: ['long'],
  timeout: 120_000,
}, async () => {
  const db = new Kysely<Schema>({ dialect: embeddedDialect(await openPglite()) })
  try {
    expect(await migrate(db, migrations.slice(0, 1))).toEqual(['0001-start'])
    // As the first version wrote it.
    await sql`insert into players (playerid, username, firstname, lastname, password_hash, state, verified)
      values ('p1', 'vera', 'Vera', 'Lind', 'hash', 'active', true), ('p2', 'bare', 'Bare', '', null, 'pending', false)`.execute(
      db,
    )
    await sql`insert into player_emails (email, shown, playerid, place)
      values ('second@x.yz', 'second@x.yz', 'p1', 1), ('first@x.yz', 'First@x.yz', 'p1', 0)`.execute(db)
    await sql`insert into sessions (sessionid, playerid, email, publicdevice, expires_at)
      values ('s1', 'p1', 'First@x.yz', false, now() + interval '1 day')`.execute(db)
    await sql`insert into sessions (sessionid, playerid, email, publicdevice, expires_at)
      values ('s2', 'p1', 'second@x.yz', true, now() + interval '1 day')`.execute(db)
    for (const [token, session] of [
      ['old', 's1'],
      ['other', 's2'],
    ]) {
      await sql`insert into refresh_tokens (hash, sessionid) values (encode(sha256(convert_to(${token}::text, 'UTF8')), 'hex'), ${session})`.execute(db) // biome-ignore format: one question
    }
    await sql`insert into page_views (playerid, path, at) values ('p1', '/releases', now())`.execute(db)
    await sql`insert into releases (releaseid, origin, title, artist, title_sort, artist_sort, label_sort, haystack, explicit,
        available, available_at, duration, trackcount, videocount, labels, genres, markettags, versions, packages,
        trending, trend, release_type, candownload, commenting_enabled, allow_sharing, promoinfo, access, revision)
      select id, 'import', 'The Night of ' || id, 'Zoë', 'the night', 'zoe', 'a', 'the night zoe', false,
        '2026-01-01T00:00:00Z', now(), 60, 1, 0, '[{"name":"A"}]', '{House}', '{us}', '{}', '{}', false, 0, 'single', true,
        true, true, '', access, 'r1' from (values ('r1', 'open'), ('r2', 'withdrawn')) given (id, access)`.execute(db)
    await sql`insert into tracks (trackid, releaseid, ordinal, title, artist, assettype, candownload, meta, source)
      select 't' || n, 'r1', n, 'The Song ' || n, 'Zoë', 'audio', true, '{"lyrics":"Words"}', '{"kind":"clip"}'
      from generate_series(1, ${TRACKS}::integer) n`.execute(db)
    await sql`insert into tracks (trackid, releaseid, ordinal, title, artist, assettype, candownload, meta, source)
      values ('hidden', 'r2', 1, 'The Secret', 'Zoë', 'audio', true, '{"formats":["mp3"]}', '{"kind":"clip"}')`.execute(
      db,
    )
    await sql`insert into flags (playerid, releaseid) values ('p1', 'r1')`.execute(db)
    await sql`insert into jobs (id, kind, key, payload, state, progress, result)
      values ('j1', 'release-zip', 'release-zip:wav:r1', '{}', 'done', 100, '{"bytes":1}')`.execute(db)
    await sql`insert into meta (name, value) values ('catalogue', 'small')`.execute(db)
    for (let count = 2; count <= migrations.length; count++) {
      expect(await migrate(db, migrations.slice(0, count))).toEqual([names[count - 1]])
    }
    const players = await db.selectFrom('players').selectAll().orderBy('playerid').execute()
    expect(players).toMatchObject([
      {
        playerid: 'p1',
        username: 'vera',
        password_hash: 'hash',
        mailto: 'first@x.yz',
        mailpref: 'none',
        format: 'mp3',
        region: '',
      },
      { playerid: 'p2', state: 'pending', mailto: null },
    ])
    const sessions = await db.selectFrom('sessions').select('sessionid').orderBy('sessionid').execute()
    expect(sessions).toEqual([{ sessionid: 's1' }, { sessionid: 's2' }])
    expect(await db.selectFrom('flags').select(['playerid', 'releaseid']).execute()).toEqual([
      { playerid: 'p1', releaseid: 'r1' },
    ])
    expect(await db.selectFrom('meta').selectAll().where('name', '=', 'catalogue').execute()).toHaveLength(1)
    // 0003: what was there can be found, and what may not be seen cannot.
    const words = await db.selectFrom('tracks').select(['trackid', 'words']).where('trackid', 'in', ['t1', 'hidden']).orderBy('trackid').execute() // biome-ignore format: one question
    expect(words).toMatchObject([{ words: '' }, { words: expect.stringContaining('song') }])
    const found = await sql<{ id: string }>`select releaseid as id from find_releases('night'::tsquery, 10)`.execute(db)
    expect(found.rows).toEqual([{ id: 'r1' }])
    // 0006: a report belongs to its job.
    expect(await db.selectFrom('jobs').select(['id', 'state', 'result']).execute()).toEqual([
      { id: 'j1', state: 'done', result: { bytes: 1 } },
    ])
    await sql`insert into report_files (jobid, content) values ('j1', 'x')`.execute(db)
    await sql`delete from jobs`.execute(db)
    expect(await db.selectFrom('report_files').select('jobid').execute()).toEqual([])
    // 0007: counted from the tracks that were there.
    const common = await db.selectFrom('common_words').selectAll().orderBy('word').execute()
    expect(common.find(({ word }) => word === '')).toEqual({ word: '', tracks: TRACKS })
    expect(common.map(({ word }) => word)).toEqual(expect.arrayContaining(['', 'song', 'the']))
    const among = await sql`select * from find_tracks_anywhere('the & song'::tsquery, ${['% the%', '% song%']}::text[], 5)`.execute(db) // biome-ignore format: one question
    expect(among.rows).toHaveLength(5)
    // 0008: the rows are read from the first one on.
    const set = await sql<{ given: string[] }>`select proconfig as given from pg_proc where proname = 'find_tracks_anywhere'`.execute(db) // biome-ignore format: one question
    expect(set.rows[0]?.given).toContain('synchronize_seqscans=off')
    // 0012: nobody knows when a session of before was used.
    const seen = await db.selectFrom('sessions').select(['began_by', 'browser', 'seen_at', 'created_at']).execute()
    for (const row of seen) expect(row).toMatchObject({ began_by: 'password', browser: '', seen_at: row.created_at })
    // 0009: sessions go on, each under a key of its own, and the answer to the exchange can be had again.
    const chains = createSessions(db, () => Date.now(), new Uint8Array(32))
    const exchanged = await chains.rotate('old')
    expect(exchanged).toMatchObject({ sessionid: 's1', count: 1, email: 'First@x.yz' })
    expect((await chains.rotate('old'))?.refreshToken).toBe(exchanged?.refreshToken)
    expect(await chains.rotate(exchanged?.refreshToken ?? '')).toMatchObject({ sessionid: 's1', count: 2 })
    expect(await chains.rotate('other')).toMatchObject({ sessionid: 's2', count: 1 })
    const salts = await db.selectFrom('sessions').select('refresh_salt').execute()
    expect(new Set(salts.map((row) => Buffer.from(row.refresh_salt).toString('hex'))).size).toBe(2)
    // 0027: what has both, as nothing says otherwise, and what came as MP3 alone.
    const formats = await db.selectFrom('releases').select(['releaseid', 'formats']).orderBy('releaseid').execute()
    expect(formats).toEqual([
      { releaseid: 'r1', formats: null },
      { releaseid: 'r2', formats: ['mp3'] },
    ])
    expect(await migrate(db, migrations)).toEqual([])
  } finally {
    await db.destroy()
  }
})
