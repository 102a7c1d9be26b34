import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase } from '#tests/support/database.ts'
import { SYNTH_GENERATOR } from '../demo/music/synth.ts'
import type { MediaLibrary, TrackSource } from '../media/contract.ts'
import { createMediaLibrary } from '../media/library.ts'
import { createFolderStore } from '../media/objects/folderStore.ts'
import { type BuiltWorker, buildWorker } from '../media/threads/testThreads.ts'
import { createMediaLedger } from '../store/catalogue/mediaLedger.ts'
import type { Schema } from '../store/schema.ts'
import { createQueue } from './queue.ts'
import { type JobRunner, runJobs } from './runner.ts'
import { mediaHome, queuedMedia, transcodeHandler, transcodeKind } from './transcode.ts'

const song = (seed: string): TrackSource => ({
  kind: 'synth', seed: `pop.${seed}`, generator: SYNTH_GENERATOR, seconds: 2, sampleRate: 44100, bits: 16, channels: 2,
}) // biome-ignore format: one record

let db: Kysely<Schema>
let worker: BuiltWorker
let folder: string
let library: MediaLibrary
beforeAll(async () => {
  db = await openDatabase()
  worker = await buildWorker()
  folder = await mkdtemp(join(tmpdir(), 'transcode-'))
  library = createMediaLibrary({
    store: createFolderStore(folder),
    scratch: join(folder, 'cache'),
    capBytes: 1e9,
    ledger: createMediaLedger(db),
    threads: 2,
    workerUrl: worker.url,
  })
}, 120_000)
afterAll(async () => {
  await library.close()
  await db.destroy()
  await worker.remove()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(() => sql`truncate jobs cascade`.execute(db))

const jobs = () => db.selectFrom('jobs').selectAll().execute()

describe('what a download has to make', () => {
  /** A server of this folder: asks by the queue, and works on it. */
  function server(owner: string, errors: unknown[] = []) {
    const queue = createQueue(db, owner)
    const home = mediaHome(folder)
    let runner: JobRunner | null = null
    const media = queuedMedia(library, queue, home, () => runner?.kick())
    runner = runJobs({
      queue,
      handlers: { [transcodeKind(home)]: transcodeHandler(library) },
      parallel: 2,
      patience: { attempts: 2, waitS: 0.05 },
      onError: (error) => errors.push(error),
    })
    return { media, stop: () => runner?.stop() }
  }

  it('is one job for all who ask for it, at whichever server of the folder, and none once it lies there', async () => {
    const [a, b] = [server('a'), server('b')]
    const heard: number[] = []
    try {
      const files = await Promise.all([
        a.media.ensure('t', song('one'), 'mp3', (percent) => heard.push(percent)),
        a.media.ensure('t', song('one'), 'mp3'),
        b.media.ensure('t', song('one'), 'mp3'),
      ])
      expect(new Set(files.map(({ sha256 }) => sha256)).size).toBe(1)
      expect((await readFile(join(folder, files[0].path))).length).toBe(files[0].bytes)
      expect(heard.at(-1)).toBe(100)
      expect(await jobs()).toMatchObject([{ state: 'done', attempts: 1, kind: transcodeKind(mediaHome(folder)) }])
      const [before] = await jobs()
      for (const file of files) file.done()
      ;(await b.media.ensure('t', song('one'), 'mp3')).done()
      expect(await jobs()).toEqual([before])
    } finally {
      await Promise.all([a.stop(), b.stop()])
    }
  })

  it('says why it could not be made, after another try', async () => {
    const errors: unknown[] = []
    const { media, stop } = server('a', errors)
    try {
      const broken: TrackSource = { ...song('broken'), generator: 999_999 } as TrackSource
      await expect(media.ensure('t', broken, 'wav')).rejects.toThrow()
      expect(errors).toHaveLength(2)
      expect(await jobs()).toMatchObject([{ state: 'failed', attempts: 2 }])
    } finally {
      await stop()
    }
  })

  it('is left alone by servers of another folder', async () => {
    const queue = createQueue(db, 'a')
    const job = await queue.start(transcodeKind('here'), 'k', {}, () => true)
    expect(await createQueue(db, 'b').take([transcodeKind('there')])).toBeUndefined()
    expect((await createQueue(db, 'b').take([transcodeKind('here')]))?.id).toBe(job.id)
  })
})
