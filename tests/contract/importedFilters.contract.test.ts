// The filters of a gallery that has an import alone: no demo put a list into this server.
// @module-tag long
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Options, ReleaseList } from '#core/model/catalogue/release.ts'
import { EMPTY_QUERY, queryIdOf, toggleOption } from '#core/model/catalogue/releaseQuery.ts'
import { createPglite } from '#server/store/database/pgliteRunner.ts'
import { id3, riffChunk, tone, wav } from '#tests/fixtures/import/make.ts'
import { call, expectJson, signIn } from './http.ts'
import { runCommand, type StartedServer, startServer } from './server.ts'

const SONGS = [
  { TIT2: 'Quay (Radio Edit)', TALB: 'Quay', TCON: 'Jazz' },
  { TIT2: 'Harbour (CLUB MIX) [Explicit]', TALB: 'Harbour', TCON: 'JAZZ' },
  { TIT2: 'Tide (Live)', TALB: 'Tide', TCON: 'Drum & Bass' },
]

let folder: string
let server: StartedServer
let access: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'player-filters-'))
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'player-'))
  for (const [n, words] of SONGS.entries())
    await writeFile(join(folder, `${n}.wav`), wav(tone(44_100, 16, 2, 22_050, n + 1), riffChunk('id3 ', id3({ TPE1: 'Ada Moss', ...words })))) // biome-ignore format: one line
  expect(await runCommand('import', [folder], { DATA_DIR })).toMatchObject({ code: 0, stderr: '' })
  // The accounts of the demo are wanted, its catalogue is not.
  const database = await createPglite(join(DATA_DIR, 'db'))
  await database.query("insert into meta (name, value) values ('catalogue', 'small')")
  await database.close()
  server = await startServer({ env: { DATA_DIR }, args: [] })
  access = (await signIn(server.url)).access
}, 240_000)
afterAll(async () => {
  await server?.stop()
  await rm(folder, { recursive: true, force: true })
})

const options = () => expectJson(Options, call(server.url, '/options', { token: access }))
const listed = async (query: string) =>
  (await expectJson(ReleaseList, call(server.url, `/releases?${query}`, { token: access }))).releases
    .map(({ title }) => title)
    .sort()

it('FILTER-002, FILTER-005, FILTER-006, FILTER-020, FILTER-021: every list that an import has something of offers it, and choosing it finds it', async () => {
  const { genres, versions, release_types } = await options()
  expect(genres.map(({ id }) => id)).toEqual(['drum-bass', 'jazz'])
  expect(versions).toHaveLength(13)
  expect(release_types.map(({ id }) => id)).toEqual(['album', 'ep', 'single'])
  const choose = (group: 'genres' | 'versions' | 'releaseTypes', id: string) =>
    listed(queryIdOf(toggleOption(EMPTY_QUERY, group, id)))
  expect(await choose('genres', 'jazz')).toEqual(['Harbour', 'Quay'])
  expect(await choose('genres', 'drum-bass')).toEqual(['Tide'])
  expect(await choose('versions', 'radio-edit')).toEqual(['Quay'])
  expect(await choose('versions', 'club-mix')).toEqual(['Harbour'])
  expect(await choose('versions', 'other')).toEqual(['Tide'])
  expect(await choose('versions', 'explicit')).toEqual(['Harbour'])
  expect(await choose('releaseTypes', 'single')).toEqual(['Harbour', 'Quay', 'Tide'])
})

it('H-463: what is imported beside the running server is offered at once', async () => {
  await writeFile(join(folder, 'new.wav'), wav(tone(44_100, 16, 2, 22_050, 9), riffChunk('id3 ', id3({ TPE1: 'Ada Moss', TIT2: 'Buoy', TALB: 'Buoy', TCON: 'Salsa' })))) // biome-ignore format: one line
  expect(await runCommand('import', [folder], { DATA_DIR: server.dataDir })).toMatchObject({ code: 0 })
  expect((await options()).genres).toContainEqual({ id: 'salsa', name: 'Salsa' })
  expect(await listed('genres=salsa')).toEqual(['Buoy'])
})
