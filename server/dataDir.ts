// The data folder: that it can be written, that one server has it, what a reset removes.
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { claim } from './lockFile.ts'
import { StartProblem } from './problem.ts'

/** Password hashes and links that are good lie in it, and the database opens its own files to everybody. */
const PRIVATE = 0o700

/** @throws StartProblem when the folder cannot be made or written */
export function prepareDataDir(dataDir: string): void {
  try {
    makeFolder(dataDir, PRIVATE)
    const probe = join(dataDir, `.probe-${process.pid}`)
    writeFileSync(probe, '')
    unlinkSync(probe)
  } catch (error) {
    throw new StartProblem(
      `The data folder ${dataDir} cannot be written (${(error as NodeJS.ErrnoException).code ?? error}). Make it writable for this user, or choose another with DATA_DIR.`,
    )
  }
}

/** One folder after the other: asked to do it at once, Node never comes back where a parent takes no folders (as /proc). */
function makeFolder(path: string, mode = 0o777): void {
  if (existsSync(path)) return
  const parent = dirname(path)
  if (parent !== path) makeFolder(parent)
  mkdirSync(path, mode)
}

/**
 * Makes folders of the data folder, and closes them to other users of the machine, also those an earlier version left
 * open. A link, or a disk of its own, is an arrangement of somebody else, perhaps for several users, and stays as it is;
 * so does what lies on a file system without such rights.
 */
export function closeToOthers(dataDir: string, names: readonly string[]): void {
  for (const name of names) {
    const path = join(dataDir, name)
    mkdirSync(path, { recursive: true, mode: PRIVATE })
    const facts = lstatSync(path)
    if (!facts.isDirectory() || facts.dev !== statSync(dataDir).dev || isMounted(path)) continue
    try {
      chmodSync(path, PRIVATE)
    } catch {
      // Of another user, or on a file system that keeps no modes: no reason not to start.
    }
  }
}

/** Whether a folder was mounted where it lies, which one of the same disk can be, too; false where nobody says so. */
function isMounted(path: string): boolean {
  try {
    // The fifth field, with a space as \040.
    const points = readFileSync('/proc/self/mountinfo', 'utf8')
      .split('\n')
      .map((line) => line.split(' ')[4] ?? '')
    return points.map((point) => point.replaceAll('\\040', ' ')).includes(realpathSync(path))
  } catch {
    return false
  }
}

/** What a restore unpacks in the data folder until it is whole: database and keys. */
export const UNPACKED = 'restore-'
/** In the folder of a restore that has begun to put things in place. */
export const MOVING = 'moving'

/** Whether a restore was killed while it put things in place: what lies there is half of a backup. */
export function isHalfRestored(dataDir: string): boolean {
  if (existsSync(join(dataDir, 'db.created'))) return false
  return readdirSync(dataDir).some((name) => name.startsWith(UNPACKED) && existsSync(join(dataDir, name, MOVING)))
}

/** Removes what a server keeps in its data folder, and nothing else that may lie there. */
export function emptyDataDir(dataDir: string, withDatabase: boolean): void {
  const unpacked = readdirSync(dataDir).filter((name) => name.startsWith(UNPACKED))
  const own = [
    'media',
    'cache',
    'keys',
    ...(withDatabase ? ['db.created', 'db.begun', 'db', 'server.json', ...unpacked] : []),
  ]
  for (const name of own) rmSync(join(dataDir, name), { recursive: true, force: true })
}

/**
 * Claims the imports into the folder for this process: they go one after the other.
 * @returns gives the claim back; null while another process has it
 */
export function lockImports(dataDir: string): (() => void) | null {
  // Whoever is refused asks again.
  return claim(join(dataDir, 'import.lock'), { endingMs: 0 }).release
}

/**
 * Claims the folder's embedded database for this process. The claim of a process that is gone is
 * taken over.
 * @param onLost another process has taken it: two would write into one database
 * @returns gives the claim back
 * @throws StartProblem when a running process holds it
 */
export function lockDataDir(dataDir: string, onLost?: () => void): () => void {
  const path = join(dataDir, 'server.lock')
  const { release, holder } = claim(path, onLost ? { onLost } : {})
  if (release) return release
  throw new StartProblem(
    holder === null
      ? `The lock ${path} cannot be taken. Remove the file when no server and no command uses the folder, and start again.`
      : `Process ${holder} already uses the data folder ${dataDir}: a server, or an import, a backup or an approval. Stop the server, wait for anything else, or choose another folder with DATA_DIR.`,
  )
}
