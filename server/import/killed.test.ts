/**
 * An import that ends at every place where something is written: before it, and behind it without having heard so. The
 * next one finishes with what an import that nobody disturbed makes. Real kills: tests/contract/importKilled.
 */
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { id3, png, riffChunk, tone, wav } from '#tests/fixtures/import/make.ts'
import type { CatalogueRelease } from '../catalogue/contract.ts'
import { createFolderStore } from '../media/objects/folderStore.ts'
import type { ObjectStore } from '../media/objects/objectStore.ts'
import { type ImportReport, type ImportTarget, importFolder } from './importFolder.ts'

const FIXTURES = fileURLToPath(new URL('../../tests/fixtures/import/', import.meta.url))
/** One death of so many; all of them in the slow suite. */
const EACH = process.env.TEST_ALL ? 1 : 3

class Killed extends Error {}

let base: string
beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'killed-'))
  await folder('music', 'Drift')
  await folder('retagged', 'Drift again')
})
afterAll(() => rm(base, { recursive: true }))

/** Two releases out of a WAV with a cover, a FLAC and an Ogg. */
async function folder(name: string, title: string): Promise<void> {
  const words = { TIT2: title, TPE1: 'Ada Moss', TALB: 'Slow Weather', TRCK: '1', APIC: png(9, 9, 90) }
  await mkdir(join(base, name, 'flac'), { recursive: true })
  await writeFile(join(base, name, 'a.wav'), wav(tone(44_100, 16, 2, 2205), riffChunk('id3 ', id3(words))))
  await cp(join(FIXTURES, 's-44100.ogg'), join(base, name, 'b.ogg'))
  await cp(join(FIXTURES, 'm24-48000.flac'), join(base, name, 'flac', 'Nobody - Tone.flac'))
}

/** Lives until `left` writes are done; the last of them is `heard` of or not, and nothing is done or answered after it. */
function mortal(left: number, heard: boolean) {
  let count = 0
  const write = async <T>(act: () => Promise<T>): Promise<T> => {
    count++
    if (count > left || (count === left && heard)) throw new Killed()
    const done = await act()
    if (count === left) throw new Killed()
    return done
  }
  return { write, count: () => count }
}
type Mortal = ReturnType<typeof mortal>

interface World {
  dataDir: string
  catalogue: Map<string, CatalogueRelease>
}

function run(name: string, { dataDir, catalogue }: World, { write }: Mortal): Promise<ImportReport> {
  const store = createFolderStore(join(dataDir, 'media'))
  const media: ObjectStore = {
    ...store,
    put: (path, bytes) => write(() => store.put(path, bytes)),
    adopt: (temporary, path) => write(() => store.adopt(temporary, path)),
    remove: (path) => write(() => store.remove(path)),
  }
  const target: ImportTarget = {
    has: async (ids) => new Set(ids.filter((id) => catalogue.has(id))),
    insert: (releases) =>
      write(async () => {
        for (const release of releases) {
          expect(catalogue.has(release.releaseid)).toBe(false)
          catalogue.set(release.releaseid, release)
        }
      }),
    replace: (release) => write(async () => void catalogue.set(release.releaseid, release)),
  }
  return importFolder(join(base, name), { dataDir, media, target, now: Date.UTC(2026, 10, 20) })
}

/** All that an import leaves: the catalogue, and every file it keeps. */
async function left({ dataDir, catalogue }: World) {
  const root = join(dataDir, 'media', 'imported')
  const names = (await readdir(root, { recursive: true })).filter((name) => /\.\w+$/.test(name)).sort((a, b) => (a < b ? -1 : 1)) // biome-ignore format: one line
  const files = await Promise.all(
    names.map(async (name) => [name, (await readFile(join(root, name))).toString('base64')]),
  )
  return { catalogue: Object.fromEntries(catalogue), files: Object.fromEntries(files) }
}

async function world(from?: World): Promise<World> {
  const dataDir = await mkdtemp(join(base, 'data-'))
  if (from) await cp(from.dataDir, dataDir, { recursive: true })
  return { dataDir, catalogue: new Map(from?.catalogue) }
}

const immortal = () => mortal(Number.POSITIVE_INFINITY, true)

it.each([
  ['the first import', 'music'],
  ['an import of other tags', 'retagged'],
])('%s that dies at any write is finished by the next', { tags: ['long'], timeout: 120_000 }, async (_, name) => {
  const before = await world()
  if (name === 'retagged') await run('music', before, immortal())
  // The folder is another one: what was taken from the first stays in the record until it is seen to be the same audio.
  const undisturbed = await world(before)
  const life = immortal()
  await run(name, undisturbed, life)
  const wanted = await left(undisturbed)
  expect(life.count()).toBeGreaterThan(name === 'music' ? 8 : 2)

  for (let at = 1; at <= life.count(); at++) {
    for (const heard of [true, false]) {
      if ((2 * at + Number(heard)) % EACH !== 0) continue
      const place = `write ${at} of ${life.count()}, ${heard ? 'not done' : 'done'}`
      const dying = await world(before)
      await expect(run(name, dying, mortal(at, heard)), place).rejects.toThrow(Killed)
      // What a process that is killed leaves behind, and nobody tidies up.
      await writeFile(join(dying.dataDir, 'media', 'imported', 'tmp', 'half'), 'half of a file')
      await run(name, dying, immortal())
      await rm(join(dying.dataDir, 'media', 'imported', 'tmp', 'half'))
      expect(await left(dying), place).toEqual(wanted)
      const third = await run(name, dying, immortal())
      expect([third.added, third.updated, third.withdrawn], place).toEqual([[], [], []])
    }
  }
})
