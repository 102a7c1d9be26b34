/**
 * Names of files that are being made. Servers on several machines may share a folder, so a name says which
 * machine and process writes it: NAME.MACHINE-PROCESS-RUN.tmp, each part but the process's number random or hashed.
 */
import { createHash, randomBytes } from 'node:crypto'
import { readdir, rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'

const machine = createHash('sha256').update(hostname()).digest('hex').slice(0, 8)
/** Processes of containers may have the same name and number. */
const run = randomBytes(4).toString('hex')
const OWNED = /\.([\da-f]{8})-(\d+)-[\da-f]{8}\.tmp$/

/** Milliseconds without a write after which a file whose maker cannot be asked is taken for left behind. */
const SILENT_MS = 3_600_000
/** Younger ones stay whatever their name says. */
const FRESH_MS = 60_000

/** @param stem what is being made; made twice at once by one process, it needs a name for each */
export const scratchName = (stem: string): string => `${stem}.${machine}-${process.pid}-${run}.tmp`

/**
 * Removes half-made files of a folder: at once where their process ran on this machine and is gone, after an
 * hour without a write where it ran elsewhere or is unknown. Those of servers that live stay.
 */
export async function clearScratch(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    if (!name.endsWith('.tmp')) continue
    const path = join(folder, name)
    const facts = await stat(path).catch(() => null)
    if (facts && isLeft(name, Date.now() - facts.mtimeMs)) await rm(path, { force: true })
  }
}

function isLeft(name: string, silentMs: number): boolean {
  const [, where, pid] = OWNED.exec(name) ?? []
  if (where === machine && Number(pid) !== process.pid) return !runs(Number(pid))
  // Its number is ours: left by a process before this one, or written by one in a container beside it.
  if (where === machine) return !name.endsWith(`-${run}.tmp`) && silentMs > FRESH_MS
  return silentMs > SILENT_MS
}

function runs(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
