import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CoverStudio } from './contract.ts'
import { createCoverStudio } from './covers.ts'
import { type BuiltWorker, buildWorker } from './testThreads.ts'

/** Width and height a PNG says it has. */
const sizeOf = (png: Buffer) => [png.readUInt32BE(16), png.readUInt32BE(20)]

let worker: BuiltWorker
let mediaRoot: string
let studio: CoverStudio
const covers: Record<string, { seed: string } | { file: string }> = {
  drawn: { seed: 'hills.clay.1' },
  missing: { file: 'imported/none.jpg' },
  escaping: { file: '../outside.png' },
  broken: { file: 'broken.jpg' },
  imported: { file: 'imported.png' },
}

beforeAll(async () => {
  worker = await buildWorker()
  mediaRoot = await mkdtemp(join(tmpdir(), 'covers-'))
  studio = createCoverStudio({ mediaRoot, seedOf: async (id) => covers[id] ?? null, threads: 2, workerUrl: worker.url })
}, 60_000)
afterAll(async () => {
  await studio.close()
  await worker.remove()
  await rm(mediaRoot, { recursive: true, force: true })
})

describe('the cover studio', () => {
  it('draws a cover once in each size and answers the same file after', async () => {
    for (const size of [300, 1400] as const) {
      const [first, joined] = await Promise.all([studio.cover('drawn', size), studio.cover('drawn', size)])
      const png = await readFile(first?.absolutePath ?? '')
      expect(sizeOf(png)).toEqual([size, size])
      expect(first?.bytes).toBe(png.length)
      expect(first?.etag).toMatch(/^"[a-z0-9]+"$/)
      expect(joined).toEqual(first)
      expect(await studio.cover('drawn', size)).toEqual(first)
    }
  })

  it('keeps its validators over a restart', async () => {
    const before = await studio.cover('drawn', 300)
    const other = createCoverStudio({ mediaRoot, seedOf: async () => covers.drawn ?? null, workerUrl: worker.url })
    expect(await other.cover('drawn', 300)).toEqual(before)
    await other.close()
  })

  it('scales an imported picture', async () => {
    const drawn = await studio.cover('drawn', 1400)
    await writeFile(join(mediaRoot, 'imported.png'), await readFile(drawn?.absolutePath ?? ''))
    const small = await studio.cover('imported', 300)
    expect(sizeOf(await readFile(small?.absolutePath ?? ''))).toEqual([300, 300])
  })

  it('has no cover where there is none, or none that can be read', async () => {
    await writeFile(join(mediaRoot, 'broken.jpg'), 'no picture at all')
    for (const id of ['unknown', 'missing', 'escaping', 'broken'])
      expect([id, await studio.cover(id, 300)]).toEqual([id, null])
  })

  it('draws ahead of time and counts', async () => {
    const wanted = Array.from({ length: 30 }, (_, i) => ({ releaseid: `r${i}`, seed: `ahead ${i}` }))
    const counts: number[] = []
    await studio.prepare(wanted, (done) => counts.push(done))
    expect(counts).toEqual(wanted.map((_, i) => i + 1))
  })
})
