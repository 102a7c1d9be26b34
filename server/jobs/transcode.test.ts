import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase } from '#tests/support/database.ts'
import { type BuiltWorker, buildWorker } from '#tests/support/mediaThread.ts'
import { SYNTH_GENERATOR } from '../demo/music/synth.ts'
import type { MediaLibrary, TrackSource } from '../media/contract.ts'
import { createMediaLibrary } from '../media/library.ts'
import { createFolderStore } from '../media/objects/folderStore.ts'
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

  it('is one job for all who ask for it, at whichever server of the folder, and none once it lies there', {
    tags: ['long'],
  }, async () => {
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

  it('H-315: takes turns: the hundred songs of one player do not hold up the one of another', async () => {
    const [queue, home] = [createQueue(db, 'a'), mediaHome(folder)]
    const media = queuedMedia(library, queue, home, () => {})
    const left = new AbortController()
    const wait = (seed: string, by: string) =>
      media.ensure('t', song(seed), 'mp3', undefined, 'download', { by, signal: left.signal }).catch(() => {})
    for (let n = 0; n < 5; n++) {
      void wait(`anna${n}`, 'anna')
      await expect.poll(async () => (await jobs()).length).toBe(n + 1)
    }
    void wait('bert', 'bert')
    await expect.poll(async () => (await jobs()).length).toBe(6)
    const order: (string | null)[] = []
    for (let n = 0; n < 3; n++) order.push((await queue.take([transcodeKind(home)]))?.asked_by ?? null)
    expect(order).toEqual(['anna', 'bert', 'anna'])
    left.abort(new Error('left'))
  })

  it('H-316: is dropped when all who wait for it have left before it was begun, and not when one is still there', async () => {
    const [queue, home] = [createQueue(db, 'a'), mediaHome(folder)]
    const media = queuedMedia(library, queue, home, () => {})
    const [one, two] = [new AbortController(), new AbortController()]
    const wait = (seed: string, { signal }: AbortController) =>
      media.ensure('t', song(seed), 'mp3', undefined, 'download', { by: 'anna', signal })
    const both = [wait('shared', one), wait('shared', two)]
    const alone = wait('begun', one)
    for (const gone of [...both, alone]) gone.catch(() => {})
    await expect.poll(async () => (await jobs()).length).toBe(2)
    await sql`update jobs set state = 'working' where payload->'source'->>'seed' = 'pop.begun'`.execute(db)

    one.abort(new Error('left'))
    await expect(alone).rejects.toThrow('left')
    await expect(both[0]).rejects.toThrow('left')
    expect((await jobs()).map(({ state }) => state).sort()).toEqual(['queued', 'working'])
    two.abort(new Error('left'))
    await expect(both[1]).rejects.toThrow('left')
    expect((await jobs()).map(({ state }) => state)).toEqual(['working'])
  })

  it('H-316: is asked for again by who still waits at another server of the folder', async () => {
    const [a, b] = [server('a'), server('b')]
    await Promise.all([a.stop(), b.stop()])
    const [here, there] = [new AbortController(), new AbortController()]
    let looks = 0
    const wait = ({ media }: typeof a, { signal }: AbortController, onLook?: () => void) =>
      media.ensure('t', song('elsewhere'), 'mp3', onLook, 'download', { by: 'anna', signal })
    const left = wait(a, here)
    left.catch(() => {})
    await expect.poll(async () => (await jobs()).length).toBe(1)
    const [first] = await jobs()
    const stays = wait(b, there, () => (looks += 1))
    stays.catch(() => {})
    await expect.poll(() => looks).toBeGreaterThan(0)
    here.abort(new Error('left'))
    await expect(left).rejects.toThrow('left')
    await expect.poll(async () => (await jobs())[0]?.id).not.toBe(first?.id)
    await expect.poll(async () => (await jobs())[0]?.state).toBe('queued')
    // No place in the line is lost by it.
    expect((await jobs())[0]?.run_after).toEqual(first?.run_after)
    there.abort(new Error('left'))
    await expect(stays).rejects.toThrow('left')
  })

  it('says why it could not be made, after another try', { tags: ['long'] }, async () => {
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
