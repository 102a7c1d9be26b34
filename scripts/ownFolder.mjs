import { randomUUID } from 'node:crypto'
import { lstatSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** So many builds are kept, the newest with them. */
const KEPT = 5

/**
 * Builds into a folder of its own, and has `link` name it once it is whole. A server that was started from an earlier
 * one finds there what it loads late: threads, and parts of the demo. It would load those of another build otherwise,
 * or none.
 * @param link where the newest build is found
 * @param make writes the build into the folder it is given
 * @throws what `make` throws; then `link` names what it named before
 */
export async function inOwnFolder(link, make) {
  const prefix = `${basename(link)}-`
  // In the order of their names they are in that of their times.
  const name = `${prefix}${Date.now().toString(36)}-${randomUUID()}`
  const folder = join(dirname(link), name)
  mkdirSync(folder, { recursive: true })
  try {
    await make(folder)
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
  const next = join(dirname(link), `.${name}`)
  symlinkSync(name, next)
  // A folder itself where builds took each other's place before.
  if (lstatSync(link, { throwIfNoEntry: false })?.isDirectory()) rmSync(link, { recursive: true })
  renameSync(next, link)
  const earlier = readdirSync(dirname(link)).filter((one) => one.startsWith(prefix) && one !== name)
  for (const one of earlier.sort().slice(0, 1 - KEPT))
    rmSync(join(dirname(link), one), { recursive: true, force: true })
}
