import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'

/** What the kernel is told to let go of: pages, entries and inodes (Linux, Documentation/admin-guide/sysctl/vm.rst). */
const ALL = '3'

/**
 * Has the system write what waits and forget what it holds of files, so that no run begins with what another one left.
 * @returns false where that is not allowed or not there
 */
export function dropCaches(): boolean {
  try {
    execFileSync('sync')
    writeFileSync('/proc/sys/vm/drop_caches', ALL)
    return true
  } catch {
    return false
  }
}
