/**
 * The imported files under the media root, named by what is in them: `imported/audio/ab/<hash>.wav`.
 * Every file is written under a temporary name on the same disk and renamed when it is whole, so a
 * run that is cut off leaves nothing half under a name somebody reads.
 */
import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { access, mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import type { StoredFile } from '../media/contract.ts'

export interface Vault {
  /** Absolute path of a file that is named relative to the media root. */
  absolute(path: string): string
  /** Whether a stored file is there with its length. */
  holds(file: { path: string; bytes: number }): Promise<boolean>
  has(path: string): Promise<boolean>
  /**
   * The file of that name; made by `make` (which writes to the path it is given) when it is not there.
   * @param path relative to the media root, from `audioPath` or `coverPath`
   */
  keep(path: string, make: (temporary: string) => Promise<void>): Promise<StoredFile>
  /** A temporary path that `run` may write to and rename away; what is left there is removed. */
  scratch<T>(run: (temporary: string) => Promise<T>): Promise<T>
  /** Moves a finished temporary file to its name. */
  adopt(temporary: string, path: string): Promise<StoredFile>
  /** Writes a small text whole or not at all. */
  writeText(path: string, text: string): Promise<void>
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
 * Opens (and creates) the vault in `mediaRoot`.
 * @param now ms since 1970, to tell left-over scratch files from those of a run beside this one
 */
export async function openVault(mediaRoot: string, now: number): Promise<Vault> {
  const scratchRoot = join(mediaRoot, 'imported', 'tmp')
  await mkdir(scratchRoot, { recursive: true })
  for (const name of await readdir(scratchRoot)) {
    const path = join(scratchRoot, name)
    if (now - (await stat(path)).mtimeMs > STALE_MS) await rm(path, { force: true })
  }
  const absolute = (path: string) => join(mediaRoot, path)
  const has = (path: string) =>
    access(absolute(path)).then(
      () => true,
      () => false,
    )
  const vault: Vault = {
    absolute,
    has,
    holds: async (file) => (await stat(absolute(file.path)).catch(() => null))?.size === file.bytes,
    async keep(path, make) {
      if (await has(path)) return measure(absolute(path), path)
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
      const stored = await measure(temporary, path)
      await mkdir(join(absolute(path), '..'), { recursive: true })
      await rename(temporary, absolute(path))
      return stored
    },
    async writeText(path, text) {
      await vault.scratch(async (temporary) => {
        await writeFile(temporary, text)
        await mkdir(join(absolute(path), '..'), { recursive: true })
        await rename(temporary, absolute(path))
      })
    },
  }
  return vault
}

/** Length and digests of a file. */
async function measure(absolutePath: string, path: string): Promise<StoredFile> {
  const sha = createHash('sha256')
  let crc = 0
  let bytes = 0
  for await (const chunk of createReadStream(absolutePath, { highWaterMark: 1 << 20 }) as AsyncIterable<Buffer>) {
    sha.update(chunk)
    crc = crc32(chunk, crc)
    bytes += chunk.length
  }
  return { path, bytes, sha256: sha.digest('hex'), crc32: crc }
}
