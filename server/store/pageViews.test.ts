import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { openDatabase } from '#tests/support/database.ts'
import { createLimits } from '../auth/limits.ts'
import { sweepPageViews, viewedAt } from './pageViews.ts'
import type { Schema } from './schema.ts'

const NOW = Date.parse('2026-06-01T00:00:00Z')
const DAY = 86_400_000
let db: Kysely<Schema>
beforeAll(async () => {
  db = await openDatabase()
}, 60_000)
afterAll(() => db.destroy())
beforeEach(() => sql`truncate page_views, rate_limits restart identity`.execute(db))

const view = (path: string, at: number) =>
  db
    .insertInto('page_views')
    .values({ playerid: null, path, at: new Date(at) })
    .execute()
const kept = async () =>
  (await db.selectFrom('page_views').select('path').orderBy('id').execute()).map(({ path }) => path)

it('API-MISC-004: page views are forgotten after 90 days', async () => {
  for (const [path, days] of [
    ['/old', 91],
    ['/kept', 89],
    ['/new', 0],
  ] as const)
    await view(path, NOW - days * DAY)
  await sweepPageViews(db, NOW)
  expect(await kept()).toEqual(['/kept', '/new'])
})

it('API-MISC-004: of too many page views the oldest go first', async () => {
  for (let n = 0; n < 10; n++) await view(`/${n}`, NOW)
  await sweepPageViews(db, NOW, 4)
  expect(await kept()).toEqual(['/6', '/7', '/8', '/9'])
})

it('API-MISC-004: no clock makes a page view that is never forgotten', () => {
  expect(viewedAt(NOW - 1000, NOW).getTime()).toBe(NOW - 1000)
  for (const given of [8e15, -8e15, NOW + 2 * DAY, NOW - 2 * DAY, Number.NaN])
    expect(viewedAt(given, NOW).getTime()).toBe(NOW)
})

it('API-MISC-004: page views are limited for a player, and for a network that is signed out', {
  tags: ['long'],
}, async () => {
  const limits = createLimits(db, () => NOW)
  const views = (what: 'page-views' | 'page-views-signed-out', subject: string, address: string, times: number) =>
    Promise.allSettled(Array.from({ length: times }, () => limits.spend(what, subject, address)))
  const taken = async (...given: Parameters<typeof views>) =>
    (await views(...given)).filter(({ status }) => status === 'fulfilled').length
  expect(await taken('page-views', 'vera', '10.0.0.1', 650)).toBe(600)
  expect(await taken('page-views', 'umar', '10.0.0.1', 10)).toBe(10)
  expect(await taken('page-views-signed-out', '', '2001:db8::1', 320)).toBe(300)
  expect(await taken('page-views-signed-out', '', '2001:db8::2', 1)).toBe(0)
  expect(await taken('page-views-signed-out', '', '2001:db8:0:1::2', 1)).toBe(1)
})
