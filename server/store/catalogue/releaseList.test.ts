// Lists of releases in a database of their own, with names no catalogue of the demo holds.
import type { Kysely } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase } from '#tests/support/database.ts'
import { demoCatalogue } from '../../demo/catalogue/catalogue.ts'
import type { Schema } from '../schema.ts'
import { createCatalogue } from './readCatalogue.ts'
import { listReleases, ReleaseQuery } from './releaseList.ts'
import { insertReleases, replaceRelease } from './writeCatalogue.ts'

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

it('H-630: a card says what its songs can be had in where that is not both, and a list says it too', async () => {
  const release = [...demoCatalogue('small')].find(({ access, songs }) => access === 'open' && songs.length > 1 && songs.every(({ assettype }) => assettype === 'audio')) // biome-ignore format: one look
  if (!release) throw new Error('no release of songs')
  const saysOf = async (wavs: number) => {
    const songs = release.songs.map((song, n) => ({ ...song, formats: n < wavs ? song.formats : (['mp3'] as const).slice() })) // biome-ignore format: one list
    await replaceRelease(db, { ...release, songs })
    const catalogue = createCatalogue(db)
    const row = await catalogue.releaseRow(release.releaseid)
    const listed = (await listReleases(db, ReleaseQuery.parse({}), 'p1', 0)).releases
    const card = listed.find(({ releaseid }) => releaseid === release.releaseid)
    return [row && (await catalogue.detail(row, 'p1')).formats, card?.formats]
  }
  expect(await saysOf(0)).toEqual([['mp3'], ['mp3']])
  expect(await saysOf(1)).toEqual([undefined, undefined])
})
