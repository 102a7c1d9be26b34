// What the filters offer in a database that no list was put into, as an import leaves it.
import type { Kysely } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { listening, openDatabase } from '#tests/support/database.ts'
import type { CatalogueRelease } from '../../catalogue/contract.ts'
import { demoCatalogue } from '../../demo/catalogue/catalogue.ts'
import type { Schema } from '../schema.ts'
import { logoAddress } from './addresses.ts'
import { withNames } from './choices.ts'
import { createCatalogue } from './readCatalogue.ts'
import { listReleases, ReleaseQuery } from './releaseList.ts'
import { insertReleases, replaceRelease } from './writeCatalogue.ts'

let db: Kysely<Schema>
const asked: string[] = []
beforeAll(async () => {
  const opened = await openDatabase()
  db = listening(opened, (question) => asked.push(question))
  await insertReleases(db, [
    made('one', ['Hip-Hop', 'Jazz'], 'Radio Edit'),
    made('two', ['hip hop', 'JAZZ'], 'radio edit'),
    made('three', ['Hip-Hop', ','], 'Quay Remix'),
    made('four', [], 'Live'),
    { ...made('hidden', ['Polka'], 'Hook'), access: 'withdrawn' },
  ])
}, 60_000)
afterAll(() => db.destroy())

const [pattern] = [...demoCatalogue('small')].filter((release) => release.access === 'open') as [CatalogueRelease]
const made = (releaseid: string, genres: string[], version: string): CatalogueRelease => ({
  ...pattern,
  releaseid,
  title: releaseid,
  genres,
  songs: pattern.songs.slice(0, 1).map((song) => ({ ...song, trackid: `t-${releaseid}`, releaseid, version })),
  access: 'open',
})
const found = async (query: object) =>
  (await listReleases(db, ReleaseQuery.parse({ sort: 'title', ...query }), 'p1', 0)).releases.map(
    (one) => one.releaseid,
  )
const genres = async () => (await createCatalogue(db).options()).genres

it('H-463: genres are those of open releases, one for all spellings, named as most have it', async () => {
  expect(await genres()).toEqual([
    { id: 'hip-hop', name: 'Hip-Hop' },
    { id: 'jazz', name: 'JAZZ' },
  ])
  expect(await found({ genres: 'hip-hop' })).toEqual(['one', 'three', 'two'])
  for (const asking of [{ genres: 'jazz' }, { genres: 'Jazz' }, { genre: 'jAzZ' }])
    expect(await found(asking)).toEqual(['one', 'two'])
  expect(await found({ genres: 'polka' })).toEqual([])
})

it('H-463: a listed version finds what songs call so, Other what is none of the list', async () => {
  expect(await found({ versions: 'radio-edit' })).toEqual(['one', 'two'])
  expect(await found({ versions: 'remix' })).toEqual(['three'])
  expect(await found({ versions: 'other' })).toEqual(['four'])
  expect(await found({ version: 'live' })).toEqual(['four'])
  expect(await found({ versions: 'hook' })).toEqual([])
})

it('H-463: a release that comes, changes or is withdrawn changes what is offered; nothing is counted between', async () => {
  const counts = () => asked.filter((question) => question.includes('unnest')).length
  const before = counts()
  await genres()
  await found({ genres: 'jazz' })
  expect(counts()).toBe(before)
  await insertReleases(db, [made('five', ['Jazz'], '')])
  // Two and one.
  expect(await genres()).toContainEqual({ id: 'jazz', name: 'Jazz' })
  expect(counts()).toBeGreaterThan(before)
  // What says the same again costs nobody a count.
  await insertReleases(db, [made('five', ['Jazz'], '')])
  await replaceRelease(db, { ...made('five', ['Jazz'], ''), title: 'fifth' })
  const after = counts()
  await genres()
  expect(counts()).toBe(after)
  await replaceRelease(db, made('five', ['Salsa'], ''))
  expect(await genres()).toContainEqual({ id: 'salsa', name: 'Salsa' })
  await replaceRelease(db, { ...made('five', ['Salsa'], ''), access: 'withdrawn' })
  expect(await genres()).not.toContainEqual({ id: 'salsa', name: 'Salsa' })
})

