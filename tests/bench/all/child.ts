/** One benchmark in a process of its own: what it measured, and what became of it where it did not end well. */
import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { isKept, type Report } from '../table/figure.ts'
import { REPORT_FILE, readReport } from '../table/report.ts'

/** A signal is followed by one that nothing survives. */
const GRACE_MS = 15_000
/** `scripts/bench.mjs` ends with 1 when a figure is not as it must be, and with more when the benchmark itself failed. */
const MISSED = 1
const LINE_MAX = 160

export interface Outcome {
  /** Null: it came to none. */
  readonly report: Report | null
  /** In a line why it failed; null when it ran to its end. */
  readonly failed: string | null
  readonly seconds: number
}

/**
 * Runs a Node program with what it says going to the terminal, and reads the report it leaves. Its temporary files lie
 * in a folder that is gone afterwards, however it ended.
 * @param patience ms until it is ended
 * @param stopped ends it at once
 */
export async function runChild(
  bench: string,
  command: readonly string[],
  patience: number,
  stopped: AbortSignal,
): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  // A database server has another user.
  chmodSync(folder, 0o755)
  const file = join(folder, 'figures.json')
  const began = performance.now()
  try {
    const { code, said } = await ended(command, { [REPORT_FILE]: file, TMPDIR: folder }, patience, stopped)
    const seconds = (performance.now() - began) / 1000
    const read = existsSync(file) ? readReport(file) : null
    if (read !== null && read.bench !== bench) throw new Error(`the report is of ${read.bench}`)
    return { report: read, failed: whyFailed(code, read, said), seconds }
  } catch (error) {
    const failed = error instanceof Error ? lineOf(error.message) : String(error)
    return { report: null, failed, seconds: (performance.now() - began) / 1000 }
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** @param code null: it was ended */
function whyFailed(code: number | null, read: Report | null, said: string): string | null {
  if (code === null) return 'it did not come to an end and was ended'
  const isMissed = read !== null && !read.figures.every(isKept)
  if (read !== null && read.figures.length > 0 && (code === 0 || (code === MISSED && isMissed))) return null
  return lineOf(said) || `it ended with ${code}${read === null ? ' and without a report' : ''}`
}

/** The first line that names an error, else the last. */
function lineOf(said: string): string {
  const lines = stripVTControlCharacters(said)
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
  return (lines.find((line) => /^\w*Error\b/.test(line)) ?? lines.at(-1) ?? '').slice(0, LINE_MAX)
}

function ended(
  command: readonly string[],
  env: Readonly<Record<string, string>>,
  patience: number,
  stopped: AbortSignal,
): Promise<{ code: number | null; said: string }> {
  return new Promise((done, fail) => {
    // A group of its own, so that what it started ends with it.
    const child = spawn(process.execPath, command, {
      stdio: ['ignore', 'inherit', 'pipe'],
      env: { ...process.env, ...env },
      detached: process.platform !== 'win32',
    })
    let said = ''
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      process.stderr.write(text)
      said = `${said}${text}`.slice(-20_000)
    })
    let isEnded = false
    let killing: NodeJS.Timeout | undefined
    const end = () => {
      if (isEnded) return
      isEnded = true
      signal(child, 'SIGINT')
      killing = setTimeout(() => signal(child, 'SIGKILL'), GRACE_MS)
    }
    const timer = setTimeout(end, patience)
    if (stopped.aborted) end()
    stopped.addEventListener('abort', end, { once: true })
    child.once('error', fail)
    child.once('exit', (code) => {
      clearTimeout(timer)
      clearTimeout(killing)
      stopped.removeEventListener('abort', end)
      // What it left running would be measured with the next.
      signal(child, 'SIGKILL')
      done({ code: isEnded ? null : (code ?? 128), said })
    })
  })
}

function signal(child: ChildProcess, name: NodeJS.Signals): void {
  try {
    if (process.platform !== 'win32' && child.pid) process.kill(-child.pid, name)
    else child.kill(name)
  } catch {
    // It has ended on its own.
  }
}
