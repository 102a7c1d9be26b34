import { randomUUID } from 'node:crypto'
import { lstatSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** So many builds are kept, the newest with them. */
const KEPT = 5
/** A build that is not whole after so long was broken off, ms. */
const BROKEN_OFF_MS = 3_600_000

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
  const parent = dirname(link)
  const folder = join(parent, name)
  // Under another name until it is whole: what was broken off is none of the builds that are kept.
  const begun = join(parent, `.${name}`)
  mkdirSync(begun, { recursive: true })
  try {
    await make(begun)
    renameSync(begun, folder)
  } catch (error) {
    rmSync(begun, { recursive: true, force: true })
    throw error
  }
  const next = join(parent, `.link-${name}`)
  // A folder itself where builds took each other's place before.
  if (lstatSync(link, { throwIfNoEntry: false })?.isDirectory()) rmSync(link, { recursive: true })
  try {
    symlinkSync(name, next)
    renameSync(next, link)
  } catch {
    // Windows gives links to some alone, and puts none in another's place: the build itself lies there then.
    rmSync(next, { force: true })
    rmSync(link, { recursive: true, force: true })
    return renameSync(folder, link)
  }
  const old = `.${prefix}${(Date.now() - BROKEN_OFF_MS).toString(36)}`
  // A stamp beside them begins like them, too.
  const isBegun = (other) => other.startsWith(`.${prefix}`) && other.split('-').length > 2
  for (const one of readdirSync(parent).filter((other) => isBegun(other) && other < old))
    rmSync(join(parent, one), { recursive: true, force: true })
  const earlier = readdirSync(parent).filter((one) => one.startsWith(prefix) && one !== name)
  for (const one of earlier.sort().slice(0, 1 - KEPT)) rmSync(join(parent, one), { recursive: true, force: true })
}
