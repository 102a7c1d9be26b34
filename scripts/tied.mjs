// What is started here ends with whoever started it. npm passes SIGTERM on to a shell at most and SIGHUP to nobody,
// and a shell that is killed leaves its child running: so it is looked at, too, whether they still live.
// Depends on nothing but Node.
import { readFileSync } from 'node:fs'

const LOOK_MS = 250
/** What a child has to end by itself; the server gives itself less. */
const PATIENCE_MS = 6000

/**
 * Passes signals on to children, and ends them and this process when npm, or whatever else started it, is gone.
 * @param patienceMs what a child has to end by itself once it was told
 * @returns a function that takes in a child that was started
 */
export function tieToParent(patienceMs = PATIENCE_MS) {
  /** @type {import('node:child_process').ChildProcess | undefined} */
  let child
  let ending = false
  const end = (signal) => {
    if (!child) process.exit(1)
    child.kill(signal)
    if (ending) return
    ending = true
    setTimeout(() => child?.kill('SIGKILL'), patienceMs).unref()
  }
  process.on('SIGINT', () => end('SIGINT'))
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => end('SIGTERM'))
  const begun = parents()
  const look = setInterval(() => {
    if (parents().every((pid, at) => pid === begun[at])) return
    clearInterval(look)
    end('SIGTERM')
  }, LOOK_MS)
  look.unref()
  return (started) => {
    child = started
  }
}

/** This process's parent, and npm where a shell of npm's stands between. */
function parents() {
  const { ppid } = process
  const shell = process.env.npm_lifecycle_event !== undefined && /^(da|ba|a|z|k)?sh$/.test(read(ppid, 'comm'))
  return shell ? [ppid, parentOf(ppid)] : [ppid]
}

function parentOf(pid) {
  return Number(/\) \S+ (\d+)/.exec(read(pid, 'stat'))?.[1] ?? 0)
}

/** Empty where there is no such file, as on systems without /proc. */
function read(pid, name) {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8').trim()
  } catch {
    return ''
  }
}
