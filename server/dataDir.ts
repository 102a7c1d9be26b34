// The data folder: that it can be written, that one server has it, what a reset removes.
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  unlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { StartProblem } from './problem.ts'

/** @throws StartProblem when the folder cannot be made or written */
export function prepareDataDir(dataDir: string): void {
  try {
    makeFolder(dataDir)
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
function makeFolder(path: string): void {
  if (existsSync(path)) return
  const parent = dirname(path)
  if (parent !== path) makeFolder(parent)
  mkdirSync(path)
}

/** Removes what a server keeps in its data folder, and nothing else that may lie there. */
export function emptyDataDir(dataDir: string, withDatabase: boolean): void {
  const own = ['media', 'cache', 'keys', ...(withDatabase ? ['db.created', 'db'] : [])]
  for (const name of own) rmSync(join(dataDir, name), { recursive: true, force: true })
}

/**
 * Claims the imports into the folder for this process: they go one after the other.
 * @returns gives the claim back; null while another process has it
 */
export function lockImports(dataDir: string): (() => void) | null {
  return claim(join(dataDir, 'import.lock')).release
}

/**
 * Claims the folder's embedded database for this process. The claim of a process that is gone is
 * taken over.
 * @returns gives the claim back
 * @throws StartProblem when a running process holds it
 */
export function lockDataDir(dataDir: string): () => void {
  const path = join(dataDir, 'server.lock')
  const { release, holder } = claim(path)
  if (release) return release
  throw new StartProblem(
    holder === null
      ? `The lock ${path} cannot be taken. Remove the file when no other server runs, and start again.`
      : `Another server (process ${holder}) already uses the data folder ${dataDir}. Stop it first, or choose another folder with DATA_DIR.`,
  )
}

/** Claims a lock file, or names the process that has it. */
function claim(path: string): { release: (() => void) | null; holder: string | null } {
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      const handle = openSync(path, 'wx')
      writeSync(handle, `${process.pid} ${processStart(process.pid) ?? ''}`)
      closeSync(handle)
      return { release: () => rmSync(path, { force: true }), holder: null }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    const [pid = '', started = ''] = readLock(path).split(' ')
    if (isRunning(Number(pid), started)) return { release: null, holder: pid }
    rmSync(path, { force: true })
  }
  return { release: null, holder: null }
}

function readLock(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

function isRunning(pid: number, started: string): boolean {
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid) return false
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  // After a restart of the machine another program may have the number: its start time tells them apart.
  const now = processStart(pid)
  return started === '' || now === null || now === started
}

/** Start time of a process in clock ticks since boot (field 22 of Linux's /proc/pid/stat); null elsewhere. */
function processStart(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null
  } catch {
    return null
  }
}
