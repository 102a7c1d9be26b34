import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type BuiltWorker, buildWorker } from '#tests/support/mediaThread.ts'
import { SYNTH_GENERATOR } from '../demo/music/synth.ts'
import { wavBytes } from './codecs/wav.ts'
import { type Making, Makings, type Wanted } from './making.ts'
import { FileCache } from './objects/cache.ts'
import { createFolderStore } from './objects/folderStore.ts'
import { FullDisk } from './objects/fullDisk.ts'
import { Threads } from './threads/threads.ts'

let root: string
let worker: BuiltWorker
let threads: Threads
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'making-'))
  worker = await buildWorker()
  threads = new Threads(1, worker.url, false)
}, 60_000)
afterEach(async () => {
  await threads.close()
  await worker.remove()
  await rm(root, { recursive: true, force: true })
})

const shape = { sampleRate: 44100, bits: 16, channels: 2 } as const
const WANTED: Wanted = {
  source: { kind: 'synth', seed: 'pop.a', generator: SYNTH_GENERATOR, seconds: 1, ...shape },
  format: 'wav',
  key: 'a',
  name: 'a.wav',
  bytes: wavBytes({ ...shape, frames: 44100 }),
  contentType: 'audio/wav',
  etag: '"a"',
  sha256: null,
}

it('H-356: who wants what was just given up, as nobody waited while room was made, has it made', async () => {
  const store = createFolderStore(root)
  await mkdir(join(root, 'cache'))
  await writeFile(join(root, 'cache', 'old.wav'), 'old')
  const cache = new FileCache(store, 'cache/', 1e9)
  await cache.open()
  const disk = new FullDisk()
  disk.join(cache)
  // The first finds no room, as a full disk says it.
  let tries = 0
  const short = Object.create(threads) as Threads
  short.run = (...given) => {
    if (++tries > 1) return threads.run(...given)
    const finished = Promise.reject(Object.assign(new Error('no room'), { code: 'ENOSPC' }))
    return { finished, hurry: () => {}, drop: () => false }
  }
  const makings = new Makings({
    store, cache, disk, threads: short, scratch: join(root, 'cache'),
    ledger: { get: async () => null, put: async () => {} },
  }) // biome-ignore format: one record
  let second: Making | undefined
  const giveWay = cache.giveWay.bind(cache)
  cache.giveWay = async (bytes) => {
    const free = await giveWay(bytes)
    // As soon as the first is over.
    setImmediate(() => {
      second = makings.make(WANTED, 0, 'ben')
    })
    return free
  }
  const first = makings.make(WANTED, 0, 'anna')
  makings.leave(WANTED, first)
  await expect(first.finished).rejects.toThrow('full')
  await expect.poll(() => second).toBeDefined()
  expect((await second!.finished).bytes).toBe(WANTED.bytes)
})
