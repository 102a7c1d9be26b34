// Songs of imports before those of one channel were noted (H-576).
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createMp3Encoder } from 'wasm-media-encoders'
import { id3 } from '#tests/fixtures/import/make.ts'
import { listening, openDatabase } from '#tests/support/database.ts'
import type { CatalogueRelease } from '../../catalogue/contract.ts'
import type { Context } from '../../context.ts'
import { demoCatalogue } from '../../demo/catalogue/catalogue.ts'
import { createQuiet } from '../../http/quiet.ts'
import { createFolderStore } from '../../media/objects/folderStore.ts'
import type { ObjectStore } from '../../media/objects/objectStore.ts'
import { MediaError } from '../../media/protocol.ts'
import { noteMono } from '../../starting.ts'
import { readMeta } from '../meta.ts'
import type { Schema } from '../schema.ts'
import { insertReleases, replaceRelease } from './writeCatalogue.ts'

const LOUDNESS = { integrated: -14, range: 5, truePeak: -1, head: 0, tail: 0 }
const SONGS = ['barred', 'gone', 'mono', 'stereo', 'tagged'] as const

let db: Kysely<Schema>
let folder: string
let barred: Buffer
let release: CatalogueRelease
const asked: string[] = []
const failures: unknown[] = []

async function mp3(channels: 1 | 2): Promise<Buffer> {
  const encoder = await createMp3Encoder()
  encoder.configure({ sampleRate: 44_100, channels, bitrate: 192 })
  const plane = Float32Array.from({ length: 44_100 }, (_, at) => 0.5 * Math.sin(at / 20))
  const planes = channels === 1 ? ([plane] as const) : ([plane, plane] as const)
  return Buffer.concat([id3({ TIT2: 'Any' }), Uint8Array.from(encoder.encode(planes as never)), Uint8Array.from(encoder.finalize())]) // biome-ignore format: one line
}

beforeAll(async () => {
  db = await openDatabase()
  folder = await mkdtemp(join(tmpdir(), 'mono-'))
  await mkdir(join(folder, 'imported'))
  const tagged = await mp3(1)
  // Its tag says it is longer than the file.
  tagged.write('\x01', 6, 'latin1')
  const files = { barred: await mp3(1), mono: await mp3(1), stereo: await mp3(2), gone: await mp3(1), tagged }
  for (const name of ['mono', 'stereo', 'tagged'] as const)
    await writeFile(join(folder, 'imported', `${name}.mp3`), files[name])
  const [pattern] = [...demoCatalogue('small')].filter(({ access }) => access === 'open') as [CatalogueRelease]
  const [song] = pattern.songs
  barred = files.barred
  // What cannot be read, whoever asks.
  await mkdir(join(folder, 'imported', 'barred.mp3'))
  release = {
    ...pattern,
    songs: SONGS.map((name, at) => ({
      ...song!,
      trackid: name,
      ordinal: at + 1,
      loudness: LOUDNESS,
      source: {
        kind: 'file' as const,
        files: { mp3: { path: `imported/${name}.mp3`, bytes: files[name].length, sha256: '', crc32: 0 } },
      },
    })),
  }
}, 60_000)
afterAll(async () => {
  await db.destroy()
  await rm(folder, { recursive: true })
})

/** @param isDown nobody gives the files */
function noting(isDown = false, within = db) {
  const store = createFolderStore(folder)
  const mediaStore: ObjectStore = {
    ...store,
    read: async (path, start, end) => {
      asked.push(path)
      if (isDown) throw new MediaError('STORE_DOWN', 'down')
      return store.read(path, start, end)
    },
  }
  const log = { error: (_: string, error: unknown) => failures.push(error) }
  return noteMono({ db: within, mediaStore, log } as unknown as Context, createQuiet())
}
const noted = async () => {
  const rows = await db.selectFrom('tracks').select(['trackid', 'meta']).execute()
  return rows
    .filter(({ meta }) => (meta as { loudness?: { mono?: true } }).loudness?.mono)
    .map(({ trackid }) => trackid)
    .sort()
}
const isDone = async () => (await readMeta(db, 'mono_noted')) !== null

it('H-576: where nothing was imported no song is looked through, and nothing counts as looked at', async () => {
  const questions: string[] = []
  const asking = noting(
    false,
    listening(db, (question) => questions.push(question)),
  )
  await expect.poll(() => questions.some((question) => question.includes('releases')), { timeout: 30_000 }).toBe(true)
  asking.stop()
  expect([questions.some((question) => question.includes('tracks')), await isDone()]).toEqual([false, false])
  await insertReleases(db, [release])
})

it('H-576: where the media store does not answer nothing counts as looked at', async () => {
  const one = noting(true)
  await expect.poll(() => failures.length, { timeout: 30_000 }).toBe(1)
  one.stop()
  expect([await noted(), await isDone()]).toEqual([[], false])
})

it('H-576: songs of one channel are noted, and one whose file is gone or cannot be read holds up nothing', async () => {
  failures.length = 0
  const one = noting()
  await expect.poll(noted, { timeout: 30_000 }).toEqual(['mono', 'tagged'])
  one.stop()
  expect(failures).toMatchObject([{ code: 'EISDIR' }])
})

it('H-576: what could not be read is looked at again at the next start, and then nothing any more', async () => {
  failures.length = 0
  const path = join(folder, 'imported', 'barred.mp3')
  await rm(path, { recursive: true })
  await writeFile(path, barred)
  noting()
  await expect.poll(isDone, { timeout: 30_000 }).toBe(true)
  expect(await noted()).toEqual(['barred', 'mono', 'tagged'])
  expect(failures).toEqual([])
  asked.length = 0
  const again = noting()
  await new Promise((done) => setTimeout(done, 50))
  again.stop()
  expect(asked).toEqual([])
})

it('H-576: a release that is imported again by what was measured then keeps the note', async () => {
  await replaceRelease(db, { ...release, title: 'Another' })
  expect(await noted()).toEqual(['barred', 'mono', 'tagged'])
})
