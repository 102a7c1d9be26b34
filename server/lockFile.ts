/**
 * A file that says which process something belongs to. The claim of a process that is gone is taken over. On the
 * machine it was made on that is asked of the system; from another one, as a container on the same volume is, it shows
 * in the file's time, which its owner moves on. Whether that moves is watched: clocks of two machines differ.
 */
import { randomUUID } from 'node:crypto'
import { linkSync, readlinkSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs'
import { hostname } from 'node:os'
import { createWhole, readText } from './wholeFile.ts'

const BEAT_MS = 3000
/** A claim from elsewhere whose time stands still for so long, in ms, is nobody's. */
const QUIET_MS = 8000
const LOOK_MS = 200
/** How long a process may take to end, in ms: a server is often started in the moment the one before is killed. */
const ENDING_MS = 2000

/**
 * Claims a lock file, or names the process that has it. Stands still for some seconds before it takes a claim from
 * elsewhere over, and before it gives up on one of another process here.
 * @param onLost somebody else has it although it was not given back: this process slept for too long
 * @returns `release` gives it back, unless somebody else has it by then
 */
export function claim(
  path: string,
  {
    onLost = () => {},
    quietMs = QUIET_MS,
    endingMs = ENDING_MS,
  }: { onLost?: () => void; quietMs?: number; endingMs?: number } = {},
): { release: (() => void) | null; holder: string | null } {
  const id = randomUUID()
  const text = [process.pid, processStart(process.pid) ?? '', HERE, id].join(' ')
  for (let attempt = 0; attempt < 3; attempt++) {
    if (createWhole(path, text)) return { release: keep(path, text, onLost), holder: null }
    const held = readText(path)
    if (held === null) continue
    if (isHeld(path, held, quietMs, endingMs)) return { release: null, holder: held.split(' ')[0] ?? null }
    takeAway(path, held, id)
  }
  return { release: null, holder: null }
}

/** Removes a claim that is nobody's, and not one that came in its place since it was read. */
function takeAway(path: string, held: string, id: string): void {
  const away = `${path}.${id}`
  try {
    renameSync(path, away)
    if (readText(away) !== held) linkSync(away, path)
  } catch {
    // Another was faster: the next round sees whose it is.
  } finally {
    rmSync(away, { force: true })
  }
}

/** Shows that the claim is still somebody's. @returns gives it back */
function keep(path: string, text: string, onLost: () => void): () => void {
  const beat = setInterval(() => {
    const now = readText(path)
    if (now !== null && now !== text) {
      clearInterval(beat)
      onLost()
      return
    }
    try {
      utimesSync(path, new Date(), new Date())
    } catch {
      // The next beat may come through.
    }
  }, BEAT_MS)
  beat.unref()
  return () => {
    clearInterval(beat)
    if (readText(path) === text) rmSync(path, { force: true })
  }
}

/** This machine, and within it the container: a process has its number in there alone. */
const HERE = [hostname(), linkOf('/proc/self/ns/pid')].join('/')

function linkOf(path: string): string {
  try {
    return readlinkSync(path)
  } catch {
    return ''
  }
}

function isHeld(path: string, held: string, quietMs: number, endingMs: number): boolean {
  const [pid = '', started = '', place] = held.split(' ')
  if (place === undefined || place === HERE) {
    const isTheirs = () => isRunning(Number(pid), started) && readText(path) === held
    return isTheirs() && (Number(pid) === process.pid || !comesTrue(() => !isTheirs(), endingMs))
  }
  const timeOf = () => statSync(path, { throwIfNoEntry: false })?.mtimeMs
  const seen = timeOf()
  return comesTrue(() => timeOf() !== seen, quietMs) && readText(path) !== null
}

/** Stands still until something is so; false when it is not within so many ms. */
function comesTrue(isSo: () => boolean, withinMs: number): boolean {
  for (let waited = 0; waited < withinMs; waited += LOOK_MS) {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOOK_MS)
    if (isSo()) return true
  }
  return false
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
  // What ended keeps its number until its parent asks, and the first process of a container may never do.
  if (/^[ZX]/.test(statOf(pid)?.[0] ?? '')) return false
  return started === '' || now === null || now === started
}

/** Start time of a process in clock ticks since boot (field 22 of Linux's /proc/pid/stat); null elsewhere. */
const processStart = (pid: number): string | null => statOf(pid)?.[19] ?? null

/** The fields of Linux's /proc/pid/stat from the third on, the state; null elsewhere. */
function statOf(pid: number): string[] | null {
  const stat = readText(`/proc/${pid}/stat`)
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ') ?? null
}