it('H-463: a genre of a list that came with the catalogue takes in its spellings', async () => {
  await db.insertInto('options').values({ kind: 'genres', id: 'rnb', name: 'R&B', icon: null, place: 0 }).execute()
  await insertReleases(db, [made('six', ['r & b'], ''), made('seven', ['RnB'], ''), made('eight', ['R&B'], '')])
  expect((await genres()).filter(({ id }) => id.startsWith('r'))).toEqual([{ id: 'rnb', name: 'R&B' }])
  expect(await found({ genres: 'rnb' })).toEqual(['eight', 'seven', 'six'])
  expect(await withNames(db, 'genres', ['no-such'])).toEqual(['no-such'])
})

it('H-463: many spellings of one choice are looked up for each release, not held against each of its own', async () => {
  const spelled = Array.from({ length: 60 }, (_, n) => made(`many-${n}`, ['Dub'], `Nr ${n} Dub Remix`))
  await insertReleases(db, spelled)
  asked.length = 0
  const remixes = await found({ versions: 'remix', genres: 'dub', pagesize: '100' })
  expect(new Set(remixes)).toEqual(new Set(spelled.map(({ releaseid }) => releaseid)))
  expect(asked.some((question) => question.includes('exists (select from unnest('))).toBe(true)
  expect(await found({ versions: 'remix', genres: 'hip-hop' })).toEqual(['three'])
})

it('H-617: what is asked for is folded, and not each choice and spelling anew', async () => {
  await found({ genres: 'dub' })
  const folded = vi.spyOn(String.prototype, 'toLowerCase')
  try {
    expect(await withNames(db, 'versions', ['no-such', 'NR 7 dub remix'])).toEqual([
      'no-such',
      'NR 7 dub remix',
      'Nr 7 Dub Remix',
    ])
    expect(await withNames(db, 'genres', ['no-such', 'DUB'])).toEqual(['no-such', 'DUB', 'Dub'])
    const names = folded.mock.contexts.map(String)
    expect(names.filter((name) => name === 'no-such')).toHaveLength(2)
    expect(names.filter((name) => /Dub/.test(name))).toEqual([])
  } finally {
    folded.mockRestore()
  }
})

it('H-617: a version that is none of the list is asked for by any spelling of its own name', async () => {
  expect(await found({ version: 'quay REMIX' })).toEqual(['three'])
  expect(await found({ versions: 'hip-hop,live' })).toEqual(['four'])
})

it('API-REL-005: labels are those of open releases, each spelling one; nothing is read between', async () => {
  const labelled = (releaseid: string, ...labels: CatalogueRelease['labels']) => ({
    ...made(releaseid, [], ''),
    labels,
  })
  const { logos } = createCatalogue(db)
  const of = async (name: string) => (await logos()).filter((label) => label.name.toLowerCase() === name)
  await insertReleases(db, [
    labelled('of-quay', { name: 'Quay' }),
    labelled('of-other', { name: 'quay', logo: '/q.png' }),
  ])
  expect(await of('quay')).toEqual([
    { name: 'Quay', logo: logoAddress('Quay') },
    { name: 'quay', logo: '/q.png' },
  ])
  const counts = () => asked.filter((question) => question.includes('jsonb_array_elements(labels)')).length
  const before = counts()
  await Promise.all([logos(), logos()])
  expect(counts()).toBe(before)
  await replaceRelease(db, labelled('of-quay', { name: 'Quay', logo: '/own.png' }))
  expect(await of('quay')).toContainEqual({ name: 'Quay', logo: '/own.png' })
  await replaceRelease(db, { ...labelled('of-other', { name: 'quay' }), access: 'withdrawn' })
  expect(await of('quay')).toHaveLength(1)
})
