/**
 * The command, watched: its work is done by a process of its own, for an expression is anybody's code. One that takes
 * all memory, or stays where no time limit reaches (within a function of the engine), ends that process alone; this one
 * says what happened, and ends with a code.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { getHeapStatistics } from 'node:v8'
import { count, harmless } from '../print.ts'
import { EXIT } from '../usage.ts'

/** What the worked process tells: text for the other stream, or whether an expression is being asked. */
export type Told = { readonly note: string } | { readonly asking: boolean }

/** What it is told: to stop where it is, and say how far it has come. */
export interface Stop {
  readonly stop: true
}

export interface Watching {
  /** File of the process that works, and its command line. */
  readonly entry: string
  readonly args: readonly string[]
  /** Longer than this no slice of work that asks an expression may take, ms: above the limit the slice itself has. */
  readonly limit: number
  readonly say: (line: string) => void
  readonly note: (text: string) => void
}

/** How a process ends that has used up its memory: by what the engine does then, or by the system. */
const OUT_OF_MEMORY: readonly unknown[] = ['SIGABRT', 'SIGKILL', 'SIGTRAP', 'SIGILL', 134, 133]
/** So much of what the engine wrote about its own end is kept, UTF-16 units. */
const LAST_WORDS = 8000
const MB = 2 ** 20
const PASSED = ['SIGTERM', 'SIGHUP'] as const
/** What is told within so many ms is one press of Ctrl+C. */
const PRESS_MS = 400

/** @returns exit code, as USAGE says */
export function watch({ entry, args, limit, say, note }: Watching): Promise<number> {
  const env = { ...process.env, REPLAY_TERMINAL: process.stderr.isTTY ? '1' : '0' }
  const child = fork(entry, args, { env, stdio: ['ignore', 'inherit', 'pipe', 'ipc'] })
  let isStopped = false
  const release = passSignals(child, () => {
    isStopped = true
  })
  let lastWords = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    lastWords = (lastWords + text).slice(-LAST_WORDS)
  })
  let isAsking = false
  let isLate = false
  let timer: NodeJS.Timeout | undefined
  child.on('message', (told: Told) => {
    if ('note' in told) return note(told.note)
    isAsking = told.asking
    clearTimeout(timer)
    if (isAsking)
      timer = setTimeout(() => {
        isLate = true
        child.kill('SIGKILL')
      }, limit)
  })
  const ended = (why: string, exit: number): number => {
    note(`${harmless(why)}\n`)
    if (args.includes('--json')) say(harmless(JSON.stringify({ error: why, exit })))
    return exit
  }
  const verdict = (code: number | null, signal: NodeJS.Signals | null): number => {
    if (isLate) return ended(`the expression cannot be run: it takes longer than ${limit / 1000} s`, EXIT.usage)
    // It was pressed again, or before it could have heard of it.
    if (isStopped && code === null) return ended('stopped', EXIT.stopped)
    if (OUT_OF_MEMORY.includes(signal ?? code)) {
      const most = `than Node may use, ${count(Math.round(getHeapStatistics().heap_size_limit / MB))} MB`
      if (isAsking) return ended(`the expression cannot be run: it takes more memory ${most}`, EXIT.usage)
      const more = 'NODE_OPTIONS=--max-old-space-size=8192 allows more'
      return ended(`this takes more memory ${most} (${more})`, EXIT.memory)
    }
    if (lastWords !== '') note(lastWords)
    return code ?? EXIT.stopped
  }
  return new Promise((done, failed) => {
    child.on('error', failed)
    child.on('close', (code, signal) => {
      clearTimeout(timer)
      release()
      done(verdict(code, signal))
    })
  })
}

/**
 * What this process is told the other hears. Ctrl+C comes from the terminal, from npm and from what npm started, all at
 * once; pressed again it ends the other where it is.
 * @param stopped called at the first Ctrl+C
 * @returns ends that
 */
function passSignals(child: ChildProcess, stopped: () => void): () => void {
  let pressed: number | null = null
  const stop = () => {
    if (pressed !== null) {
      if (performance.now() - pressed > PRESS_MS) child.kill('SIGKILL')
      return
    }
    pressed = performance.now()
    stopped()
    // It may have ended by itself.
    if (child.connected) child.send({ stop: true } satisfies Stop, () => {})
  }
  const pass = (signal: NodeJS.Signals) => void child.kill(signal)
  process.on('SIGINT', stop)
  for (const signal of PASSED) process.on(signal, pass)
  return () => {
    process.off('SIGINT', stop)
    for (const signal of PASSED) process.off(signal, pass)
  }
}
