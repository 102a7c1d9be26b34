// One at a time: commands that are started together wait for the one that installs the packages.
// Depends on nothing but Node.
import { mkdirSync, readdirSync, readFileSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const LOOK_MS = 250
/** A folder of nobody: whoever made it died before it said who it was. */
const NAMELESS_MS = 2000
/** Far longer than an install takes: its process's number may be another's by now, as after a restart of the machine. */
const STALE_MS = 3_600_000

/**
 * Waits for a folder that nobody has, makes it, and has it until this process ends or `give` is called. What it had where
 * its process died is taken over.
 * @param folder absolute path; where it cannot be made at all, nobody is waited for
 * @param onWait called once when there is somebody to wait for
 * @returns how to give it on, and how to have it for a child as well, which may outlive this process
 */
export async function takeTurn(folder, onWait) {
  const mine = join(folder, String(process.pid))
  for (let waited = false; !take(folder, mine); waited = true) {
    if (!waited) onWait()
    await new Promise((next) => setTimeout(next, LOOK_MS))
  }
  const give = () => clear(folder, mine)
  process.once('exit', give)
  return {
    give() {
      process.off('exit', give)
      give()
    },
    /** @param pid undefined where no child came to be */
    share(pid) {
      try {
        if (pid !== undefined) writeFileSync(mine, String(pid))
      } catch {
        // It ends with this process, mostly.
      }
    },
  }
}

/** Whether it is ours now. The file in it says whose it is; without one it may be taken away again at any time. */
function take(folder, mine) {
  try {
    mkdirSync(folder)
  } catch (error) {
    if (error.code !== 'EEXIST') return true
    const holder = holderOf(folder)
    // Of those who take it away at once one finds the file, and a folder that is somebody's again is not empty.
    if (holder) clear(folder, holder)
    return false
  }
  try {
    writeFileSync(mine, '')
  } catch (error) {
    if (error.code === 'ENOENT') return false
  }
  return true
}

/** What stands in the folder where nobody has it any more: the file of one that died, or the folder alone. Null while somebody has it. */
function holderOf(folder) {
  try {
    const [pid] = readdirSync(folder)
    const path = pid === undefined ? folder : join(folder, pid)
    const age = Date.now() - statSync(path).mtimeMs
    return (pid === undefined ? age > NAMELESS_MS : age > STALE_MS || !isHad(pid, path)) ? path : null
  } catch {
    // It went meanwhile.
    return null
  }
}

/** Whoever waits has no turn: one of its own number was another process, as in a container that was started again. */
function isHad(pid, path) {
  if (Number(pid) === process.pid) return false
  const child = readFileSync(path, 'utf8')
  return lives(Number(pid)) || (child !== '' && lives(Number(child)))
}

function clear(folder, file) {
  try {
    if (file !== folder) rmSync(file)
    rmdirSync(folder)
  } catch {
    // Somebody else did, or has it.
  }
}

function lives(pid) {
  try {
    process.kill(pid, 0)
    return !isDead(pid)
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** One that has ended has its number until somebody asks how it ended; in a container that may be nobody. */
function isDead(pid) {
  try {
    return /\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}
