import { mkdir, mkdtemp, readdir, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { COVER_FORMATS, COVER_SIZES } from '#core/model/catalogue/cover.ts'
import { disk } from '#tests/support/disk.ts'
import { type BuiltWorker, buildWorker } from '#tests/support/mediaThread.ts'
import type { CoverFile, CoverStudio } from './contract.ts'
import { createCoverStudio } from './covers.ts'
import { FileCache } from './objects/cache.ts'
import { createFolderStore } from './objects/folderStore.ts'
import { FullDisk } from './objects/fullDisk.ts'

let worker: BuiltWorker
let mediaRoot: string
const studios: CoverStudio[] = []
const covers: Record<string, { seed: string } | { file: string }> = {
  drawn: { seed: 'hills.clay.1' },
  missing: { file: 'imported/none.jpg' },
  escaping: { file: '../outside.png' },
  broken: { file: 'broken.jpg' },
  cut: { file: 'cut.png' },
  imported: { file: 'imported.png' },
  turned: { file: 'turned.jpg' },
}
const open = (root = mediaRoot, capBytes = 1e9, disk = new FullDisk()): CoverStudio => {
  const studio = createCoverStudio({
    disk,
    mediaRoot: root,
    store: createFolderStore(root),
    capBytes,
    seedOf: async (id) => covers[id] ?? (id.startsWith('seed ') ? { seed: id } : null),
    threads: 2,
    workerUrl: worker.url,
  })
  studios.push(studio)
  return studio
}
let studio: CoverStudio
const read = async (file: CoverFile | null): Promise<Buffer> => {
  if (!file) throw new Error('there is no cover')
  const bytes = Buffer.concat(await (await file.open(0, file.bytes - 1)).toArray())
  file.done()
  return bytes
}
const facts = (file: CoverFile | null) => ({ bytes: file?.bytes, etag: file?.etag, contentType: file?.contentType })
const bytesBelow = async (folder: string) => {
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
  return Promise.all(files.map(async (file) => (await stat(join(file.parentPath, file.name))).size))
}

beforeAll(async () => {
  worker = await buildWorker()
  mediaRoot = await mkdtemp(join(tmpdir(), 'covers-'))
  studio = open()
}, 60_000)
afterAll(async () => {
  await Promise.all(studios.map((each) => each.close()))
  await worker.remove()
  await rm(mediaRoot, { recursive: true, force: true })
})

describe('the cover studio', () => {
  it.each(COVER_SIZES)('API-MEDIA-010: draws a cover of %i px once as PNG and once as WebP', async (size) => {
    for (const format of COVER_FORMATS) {
      const [first, joined] = await Promise.all([
        studio.cover('drawn', size, format),
        studio.cover('drawn', size, format),
      ])
      const bytes = await read(first)
      const picture = await sharp(bytes).metadata()
      expect([picture.width, picture.height, picture.format]).toEqual([size, size, format])
      expect([first?.bytes, first?.contentType]).toEqual([bytes.length, `image/${format}`])
      expect(first?.etag).toMatch(/^"[a-z0-9]+"$/)
      expect(facts(joined)).toEqual(facts(first))
      expect(facts(await studio.cover('drawn', size, format))).toEqual(facts(first))
    }
  })

  it('API-MEDIA-010: makes a WebP far smaller than the PNG', async () => {
    const [png, webp] = [await studio.cover('drawn', 600, 'png'), await studio.cover('drawn', 600, 'webp')]
    expect((webp?.bytes ?? 1e9) * 3).toBeLessThan(png?.bytes ?? 0)
  })

  it('keeps its validators over a restart', async () => {
    const before = await studio.cover('drawn', 300, 'webp')
    expect(facts(await open().cover('drawn', 300, 'webp'))).toEqual(facts(before))
  })

  it('scales an imported picture, whichever way its camera was held', async () => {
    const left = await sharp({ create: { width: 400, height: 200, channels: 3, background: '#d00' } })
      .composite([
        { input: { create: { width: 200, height: 200, channels: 3, background: '#00d' } }, left: 200, top: 0 },
      ])
      .png()
      .toBuffer()
    await writeFile(join(mediaRoot, 'imported.png'), left)
    await writeFile(join(mediaRoot, 'turned.jpg'), await sharp(left).withMetadata({ orientation: 6 }).jpeg().toBuffer())
    const colours = async (id: string, points: [number, number][]) => {
      const { data } = await sharp(await read(await studio.cover(id, 64, 'png')))
        .raw()
        .toBuffer({ resolveWithObject: true })
      return points.map(([x, y]) => ((data[(y * 64 + x) * 3] ?? 0) > 128 ? 'red' : 'blue'))
    }
    expect(
      await colours('imported', [
        [4, 32],
        [60, 32],
      ]),
    ).toEqual(['red', 'blue'])
    expect(
      await colours('turned', [
        [32, 4],
        [32, 60],
      ]),
    ).toEqual(['red', 'blue'])
  })

  it('has no cover where there is none, or none that can be read from end to end', async () => {
    await writeFile(join(mediaRoot, 'broken.jpg'), 'no picture at all')
    const whole = await read(await studio.cover('drawn', 300, 'png'))
    await writeFile(join(mediaRoot, 'cut.png'), whole.subarray(0, whole.length / 2))
    for (const id of ['unknown', 'missing', 'escaping', 'broken', 'cut'])
      expect([id, await studio.cover(id, 300, 'webp')]).toEqual([id, null])
  })

  it('stays within its share of the disk, and draws again what had to go', async () => {
    const root = await mkdtemp(join(tmpdir(), 'covers-cap-'))
    const capBytes = 60_000
    const small = open(root, capBytes)
    const first = await small.cover('seed 0', 128, 'png')
    first?.done()
    for (let n = 1; n < 20; n++) (await small.cover(`seed ${n}`, 128, 'png'))?.done()
    const kept = await bytesBelow(join(root, 'covers'))
    expect(kept.length).toBeLessThan(20)
    expect(kept.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThanOrEqual(capBytes + Math.max(...kept))
    expect(facts(await small.cover('seed 0', 128, 'png'))).toEqual(facts(first))
    await small.close()
    await rm(root, { recursive: true, force: true })
  })

  it('draws again what lies there empty, as it does once the power went while it was written', async () => {
    const root = await mkdtemp(join(tmpdir(), 'covers-empty-'))
    const before = await open(root).cover('seed 0', 300, 'webp')
    const names = await readdir(join(root, 'covers'), { recursive: true })
    const path = join(root, 'covers', names.find((name) => name.endsWith('-300.webp')) ?? '')
    await truncate(path)
    const again = await open(root).cover('seed 0', 300, 'webp')
    expect(facts(again)).toEqual(facts(before))
    expect((await read(again)).length).toBe(before?.bytes)
    await truncate(path)
    await open(root).prepare([{ releaseid: 'a', seed: 'seed 0' }])
    expect((await stat(path)).size).toBe(before?.bytes)
    await rm(root, { recursive: true, force: true })
  })

  it('H-356: on a full disk what is kept goes for what somebody looks at, and nothing for what is drawn ahead', async ({
    skip,
  }) => {
    const root = await mkdtemp(join(tmpdir(), 'covers-full-'))
    const small = disk(root, 4_000_000)
    if (!small) return skip('no disk can be made here')
    const fill = async (name: string, bytes: number) => {
      await mkdir(dirname(join(root, name)), { recursive: true })
      // As much as there is room for.
      await writeFile(join(root, name), Buffer.alloc(bytes)).catch(() => {})
    }
    try {
      await fill('covers/aa/old-600.png', 2_000_000)
      await fill('cache/song.wav', 5_000_000)
      const full = new FullDisk()
      const songs = new FileCache(createFolderStore(root), 'cache/', 1e9)
      full.join(songs)
      await songs.open()
      const studio = open(root, 1e9, full)
      await expect(studio.prepare([{ releaseid: 'a', seed: 'seed ahead' }])).rejects.toMatchObject({ code: 'ENOSPC' })
      expect(await readdir(join(root, 'covers', 'aa'))).toHaveLength(1)
      const seen = await studio.cover('drawn', 600, 'png')
      expect((await read(seen)).length).toBe(seen?.bytes)
      expect([await readdir(join(root, 'covers', 'aa')), songs.bytes]).toEqual([[], 0])
      // Of what is no cache's nothing goes.
      const held = await studio.cover('drawn', 600, 'png')
      await fill('theirs', 5_000_000)
      await expect(studio.cover('seed 1', 600, 'png')).rejects.toMatchObject({ code: 'ENOSPC' })
      expect((await read(held)).length).toBe(seen?.bytes)
      await studio.close()
    } finally {
      small.remove()
      await rm(root, { recursive: true, force: true })
    }
  })

  it('draws ahead of time, what is not there yet, one at a time when it is given turns', {
    tags: ['long'],
  }, async () => {
    const wanted = Array.from({ length: 30 }, (_, i) => ({ releaseid: `r${i}`, seed: `ahead ${i}` }))
    await studio.prepare(wanted.slice(0, 10))
    let turns = 0
    const some = studio.prepare(wanted, async () => {
      turns += 1
      if (turns === 15) throw new Error('enough')
    })
    await expect(some).rejects.toThrow('enough')
    turns = 20
    await studio.prepare(wanted, async () => {
      turns += 1
    })
    expect(turns, 'ten were there, fourteen came before it was enough').toBe(26)
  })
})
