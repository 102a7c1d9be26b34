import type { Kysely } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase } from '#tests/support/database.ts'
import { writeMeta } from '../meta.ts'
import type { Schema } from '../schema.ts'
import { seedCatalogue } from './seed.ts'

let db: Kysely<Schema>
beforeAll(async () => {
  db = await openDatabase()
}, 60_000)
afterAll(() => db.destroy())

const seed = () =>
  seedCatalogue(
    db,
    'small',
    true,
    () => Promise.reject(new Error('nothing is made here')),
    () => undefined,
    100,
  )

it('a store of another build, whose catalogue has a size nobody knows here, is left as it is', async () => {
  await writeMeta(db, 'catalogue_seeding', 'huge')
  await expect(seed()).rejects.toThrow('huge')
  await writeMeta(db, 'catalogue', 'huge')
  await expect(seed()).rejects.toThrow('huge')
  await writeMeta(db, 'catalogue', 'demo')
  expect(await seed()).toEqual({ catalogue: 'demo', kept: true })
})
