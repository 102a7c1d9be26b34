// Lists of releases in a database of their own, with names no catalogue of the demo holds.
import type { Kysely } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase } from '#tests/support/database.ts'
import { demoCatalogue } from '../../demo/catalogue/catalogue.ts'
import type { Schema } from '../schema.ts'
import { listReleases, ReleaseQuery } from './releaseList.ts'
import { insertReleases } from './writeCatalogue.ts'

/** By bytes capitals come first and accents last. */
const NAMES = ['banana', 'Apple', 'cherry', 'apricot', 'Éclair', 'Zebra', 'eagle']
const SORTED = ['Apple', 'apricot', 'banana', 'cherry', 'eagle', 'Éclair', 'Zebra']

let db: Kysely<Schema>
beforeAll(async () => {
  db = await openDatabase()
  const some = [...demoCatalogue('small')].filter((release) => release.access === 'open').slice(0, NAMES.length)
  await insertReleases(
    db,
    some.map((release, n) => ({ ...release, title: NAMES[n] ?? '', artist: NAMES[n] ?? '' })),
  )
}, 60_000)
afterAll(() => db.destroy())

it.each(['title', 'artist'] as const)('TABLE-009: sorts by %s without case, both ways', async (key) => {
  const names = async (sort: string) =>
    (await listReleases(db, ReleaseQuery.parse({ sort }), 'p1', 0)).releases.map((release) => release[key])
  expect(await names(key)).toEqual(SORTED)
  expect(await names(`-${key}`)).toEqual([...SORTED].reverse())
})
