// Whether the packages that lie in node_modules are those of the lockfile, whoever installed them.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Compares what npm noted at its last install, which it does at the very end, with the lockfile. What is optional may
 * be missing unless it is made for this machine; what is made for other machines may not be there.
 * @param root the project's folder
 * @returns false too where nothing was noted, or what was noted cannot be read
 */
export function areInstalled(root) {
  const wanted = packagesIn(join(root, 'package-lock.json'))
  const present = packagesIn(join(root, 'node_modules', '.package-lock.json'))
  if (!wanted || !present) return false
  return (
    Object.keys(present).every((place) => place in wanted) &&
    Object.entries(wanted).every(([place, entry]) => {
      if (place === '') return true
      const found = present[place]
      if (!found) return entry.optional === true && !isMadeForHere(entry)
      return found.version === entry.version && found.integrity === entry.integrity && isForHere(entry)
    })
  )
}

function packagesIn(file) {
  try {
    return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')).packages ?? null) : null
  } catch {
    return null
  }
}

/** Of those that differ in the C library alone npm takes one, so the others are missing rightly. */
const isMadeForHere = (entry) => (entry.os || entry.cpu) && !entry.libc && isForHere(entry)

const isForHere = ({ os, cpu }) => allows(os, process.platform) && allows(cpu, process.arch)

/** A list names what is allowed or, with a `!`, what is not. */
function allows(list, name) {
  if (!Array.isArray(list) || list.length === 0) return true
  return !list.includes(`!${name}`) && (list.includes(name) || list.every((one) => one.startsWith('!')))
}
