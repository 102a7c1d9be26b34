/** A server that was started for the first time and is then left alone: what it makes ahead, and what it takes afterwards. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { call, signIn } from '#tests/contract/http.ts'
import { pause } from '../press/pause.ts'
import { workedMs } from '../worked.ts'

export interface Alone {
  /** From the start of the process until its port was open, ms: the catalogue is made in it. */
  readonly firstReadyMs: number
  /** The same once the catalogue is there, ms. */
  readonly readyMs: number
  /** A page of forty releases while the server has covers to draw and songs to measure, and after that, p95 in ms. */
  readonly busyPageMs: number
  readonly idlePageMs: number
  /** Covers drawn while nobody asked, and how long that took, ms. */
  readonly drawn: number
  readonly drawingMs: number
  /** Share of one core while nobody asks and nothing is left to make, 0 to 1; NaN where the system does not say. */
  readonly idleShare: number
}

export interface AloneOptions {
  readonly catalogue: 'small' | 'demo' | 'large'
  /** Covers drawn ahead. */
  readonly covers: number
  /** How long the idle server is watched, ms. */
  readonly watchedMs: number
}

const ASKED = 40
/** Longer than the server waits after the last request before it makes something again. */
const BETWEEN_MS = 200
const PATIENCE_MS = 30 * 60_000
/** Measuring of songs has ended where the server takes less than this for so long, share of a core and ms. */
const REST = { share: 0.02, ms: 10_000 }

/** @param root the project's folder, built. @throws Error when the server does not become ready, or not idle */
export async function leaveAlone(root: string, { catalogue, covers, watchedMs }: AloneOptions): Promise<Alone> {
  const dataDir = await mkdtemp(join(tmpdir(), 'quiet-'))
  const started = () => start(root, dataDir, catalogue, covers)
  try {
    const first = await started()
    const firstReadyMs = first.readyMs
    await first.stop()
    const server = await started()
    try {
      const { access } = await signIn(server.url)
      const busyPageMs = await pagesOf(server.url, access)
      const { drawn, drawingMs } = await server.drewAhead()
      await untilAtRest(server.pid)
      const idleShare = await shareOf(server.pid, watchedMs)
      const idlePageMs = await pagesOf(server.url, access)
      return { firstReadyMs, readyMs: server.readyMs, busyPageMs, idlePageMs, drawn, drawingMs, idleShare }
    } finally {
      await server.stop()
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

interface Running {
  readonly url: string
  readonly pid: number
  readonly readyMs: number
  /** Waits until it has drawn all that it draws ahead. */
  drewAhead(): Promise<{ readonly drawn: number; readonly drawingMs: number }>
  stop(): Promise<void>
}

async function start(root: string, dataDir: string, catalogue: string, covers: number): Promise<Running> {
  const { NODE_ENV: _, DATABASE_URL: __, ...inherited } = process.env
  const begun = performance.now()
  const server: ChildProcess = spawn(process.execPath, [join(root, 'dist/server/main.js'), '--catalogue', catalogue], {
    env: { ...inherited, DEMO: '1', PORT: '0', DATA_DIR: dataDir, COVERS_AHEAD: String(covers) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  const hear = (text: Buffer) => {
    said += text.toString()
  }
  server.stdout?.on('data', hear)
  server.stderr?.on('data', hear)
  const found = async (what: RegExp) => {
    for (const until = performance.now() + PATIENCE_MS; performance.now() < until; await pause(20)) {
      const match = what.exec(said)
      if (match) return match
      if (server.exitCode !== null) break
    }
    throw new Error(`the server never said ${what}:\n${said}`)
  }
  const [, url = ''] = await found(/^ready (http:\/\/localhost:\d+)/m)
  return {
    url,
    pid: server.pid ?? 0,
    readyMs: performance.now() - begun,
    async drewAhead() {
      if (covers === 0) return { drawn: 0, drawingMs: 0 }
      const [line] = await found(/^\{.*"covers-ahead".*\}$/m)
      const { drawn, drawingMs } = JSON.parse(line) as { drawn: number; drawingMs: number }
      return { drawn, drawingMs }
    },
    async stop() {
      const gone = new Promise((resolve) => server.once('exit', resolve))
      server.kill('SIGTERM')
      if (server.exitCode === null) await gone
    },
  }
}

async function pagesOf(base: string, access: string): Promise<number> {
  const times: number[] = []
  for (let page = 1; page <= ASKED; page++) {
    const begun = performance.now()
    await (await call(base, `/releases?pagesize=40&sort=-date&page=${page}`, { token: access })).text()
    times.push(performance.now() - begun)
    await pause(BETWEEN_MS)
  }
  return times.sort((a, b) => a - b)[Math.floor(ASKED * 0.95)] ?? Number.NaN
}

async function untilAtRest(pid: number): Promise<void> {
  for (const until = performance.now() + PATIENCE_MS; performance.now() < until; ) {
    if (!((await shareOf(pid, REST.ms)) >= REST.share)) return
  }
  throw new Error('the server is never at rest')
}

/** @returns share of one core a process takes for so many ms; NaN where the system does not say */
async function shareOf(pid: number, ms: number): Promise<number> {
  const before = workedMs(pid)
  await pause(ms)
  return ((workedMs(pid) ?? Number.NaN) - (before ?? Number.NaN)) / ms
}
