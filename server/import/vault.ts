/**
 * The imported files in the media store, named by what is in them: `imported/audio/ab/<hash>.wav`.
 * Every file is made under a temporary name on this machine and moved into the store when it is whole, so
 * a run that is cut off leaves nothing half under a name somebody reads.
 */
import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import type { Piece, StoredFile } from '../media/contract.ts'
import { type ObjectFacts, type ObjectStore, readWhole } from '../media/objects/objectStore.ts'
import { piecesBytes, readStored } from '../media/objects/pieces.ts'

export interface Vault {
  /** Runs `use` with the absolute path of a local copy of a stored file. */
  local<T>(path: string, use: (absolutePath: string) => Promise<T>): Promise<T>
  /** Whether a stored file is there with its length. */
  holds(file: Pick<StoredFile, 'path' | 'bytes' | 'mended'>): Promise<boolean>
  has(path: string): Promise<boolean>
  /**
   * The file of that name; made by `make` (which writes to the path it is given) when it is not there.
   * @param path in the media store, from `audioPath` or `coverPath`
   */
  keep(path: string, make: (temporary: string) => Promise<void>): Promise<StoredFile>
  /** A temporary path that `run` may write to and rename away; what is left there is removed. */
  scratch<T>(run: (temporary: string) => Promise<T>): Promise<T>
  /** Moves a finished temporary file to its name. */
  adopt(temporary: string, path: string): Promise<StoredFile>
  /** Writes a small text whole or not at all. */
  writeText(path: string, text: string): Promise<void>
  remove(path: string): Promise<void>
  /** A stored file as it is served mended, measured by reading it once. */
  mend(file: StoredFile, pieces: Piece[]): Promise<StoredFile>
  /** The texts of all JSON files below a folder, in the order of their names. */
  texts(folder: string): AsyncIterable<string>
}

/** A scratch file older than this was left by a run that died; ms. */
const STALE_MS = 24 * 60 * 60 * 1000

export function audioPath(name: string): string {
  return `imported/audio/${name.slice(0, 2)}/${name}`
}

export function coverPath(name: string): string {
  return `imported/covers/${name}`
}

/**
 * Opens the vault in `store`.
 * @param scratchRoot folder of this machine for files that are being made; on the disk of the store where that
 *   is a folder
 * @param now ms since 1970, to tell left-over scratch files from those of a run beside this one
 */
export async function openVault(store: ObjectStore, scratchRoot: string, now: number): Promise<Vault> {
  await mkdir(scratchRoot, { recursive: true })
  for (const name of await readdir(scratchRoot)) {
    const path = join(scratchRoot, name)
    if (now - (await stat(path)).mtimeMs > STALE_MS) await rm(path, { force: true })
  }
  const vault: Vault = {
    local: (path, use) => store.local(path, use),
    has: async (path) => (await store.head(path)) !== null,
    holds: async (file) => (await store.head(file.path))?.bytes === (file.mended?.of ?? file.bytes),
    async keep(path, make) {
      const there = await store.head(path)
      if (there) return measure(there.bytes === 0 ? [] : await store.read(path, 0, there.bytes - 1), path)
      return vault.scratch(async (temporary) => {
        await make(temporary)
        return vault.adopt(temporary, path)
      })
    },
    async scratch(run) {
      const temporary = join(scratchRoot, randomUUID())
      try {
        return await run(temporary)
      } finally {
        await rm(temporary, { force: true })
      }
    },
    async adopt(temporary, path) {
      const file = await open(temporary, 'r+')
      await file.sync().finally(() => file.close())
      const stored = await measure(createReadStream(temporary, { highWaterMark: 1 << 20 }), path)
      await store.adopt(temporary, path)
      return stored
    },
    remove: (path) => store.remove(path),
    async mend(file, pieces) {
      const mended = { pieces, of: file.bytes }
      const bytes = await readStored(store, { path: file.path, mended }, 0, piecesBytes(pieces) - 1)
      return { ...(await measure(bytes, file.path)), mended }
    },
    writeText: (path, text) => store.put(path, Buffer.from(text)),
    async *texts(folder) {
      const found: ObjectFacts[] = []
      for await (const facts of store.list(`${folder}/`)) found.push(facts)
      found.sort((a, b) => (a.path < b.path ? -1 : 1))
      for (const facts of found) {
        if (facts.path.endsWith('.json')) yield (await readWhole(store, facts)).toString('utf8')
      }
    },
  }
  return vault
}

/** A vault that looks and measures as `vault` does, and keeps nothing; what takes long is not made for it. */
export function dryVault(vault: Vault): Vault {
  return {
    ...vault,
    keep: async (path, make) =>
      (await vault.has(path))
        ? vault.keep(path, make)
        : vault.scratch(async (temporary) => {
            if (path.endsWith('.mp3') && path.includes('-m')) return { path, bytes: 1, sha256: '', crc32: 0 }
            await make(temporary)
            return measure(createReadStream(temporary, { highWaterMark: 1 << 20 }), path)
          }),
    adopt: (temporary, path) => measure(createReadStream(temporary, { highWaterMark: 1 << 20 }), path),
    mend: async (file, pieces) => ({ ...file, mended: { pieces, of: file.bytes } }),
    writeText: async () => {},
    remove: async () => {},
  }
}

/** Length and digests of a file. */
async function measure(chunks: AsyncIterable<Buffer> | Readable | Iterable<Buffer>, path: string): Promise<StoredFile> {
  const sha = createHash('sha256')
  let crc = 0
  let bytes = 0
  for await (const chunk of chunks) {
    sha.update(chunk)
    crc = crc32(chunk, crc)
    bytes += chunk.length
  }
  return { path, bytes, sha256: sha.digest('hex'), crc32: crc }
}
