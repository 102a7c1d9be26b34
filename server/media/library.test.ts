import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { disk } from '#tests/support/disk.ts'
import { type BuiltWorker, buildWorker } from '#tests/support/mediaThread.ts'
import { SYNTH_GENERATOR } from '../demo/music/synth.ts'
import type { MediaFile, MediaLedger, MediaLibrary, TrackSource } from './contract.ts'
import { createMediaLibrary } from './library.ts'
import { createFolderStore } from './objects/folderStore.ts'
import { scratchName } from './objects/scratch.ts'

const song = (name: string, seconds = 2): TrackSource => ({
  kind: 'synth', seed: `pop.${name}`, generator: SYNTH_GENERATOR, seconds, sampleRate: 44100, bits: 16, channels: 2,
}) // biome-ignore format: one record

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const read = async (stream: Readable): Promise<Buffer> => Buffer.concat(await stream.toArray())

let worker: BuiltWorker
let mediaRoot: string
let entries: Map<string, { bytes: number; sha256: string; crc32: number }>
let ledger: MediaLedger
const opened: MediaLibrary[] = []

const library = (capBytes = 1e9): MediaLibrary => {
  const made = createMediaLibrary({
    store: createFolderStore(mediaRoot),
    scratch: join(mediaRoot, 'cache'),
    capBytes,
    ledger,
    threads: 2,
    workerUrl: worker.url,
  })
  opened.push(made)
  return made
}
const cached = async () => (await readdir(join(mediaRoot, 'cache'))).sort()

beforeAll(async () => {
  worker = await buildWorker()
}, 60_000)
afterAll(() => worker.remove())
beforeEach(async () => {
  mediaRoot = await mkdtemp(join(tmpdir(), 'media-'))
  entries = new Map()
  ledger = {
    get: async (key) => entries.get(key) ?? null,
    put: async (key, value) => void entries.set(key, value),
  }
})
afterEach(async () => {
  await Promise.all(opened.splice(0).map((each) => each.close()))
  await rm(mediaRoot, { recursive: true, force: true })
})

