/**
 * `npm run backup` and `npm run restore`: the embedded database, the keys and the imported media of a
 * data folder as one compressed tar file. What the server can make again (the demo's audio, covers, the
 * cache) is not in it. The folder is claimed meanwhile, so no server writes to what is copied.
 */
import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { cp, lstat, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createGunzip, createGzip, gunzipSync } from 'node:zlib'
import * as z from 'zod/mini'
import { messageOf } from '#core/model/text/messageOf.ts'
import { lockDataDir, MOVING, prepareDataDir, UNPACKED } from '../dataDir.ts'
import { StartProblem } from '../problem.ts'
import { type TarEntry, tarOf, untar } from './tar.ts'

const MANIFEST = 'backup.json'
const Manifest = z.object({
  format: z.literal(1),
  made: z.string(),
  files: z.int(),
  /** How many of them are imported audio; left out by earlier builds. */
  imported: z.optional(z.int()),
  /** The S3-compatible store the imported media stay in, without credentials; left out when they are in the backup. */
  mediaStore: z.optional(z.string()),
})

/** What is kept, relative to the data folder. */
const IMPORTED = 'media/imported'
const KEPT = ['db.created', 'db', 'keys', IMPORTED]
/** Fast: audio hardly shrinks, the database does so at any level. */
const GZIP_LEVEL = 1
/** What stands for an empty folder. */
const KEEP = '/.keep'
/** Of a backup, bytes in which its manifest lies, and how far into them once they are unzipped. */
const HEAD_BYTES = 16_384
const TAR_HEAD = 512
/** How the name of a backup ends that is being written. */
const PART = '.part'

export interface Report {
  files: number
  /** Bytes of the backup file. */
  bytes: number
}

export interface Restored extends Report {
  /** ISO time. */
  made: string
  /** The store that has the imported media of this backup, as a MEDIA_URL without credentials. */
  mediaStore: string | undefined
  /** What the data folder holds beside them, for it could not be taken away, and nothing needs; a sentence, null for nothing. */
  left: string | null
}

/**
 * Writes the backup; an existing file is replaced when the new one is whole.
 * @param now ms since 1970
 * @param mediaStore name of the S3-compatible store that keeps the imported media, which then are not in it
 * @throws StartProblem when there is nothing to keep, a part of it cannot be read or is away, a server uses the folder,
 *   or a folder has that name
 */
export async function backUp(dataDir: string, file: string, now: number, mediaStore?: string): Promise<Report> {
  if (!existsSync(join(dataDir, 'db.created'))) {
    throw new StartProblem(`There is no embedded database in ${dataDir}. Choose the folder with DATA_DIR.`)
  }
  const target = resolve(file)
  if (KEPT.some((name) => `${target}${sep}`.startsWith(`${join(dataDir, name)}${sep}`))) {
    throw new StartProblem('The backup cannot lie inside what it keeps. Choose another folder for it.')
  }
  // No file can take its name, and that would show only once all was read, after hours.
  if ((await stat(target).catch(() => null))?.isDirectory()) {
    throw new StartProblem(
      `${target} is a folder. Name the file the backup goes into, such as ${join(target, 'player.tar.gz')}.`,
    )
  }
  const unlock = lockDataDir(dataDir)
  // A name nobody can foresee: in a folder of many it could lie there before, and lead elsewhere.
  const temporary = `${target}.${randomUUID()}${PART}`
  try {
    const entries = await gatherKept(dataDir)
    const imported = entries.filter(({ name }) => name.startsWith(`${IMPORTED}/audio/`) && !name.endsWith(KEEP)).length
    if (imported === 0 && mediaStore === undefined && (await importedIn(target)) > 0) {
      throw new StartProblem(
        `${target} holds imported music, and there is none in ${join(dataDir, IMPORTED)}. Bring back the disk it lies on, or choose another file. Nothing was changed.`,
      )
    }
    const made = new Date(now).toISOString()
    const text = JSON.stringify({ format: 1, made, files: entries.length, imported, mediaStore })
    const manifest: TarEntry = { name: MANIFEST, bytes: Buffer.byteLength(text), content: { text } }
    await mkdir(dirname(target), { recursive: true })
    await removeParts(target)
    // Keys and password hashes are in it: for its owner alone.
    await pipeline(
      Readable.from(tarOf([manifest, ...entries], new Date(now)), { objectMode: false }),
      createGzip({ level: GZIP_LEVEL }),
      createWriteStream(temporary, { mode: 0o600, flags: 'wx' }),
    )
    const handle = await open(temporary, 'r+')
    await handle.sync()
    await handle.close()
    await rename(temporary, target)
    return { files: entries.length, bytes: (await stat(target)).size }
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  } finally {
    unlock()
  }
}

