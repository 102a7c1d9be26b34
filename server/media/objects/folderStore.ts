// Media in a folder of this machine, or of one that several servers share.
import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { access, copyFile, mkdir, open, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { insidePath, missing, type ObjectFacts, type ObjectStore, READ_BYTES } from './objectStore.ts'
import { scratchName } from './scratch.ts'

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code
/** ENOTDIR: a file stands where a folder of the path should. */
const isGone = (error: unknown) => codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR'

/** Opens the folder; it is made with the first file. */
export function createFolderStore(mediaRoot: string): ObjectStore {
  const root = resolve(mediaRoot)
  const absolute = (path: string) => join(root, insidePath(path))

  const store: ObjectStore = {
    place: root,
    async head(path) {
      const facts = await stat(absolute(path)).catch((error) => {
        if (isGone(error)) return null
        throw error
      })
      return facts?.isFile() ? { path, bytes: facts.size, changed: facts.mtimeMs } : null
    },
    async read(path, start, end) {
      const handle = await open(absolute(path)).catch((error) => {
        throw isGone(error) ? missing() : error
      })
      return handle.createReadStream({ start, end, highWaterMark: READ_BYTES })
    },
    async put(path, bytes) {
      const temporary = scratchName(`${absolute(path)}.${randomUUID()}`)
      await mkdir(dirname(temporary), { recursive: true })
      try {
        await writeFile(temporary, bytes)
        await rename(temporary, absolute(path))
      } catch (error) {
        await rm(temporary, { force: true }).catch(() => {})
        throw error
      }
    },
    async adopt(temporary, path) {
      await mkdir(dirname(absolute(path)), { recursive: true })
      await rename(temporary, absolute(path)).catch((error) => {
        if (codeOf(error) !== 'EXDEV') throw error
        return moveAcross(temporary, absolute(path))
      })
    },
    async *list(prefix) {
      yield* walk(root, insidePath(prefix.replace(/\/$/, '')))
    },
    remove: (path) => rm(absolute(path), { force: true }),
    async touch(path) {
      const now = new Date()
      await utimes(absolute(path), now, now).catch(() => {})
    },
    local: (path, use) => use(absolute(path)),
    async check() {
      // A folder that is not there yet is made with the first file, if its parent lets us.
      await mkdir(root, { recursive: true })
      await access(root, constants.R_OK | constants.W_OK)
    },
    close: () => {},
  }
  return store
}

/** Onto another disk, where a part of the folder may lie: a file appears under its name once all of it is there. */
async function moveAcross(temporary: string, target: string): Promise<void> {
  const beside = scratchName(`${target}.${randomUUID()}`)
  try {
    await copyFile(temporary, beside)
    const file = await open(beside, 'r+')
    await file.sync().finally(() => file.close())
    await rename(beside, target)
  } catch (error) {
    await rm(beside, { force: true }).catch(() => {})
    throw error
  }
  await rm(temporary, { force: true })
}

async function* walk(root: string, folder: string): AsyncGenerator<ObjectFacts, void, void> {
  const entries = await readdir(join(root, folder), { withFileTypes: true }).catch((error) => {
    if (isGone(error)) return []
    throw error
  })
  for (const entry of entries) {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) yield* walk(root, path)
    else if (entry.isFile()) {
      const facts = await stat(join(root, path)).catch(() => null)
      if (facts) yield { path, bytes: facts.size, changed: facts.mtimeMs }
    }
  }
}