describe('the media library', () => {
  it('describes a file without making it, as the file then is', { tags: ['long'] }, async () => {
    const media = library()
    for (const format of ['wav', 'mp3'] as const) {
      const told = await media.describe('t', song('a'), format)
      expect(told?.sha256).toBeNull()
      const file = await media.ensure('t', song('a'), format)
      const bytes = await readFile(join(mediaRoot, file.path))
      expect([told?.bytes, told?.etag, told?.contentType]).toEqual([bytes.length, file.etag, file.contentType])
      expect(file.sha256).toBe(sha256(bytes))
      expect((await media.describe('t', song('a'), format))?.sha256).toBe(file.sha256)
      file.done()
    }
    expect(await media.describe('t', song('a'), 'mp4')).toBeNull()
    await expect(media.ensure('t', song('a'), 'mp4')).rejects.toThrow('not available as mp4')
  })

  it('has a strong validator that differs from file to file and not from library to library', async () => {
    const tag = async (media: MediaLibrary, name: string, format: 'wav' | 'mp3') =>
      (await media.describe('t', song(name), format))?.etag
    const first = library()
    expect(await tag(first, 'a', 'wav')).toMatch(/^"[a-z0-9]+"$/)
    expect(await tag(first, 'a', 'wav')).toBe(await tag(library(), 'a', 'wav'))
    expect(await tag(first, 'a', 'wav')).not.toBe(await tag(first, 'a', 'mp3'))
    expect(await tag(first, 'a', 'wav')).not.toBe(await tag(first, 'b', 'wav'))
  })

  it('makes a file once for all who ask meanwhile, and reports rising percents that end at 100', {
    tags: ['long'],
  }, async () => {
    const media = library()
    const percents: number[] = []
    const [a, b] = await Promise.all([
      media.ensure('t', song('joined', 40), 'wav', (percent) => percents.push(percent)),
      media.ensure('t', song('joined', 40), 'wav'),
    ])
    expect(a.path).toBe(b.path)
    expect(await cached()).toHaveLength(1)
    expect([...percents].sort((x, y) => x - y)).toEqual(percents)
    expect(percents.length).toBeGreaterThan(2)
    expect(percents.at(-1)).toBe(100)
  })

  it('streams any range while the file is being made, byte for byte the finished file', {
    tags: ['long'],
  }, async () => {
    const media = library()
    const source = song('growing', 60)
    const total = (await media.describe('t', source, 'mp3'))?.bytes ?? 0
    const ranges = [
      [0, total - 1],
      [0, 0],
      [total - 1, total - 1],
      [Math.floor(total * 0.6), Math.floor(total * 0.9)],
    ] as const
    const streams = await Promise.all(ranges.map(([start, end]) => media.stream('t', source, 'mp3', start, end)))
    const got = await Promise.all(streams.map(read))
    const file = await media.ensure('t', source, 'mp3')
    const whole = await readFile(join(mediaRoot, file.path))
    ranges.forEach(([start, end], i) => {
      expect(got[i]?.equals(whole.subarray(start, end + 1))).toBe(true)
    })
    expect((await read(await media.stream('t', source, 'mp3', 100, 199))).equals(whole.subarray(100, 200))).toBe(true)
    await expect(media.stream('t', source, 'mp3', 0, total)).rejects.toThrow(RangeError)
  })

  it('sends the first bytes long before the file is finished', async () => {
    const media = library()
    const source = song('first', 240)
    const stream = await media.stream('t', source, 'mp3', 0, 65_535)
    expect(await read(stream)).toHaveLength(65_536)
    expect(entries.size).toBe(0)
  })

  it('H-355: streams in turns: the many songs of one player do not stand before the one of another', {
    tags: ['long'],
  }, async () => {
    const media = library()
    const order: string[] = []
    const listen = async (by: string, name: string) => {
      const stream = await media.stream('t', song(name), 'mp3', 0, 99, { by })
      await read(stream)
      order.push(by)
    }
    const anna = Array.from({ length: 8 }, (_, n) => listen('anna', `anna ${n}`))
    await Promise.all([...anna, listen('bert', 'bert')])
    // Two threads: his may be the third that is begun.
    expect(order.indexOf('bert')).toBeLessThan(5)
  })

  it('H-567: does not make what was skipped before it was begun, unless another listens to it', {
    tags: ['long'],
  }, async () => {
    const media = library()
    const busy: Promise<MediaFile>[] = []
    const begun = [1, 2].map(
      (n) =>
        new Promise<void>((on) => busy.push(media.ensure('t', song(`busy ${n}`, 240), 'wav', () => on(), 'stream'))),
    )
    await Promise.all(begun)
    const [left, leaves] = [new AbortController(), new AbortController()]
    const listen = (name: string, signal?: AbortSignal) =>
      media.stream('t', song(name), 'mp3', 0, 99, { by: 'anna', ...(signal && { signal }) })
    left.abort(new Error('left'))
    const gone = await Promise.all([
      ...['skipped 1', 'skipped 2', 'shared', 'again'].map((name) => listen(name, leaves.signal)),
      listen('late', left.signal),
    ])
    const stays = await listen('shared')
    leaves.abort(new Error('left'))
    const again = await listen('again')
    for (const [n, stream] of gone.entries()) {
      // The third is made for the other.
      if (n === 2) expect(await read(stream)).toHaveLength(100)
      else await expect(read(stream)).rejects.toThrow('nobody waits')
    }
    for (const stream of [stays, again]) expect(await read(stream)).toHaveLength(100)
    for (const file of await Promise.all(busy)) file.done()
    // Whatever waited in the line was begun before this one.
    const last = await media.ensure('t', song('last', 40), 'wav')
    last.done()
    await expect.poll(() => entries.size).toBe(5)
  })

  it('lets the least recently used go beyond the cap, never a file in use, and makes it again byte for byte', async () => {
    const size = (await library().describe('t', song('x'), 'wav'))?.bytes ?? 0
    const media = library(size * 2.5)
    const first = await media.ensure('t', song('one'), 'wav')
    const held = await media.ensure('t', song('two'), 'wav')
    first.done()
    const third = await media.ensure('t', song('three'), 'wav')
    expect(new Set(await cached())).toEqual(new Set([held, third].map((file) => file.path.split('/').at(-1))))
    third.done()
    const again = await media.ensure('t', song('one'), 'wav')
    expect(again.sha256).toBe(first.sha256)
    expect(sha256(await readFile(join(mediaRoot, again.path)))).toBe(first.sha256)
    expect(await cached()).toContain(held.path.split('/').at(-1))
  })

  it('H-356: on a full disk what nobody reads goes for what is wanted, and where nothing is left to go that is said', {
    tags: ['long'],
    timeout: 60_000,
  }, async ({ skip }) => {
    const small = disk(mediaRoot, 20_000_000)
    if (!small) return skip('no disk can be made here')
    try {
      await mkdir(join(mediaRoot, 'cache'))
      for (const name of ['one', 'two', 'three'])
        await writeFile(join(mediaRoot, 'cache', name), Buffer.alloc(5_000_000))
      const media = library()
      const held = await media.ensure('t', song('held'), 'wav')
      const source = song('wanted', 60)
      const total = (await media.describe('t', source, 'wav'))?.bytes ?? 0
      // Who listens has the file open that there is no room for, and goes on in the next.
      const heard = await read(await media.stream('t', source, 'wav', 0, total - 1))
      const file = await media.ensure('t', source, 'wav')
      expect(sha256(heard)).toBe(file.sha256)
      expect(new Set(await cached())).toEqual(new Set([held, file].map(({ path }) => path.split('/').at(-1))))
      await expect(media.ensure('t', song('too long', 90), 'wav')).rejects.toMatchObject({ code: 'ENOSPC' })
      expect(sha256(await readFile(join(mediaRoot, held.path)))).toBe(held.sha256)
      await media.close()
    } finally {
      small.remove()
    }
  })

  it('serves nothing when a track made again is not what it was', async () => {
    const media = library(1)
    const file = await media.ensure('t', song('changed'), 'wav')
    file.done()
    for (const [key, value] of entries) entries.set(key, { ...value, sha256: '0'.repeat(64) })
    await rm(join(mediaRoot, file.path), { force: true })
    await expect(media.ensure('t', song('changed'), 'wav')).rejects.toThrow('other bytes')
    expect(await cached()).toEqual([])
  })

  it('makes a file again that was cut short on the disk, and removes what a crash left', {
    tags: ['long'],
  }, async () => {
    const file = await library().ensure('t', song('cut'), 'wav')
    file.done()
    await writeFile(join(mediaRoot, file.path), 'short')
    const gone = spawnSync(process.execPath, ['-e', '']).pid
    const left = scratchName('left').replace(`-${process.pid}-`, `-${gone}-`)
    await writeFile(join(mediaRoot, 'cache', left), 'half')
    const again = await library().ensure('t', song('cut'), 'wav')
    expect(sha256(await readFile(join(mediaRoot, again.path)))).toBe(file.sha256)
    expect(await cached()).toEqual([file.path.split('/').at(-1)])
  })

  it('rejects file and stream when the cache folder cannot be written', async () => {
    const media = library()
    await media.describe('t', song('a'), 'wav')
    await (await media.ensure('t', song('a'), 'wav')).done()
    await rm(join(mediaRoot, 'cache'), { recursive: true })
    await writeFile(join(mediaRoot, 'cache'), 'a file where the folder was')
    await expect(media.ensure('t', song('b'), 'wav')).rejects.toThrow()
    await expect(media.stream('t', song('c'), 'mp3', 0, 99).then(read)).rejects.toThrow()
  })

  it('ends what waits when it is closed', async () => {
    const media = library()
    const waiting = media.ensure('t', song('endless', 3000), 'wav')
    waiting.catch(() => {})
    await media.close()
    await expect(waiting).rejects.toThrow('ended')
  })

  it('serves imported files and refuses paths that lead out of the media folder', async () => {
    const media = library()
    const bytes = Buffer.from('RIFF of somebody')
    await mkdir(join(mediaRoot, 'imported'))
    await writeFile(join(mediaRoot, 'imported', 'a.wav'), bytes)
    const stored = { path: 'imported/a.wav', bytes: bytes.length, sha256: sha256(bytes), crc32: 1 }
    const source: TrackSource = { kind: 'file', files: { wav: stored } }
    expect((await media.describe('t', source, 'wav'))?.sha256).toBe(stored.sha256)
    expect(await media.describe('t', source, 'mp3')).toBeNull()
    expect((await media.ensure('t', source, 'wav')).path).toBe('imported/a.wav')
    expect(await read(await media.stream('t', source, 'wav', 0, 3))).toEqual(Buffer.from('RIFF'))
    const escaping: TrackSource = { kind: 'file', files: { wav: { ...stored, path: '../secret' } } }
    await expect(media.ensure('t', escaping, 'wav')).rejects.toThrow('outside')
    await rm(join(mediaRoot, 'imported', 'a.wav'))
    await expect(media.ensure('t', source, 'wav')).rejects.toThrow('gone')
  })

  it('has a real video behind every clip', async () => {
    const file = await library().ensure('t', { kind: 'clip' }, 'mp4')
    const bytes = await readFile(join(mediaRoot, file.path))
    expect(bytes.subarray(4, 8).toString()).toBe('ftyp')
    expect([bytes.length, sha256(bytes), file.contentType]).toEqual([file.bytes, file.sha256, 'video/mp4'])
    expect(bytes.length).toBeLessThan(90_000)
  })
})