/** Takes away what backups to this file left that were killed. What somebody else put there stays. */
async function removeParts(target: string): Promise<void> {
  const [folder, name] = [dirname(target), basename(target)]
  const isPart = (other: string) =>
    other.startsWith(`${name}.`) && /^(\.[0-9a-f-]{36})?\.part$/.test(other.slice(name.length))
  for (const left of (await readdir(folder)).filter(isPart))
    await rm(join(folder, left), { force: true }).catch(() => {})
}

/** @throws StartProblem when something cannot be looked at: without it, it would be a worse backup than the one before */
async function gatherKept(dataDir: string): Promise<TarEntry[]> {
  const entries: TarEntry[] = []
  try {
    for (const name of KEPT) if (await isThere(dataDir, name)) await gather(dataDir, join(dataDir, name), entries)
  } catch (error) {
    throw new StartProblem(
      `A part of what has to be kept cannot be read (${messageOf(error)}). Bring back the disk it lies on, and run the backup again. Nothing was changed.`,
    )
  }
  return entries
}

/** False where nothing ever was. @throws Error for what is there and cannot be looked at, as a link to a disk that is away */
async function isThere(dataDir: string, name: string): Promise<boolean> {
  let path = dataDir
  for (const part of name.split('/')) {
    path = join(path, part)
    const isMissing = (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return true
      throw error
    }
    if (await lstat(path).then(() => false, isMissing)) return false
    await stat(path)
  }
  return true
}

async function gather(root: string, path: string, into: TarEntry[]): Promise<void> {
  const facts = await stat(path)
  if (facts.isDirectory()) {
    const names = await readdir(path)
    for (const name of names.sort((a, b) => (a < b ? -1 : 1))) await gather(root, join(path, name), into)
    // PostgreSQL wants its empty folders back; a tar of files remembers them by a mark.
    if (names.length === 0) into.push({ name: `${nameOf(root, path)}${KEEP}`, bytes: 0, content: { text: '' } })
  } else if (facts.isFile()) {
    into.push({ name: nameOf(root, path), bytes: facts.size, content: { file: path } })
  }
}

/** How many files of imported audio a backup says it holds; 0 where it says nothing, or is none. */
async function importedIn(file: string): Promise<number> {
  try {
    const begin = Buffer.concat(await createReadStream(file, { end: HEAD_BYTES - 1 }).toArray())
    const head = gunzipSync(begin, { finishFlush: constants.Z_SYNC_FLUSH })
    return Manifest.parse(JSON.parse(head.toString('utf8', TAR_HEAD, head.indexOf(0, TAR_HEAD)))).imported ?? 0
  } catch {
    return 0
  }
}

const nameOf = (root: string, path: string) => relative(root, path).split(sep).join('/')

/**
 * Puts a backup into a data folder that has neither database nor imports of its own. Everything is read
 * and checked before anything is put in place, and what was put in place is taken away again when the rest cannot be.
 * @throws StartProblem when the folder is in use or not empty, the file is no whole backup, or half of it had to stay
 */
export async function restore(dataDir: string, file: string): Promise<Restored> {
  const facts = await stat(file).catch(() => null)
  if (!facts?.isFile()) throw new StartProblem(`There is no file ${file}.`)
  prepareDataDir(dataDir)
  const unlock = lockDataDir(dataDir)
  const folder = join(dataDir, `${UNPACKED}${process.pid}`)
  try {
    const restored = await restoreInto(dataDir, file, folder)
    // What is in place is whole: nobody needs what it was unpacked in.
    const left = await rm(folder, { recursive: true, force: true }).then(() => null, messageOf)
    return { ...restored, bytes: facts.size, left: left && `${folder} is left of it (${left}), and can be deleted.` }
  } finally {
    unlock()
  }
}

