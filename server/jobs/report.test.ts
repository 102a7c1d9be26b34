// The report of a playlist shows what it was asked of, whatever happens to the playlist before it is drawn.
import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase } from '#tests/support/database.ts'
import { demoCatalogue } from '../demo/catalogue/catalogue.ts'
import { playlistPdf } from '../reports/playlistPdf.ts'
import { createCatalogue } from '../store/catalogue/readCatalogue.ts'
import { insertReleases } from '../store/catalogue/writeCatalogue.ts'
import { createPlaylists } from '../store/people/playlists.ts'
import type { JobRow, Schema } from '../store/schema.ts'
import { createQueue } from './queue.ts'
import { createReports, reportHandler } from './report.ts'

const AT = Date.parse('2026-11-20T12:00:00Z')
let db: Kysely<Schema>
beforeAll(async () => {
  db = await openDatabase()
  const [release] = demoCatalogue('small')
  const song = release?.songs[0]
  if (!release || !song) throw new Error('no release')
  const songs = ['a', 'b'].map((trackid, n) => ({ ...song, trackid, title: `Song ${trackid}`, ordinal: n + 1 }))
  await insertReleases(db, [{ ...release, songs }])
  await sql`insert into players (playerid, username, firstname, lastname, state)
    values ('p', 'p', 'A', 'B', 'active')`.execute(db)
}, 120_000)
afterAll(() => db.destroy())

it('API-PL-013: a playlist that changes before its report is drawn stands in it as it was, and jobs of before draw it as it is', {
  timeout: 60_000,
}, async () => {
  const catalogue = createCatalogue(db)
  const playlists = createPlaylists(db, catalogue)
  const draw = reportHandler(db, catalogue, () => AT)
  const queue = createQueue(db, 'server')
  const playlistid = await playlists.create('p', 'Friday', 'late', AT)
  await playlists.add(playlistid, ['a', 'b'])
  const before = await playlists.byId(playlistid)
  if (!before) throw new Error('no playlist')
  const asked = await playlistPdf(before, await playlists.songs(before), AT)

  async function change(): Promise<void> {
    await playlists.drop(playlistid, 'a')
    await playlists.rename(before!, 'Saturday', 'later')
  }
  const settled = async (id: string): Promise<JobRow | undefined> => {
    await change()
    const job = await queue.findById(id)
    const result = await draw(job?.payload, () => undefined, new AbortController().signal, id)
    return job && { ...job, state: 'done', result }
  }
  const reports = createReports({ db, catalogue, queue: { ...queue, settled }, kick: () => undefined, now: () => AT })
  expect((await reports.playlist(before, 'p')).equals(asked)).toBe(true)

  const after = await playlists.byId(playlistid)
  if (!after) throw new Error('no playlist')
  const { id } = await queue.start('report', 'of before', { what: 'playlist', playlistid }, () => false)
  await draw({ what: 'playlist', playlistid }, () => undefined, new AbortController().signal, id)
  const kept = await db.selectFrom('report_files').where('jobid', '=', id).select('content').executeTakeFirstOrThrow()
  const now = await playlistPdf(after, await playlists.songs(after), AT)
  expect(Buffer.from(kept.content).equals(now)).toBe(true)
  expect(now.equals(asked)).toBe(false)
})
