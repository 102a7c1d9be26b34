import { Kysely, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '#tests/support/database.ts'
import { embeddedDialect } from './database/embeddedDialect.ts'
import { migrate } from './database/migrate.ts'
import { openPglite } from './database/pgliteRunner.ts'
import { migrations } from './migrations/index.ts'
import type { Schema } from './schema.ts'

let db: Kysely<Schema>

beforeAll(async () => {
  db = await openDatabase()
}, 60_000)
afterAll(() => db.destroy())

describe('embedded database', () => {
  it('keeps a transaction apart from queries that run meanwhile', async () => {
    let seenMeanwhile: Promise<number> | undefined
    await db.transaction().execute(async (trx) => {
      await trx.insertInto('meta').values({ name: 'apart', value: '1' }).execute()
      seenMeanwhile = count('apart')
      await new Promise((resolve) => setTimeout(resolve, 30))
      await trx.deleteFrom('meta').where('name', '=', 'apart').execute()
    })
    expect(await seenMeanwhile).toBe(0)
  })

  it('takes back everything a failed transaction wrote, and goes on', async () => {
    await expect(
      db.transaction().execute(async (trx) => {
        await trx.insertInto('meta').values({ name: 'undone', value: '1' }).execute()
        await sql`select 1 / 0`.execute(trx)
      }),
    ).rejects.toMatchObject({ code: '22012' })
    expect(await count('undone')).toBe(0)
  })

  it('counts as numbers and reads times as dates', async () => {
    const row = await sql<{ n: unknown; big: unknown; at: unknown; list: unknown }>`
      select count(*) as n, 9007199254740991::bigint as big, now() as at, ${['a', 'b,"c']}::text[] as list from meta`.execute(
      db,
    )
    expect(typeof row.rows[0]?.n).toBe('number')
    expect(row.rows[0]?.big).toBe(9007199254740991)
    expect(row.rows[0]?.at).toBeInstanceOf(Date)
    expect(row.rows[0]?.list).toEqual(['a', 'b,"c'])
  })

  it('reports how many rows an update touched', async () => {
    await db
      .insertInto('meta')
      .values([
        { name: 'u1', value: '' },
        { name: 'u2', value: '' },
      ])
      .execute()
    const result = await db.updateTable('meta').set({ value: 'x' }).where('name', 'like', 'u%').executeTakeFirst()
    expect(result.numUpdatedRows).toBe(2n)
  })
})

describe('migrations', () => {
  it('do nothing the second time', async () => {
    expect(await migrate(db, migrations)).toEqual([])
  })

  it('H-501: are left to a server where there is a database already, and made where there is none', {
    tags: ['long'],
  }, async () => {
    const empty = new Kysely<Schema>({ dialect: embeddedDialect(await openPglite()) })
    try {
      const [first, ...later] = migrations.slice(0, 3)
      expect(await migrate(empty, [first!], false)).toEqual([first!.name])
      await expect(migrate(empty, [first!, ...later], false)).rejects.toThrow(
        /lacks 0002-mail, 0003-content.*Start a server of this version first/,
      )
      expect(await migrate(empty, [first!], false)).toEqual([])
      expect(await migrate(empty, [first!, ...later])).toEqual(later.map(({ name }) => name))
      expect(await migrate(empty, [first!, ...later], false)).toEqual([])
    } finally {
      await empty.destroy()
    }
  })

  it('leave nothing behind when a step fails', async () => {
    const broken = { name: '9998-broken', statements: ['create table half (a int)', 'create table nonsense ('] }
    await expect(migrate(db, [...migrations, broken])).rejects.toThrow()
    const left = await sql<{ n: number }>`select count(*) as n from pg_tables where tablename = 'half'`.execute(db)
    expect(left.rows[0]?.n).toBe(0)
  })

  it('refuse a database that a newer version wrote', async () => {
    await sql`insert into schema_steps (name) values ('9999-future')`.execute(db)
    await expect(migrate(db, migrations)).rejects.toThrow('9999-future')
    await sql`delete from schema_steps where name = '9999-future'`.execute(db)
  })
})

async function count(name: string): Promise<number> {
  const row = await db
    .selectFrom('meta')
    .where('name', '=', name)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return row.n
}