/** @param folder is left behind when all is in place */
async function restoreInto(dataDir: string, file: string, folder: string): Promise<Omit<Restored, 'bytes' | 'left'>> {
  await undoUnfinished(dataDir)
  try {
    const taken = KEPT.filter((name) => existsSync(join(dataDir, name)))
    if (taken.length > 0) {
      throw new StartProblem(
        `${dataDir} already holds data (${taken.join(', ')}). Restore into an empty folder: choose one with DATA_DIR.`,
      )
    }
    const manifest = await read(file, folder)
    await writeFile(join(folder, MOVING), '')
    for (const name of KEPT) {
      // The mark that the database is whole comes last.
      if (name !== 'db.created' && existsSync(join(folder, name))) await putInPlace(folder, dataDir, name)
    }
    await putInPlace(folder, dataDir, 'db.created')
    return { files: manifest.files, made: manifest.made, mediaStore: manifest.mediaStore }
  } catch (error) {
    await undoUnfinished(dataDir)
    throw error
  }
}

/** Moves it, or copies it where it is to lie on another disk, as media are that have one of their own. */
async function putInPlace(folder: string, dataDir: string, name: string): Promise<void> {
  const [from, to] = [join(folder, name), join(dataDir, name)]
  await mkdir(dirname(to), { recursive: true, mode: 0o700 })
  try {
    await rename(from, to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error
    // What is copied stands in both places: should this end half-way, it is known here as begun.
    await writeFile(join(folder, MOVING), name)
    await cp(from, to, { recursive: true })
  }
}

/**
 * Takes away what restores left that did not come to their end: what they unpacked, and what they had put in place.
 * @throws StartProblem when it does not go away
 */
async function undoUnfinished(dataDir: string): Promise<void> {
  try {
    for (const left of (await readdir(dataDir)).filter((name) => name.startsWith(UNPACKED))) {
      const folder = join(dataDir, left)
      const copied = await readFile(join(folder, MOVING), 'utf8').catch(() => null)
      // The mark that the database is whole came last: without it nothing of this is anybody's.
      if (copied !== null && !existsSync(join(dataDir, 'db.created'))) {
        const moved = KEPT.filter((name) => name === copied || !existsSync(join(folder, name)))
        for (const name of moved) await rm(join(dataDir, name), { recursive: true, force: true })
      }
      await rm(folder, { recursive: true, force: true })
    }
  } catch (error) {
    throw new StartProblem(
      `A restore into ${dataDir} did not come to its end, and what it left there cannot be taken away (${messageOf(error)}). Run the restore again before a server uses the folder.`,
    )
  }
}

async function read(file: string, folder: string): Promise<z.infer<typeof Manifest>> {
  try {
    const stream = createReadStream(file)
    const unzipped = createGunzip()
    const feeding = pipeline(stream, unzipped)
    // Its failure is the reading's, which says it better.
    feeding.catch(() => undefined)
    const files = await untar(unzipped, folder, allowed)
    unzipped.resume()
    await feeding
    const manifest = Manifest.parse(JSON.parse(await readFile(join(folder, MANIFEST), 'utf8')))
    if (manifest.files !== files - 1) throw new Error('files are missing in it')
    if (!existsSync(join(folder, 'db.created'))) throw new Error('it has no database')
    await unmark(join(folder, 'db'))
    return manifest
  } catch (error) {
    const reason = messageOf(error)
    throw new StartProblem(`${file} is no backup that can be restored (${reason}). Nothing was changed.`)
  }
}

/** Names a backup may hold: nothing that leads out of the folder, whatever the file says. */
function allowed(name: string): boolean {
  const parts = name.split('/')
  if (parts.some((part) => part === '' || part === '.' || part === '..' || part.includes('\\'))) return false
  return name === MANIFEST || KEPT.some((kept) => name === kept || name.startsWith(`${kept}/`))
}

async function unmark(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.name === '.keep') await rm(join(entry.parentPath, entry.name))
  }
}
