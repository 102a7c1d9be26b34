/**
 * A file that says which process something belongs to. The claim of a process that is gone is taken over. On the
 * machine it was made on that is asked of the system; from another one, as a container on the same volume is, it shows
 * in the file's time, which its owner moves on.
 */
import { randomUUID } from 'node:crypto'
import { linkSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'

const BEAT_MS = 5000
/** A claim from elsewhere whose time stands still for so long, in ms, is nobody's. */
const QUIET_MS = 25_000
/** Where files cannot have two names, as on a memory stick. */
const NO_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'])

/**
 * Makes a file that has all of its content as soon as it has its name.
 * @returns whether it was made; false where there is one of this name
 */
export function createWhole(path: string, content: string, mode = 0o644): boolean {
  const made = `${path}.${randomUUID()}`
  try {
    writeFileSync(made, content, { mode, flush: true })
    linkSync(made, path)
    return true
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') return false
    if (!NO_LINKS.has(code)) throw error
    return createNamed(path, content, mode)
  } finally {
    rmSync(made, { force: true })
  }
}

function createNamed(path: string, content: string, mode: number): boolean {
  try {
    writeFileSync(path, content, { mode, flag: 'wx', flush: true })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/**
 * Claims a lock file, or names the process that has it.
 * @returns `release` gives it back, unless somebody else has it by then
 */
export function claim(path: string): { release: (() => void) | null; holder: string | null } {
  const id = randomUUID()
  const text = [process.pid, processStart(process.pid) ?? '', hostname(), id].join(' ')
  for (let attempt = 0; attempt < 3; attempt++) {
    if (createWhole(path, text)) return { release: keep(path, text), holder: null }
    const held = readLock(path)
    if (held === null) continue
    if (isHeld(path, held)) return { release: null, holder: held.split(' ')[0] ?? null }
    takeAway(path, held, id)
  }
  return { release: null, holder: null }
}

/** Removes a claim that is nobody's, and not one that came in its place since it was read. */
function takeAway(path: string, held: string, id: string): void {
  const away = `${path}.${id}`
  try {
    renameSync(path, away)
    if (readLock(away) !== held) linkSync(away, path)
  } catch {
    // Another was faster: the next round sees whose it is.
  } finally {
    rmSync(away, { force: true })
  }
}

/** Shows that the claim is still somebody's. @returns gives it back */
function keep(path: string, text: string): () => void {
  const beat = setInterval(() => {
    try {
      if (readLock(path) === text) utimesSync(path, new Date(), new Date())
    } catch {
      // The next beat may come through.
    }
  }, BEAT_MS)
  beat.unref()
  return () => {
    clearInterval(beat)
    if (readLock(path) === text) rmSync(path, { force: true })
  }
}

function readLock(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}

function isHeld(path: string, held: string): boolean {
  const [pid = '', started = '', host] = held.split(' ')
  if (host !== undefined && host !== hostname()) {
    const age = Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0)
    return Math.abs(age) < QUIET_MS
  }
  return isRunning(Number(pid), started)
}

function isRunning(pid: number, started: string): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false
  // After a restart of the machine another program may have the number: its start time tells them apart.
  const now = processStart(pid)
  // The number of the one before in a container: ours is not written yet.
  if (pid === process.pid) return started !== '' && now === started
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
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
