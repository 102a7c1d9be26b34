import type { Kysely } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase } from '#tests/support/database.ts'
import { shortened } from '../../catalogue/shortened.ts'
import type { Context } from '../../context.ts'
import { demoCatalogue } from '../../demo/catalogue/catalogue.ts'
import { createQuiet } from '../../http/quiet.ts'
import { measureVersions } from '../../starting.ts'
import type { Schema } from '../schema.ts'
import { unmeasuredVersions } from './measured.ts'
import { createCatalogue } from './readCatalogue.ts'
import { insertReleases } from './writeCatalogue.ts'

let db: Kysely<Schema>
const failures: unknown[] = []
beforeAll(async () => {
  db = await openDatabase()
  const few = [...shortened(demoCatalogue('small'), 1)].slice(0, 8)
  await insertReleases(db, few, () => undefined, 'demo')
}, 60_000)
afterAll(() => db.destroy())

const context = (coversAhead: number) =>
  ({ db, config: { coversAhead }, log: { error: (_: string, error: unknown) => failures.push(error) } }) as unknown as Context // biome-ignore format: one line
const releases = () => db.selectFrom('releases').selectAll().orderBy('releaseid').execute()

it('songs that are there in versions get their loudness while it is quiet, once, and their release stays as it is', {
  tags: ['long'],
  timeout: 120_000,
}, async () => {
  const before = await releases()
  const wanted = await unmeasuredVersions(db, 48)
  expect(wanted.length).toBeGreaterThan(1)

  measureVersions(context(0), createQuiet()).stop()
  const measuring = measureVersions(context(5000), createQuiet())
  await expect.poll(async () => (await unmeasuredVersions(db, 48)).length, { timeout: 60_000, interval: 200 }).toBe(0)
  measuring.stop()

  const rows = await db.selectFrom('tracks').select(['trackid', 'meta']).execute()
  const measured = rows.filter(({ meta }) => 'loudness' in meta)
  expect(measured.map(({ trackid }) => trackid).sort((a, b) => (a < b ? -1 : 1))).toEqual(
    wanted.map(({ trackid }) => trackid).sort((a, b) => (a < b ? -1 : 1)),
  )
  expect(await releases()).toEqual(before)
  expect(failures).toEqual([])
  // As the wire carries it.
  const { releaseid } = await db.selectFrom('tracks').select('releaseid').where('trackid', '=', wanted[0]!.trackid).executeTakeFirstOrThrow() // biome-ignore format: one line
  const song = (await createCatalogue(db).songsWithSource(releaseid)).find(({ song }) => song.trackid === wanted[0]!.trackid) // biome-ignore format: one line
  expect(song?.song.loudness?.integrated).toBeLessThan(-5)
})

it('nothing is measured where nothing is to be made ahead, nor while somebody asks', async () => {
  await db
    .updateTable('tracks')
    .set({ meta: JSON.stringify({}) })
    .execute()
  const quiet = createQuiet()
  quiet.asked()
  const busy = measureVersions(context(5000), quiet)
  const off = measureVersions(context(0), createQuiet())
  await new Promise((done) => setTimeout(done, 500))
  busy.stop()
  off.stop()
  expect((await db.selectFrom('tracks').select('meta').execute()).every(({ meta }) => !('loudness' in meta))).toBe(true)
  expect(failures).toEqual([])
})
