/**
 * Starts the real built server for a test, on a free port with a data folder of its own, and stops
 * it again. Needs `node scripts/build.mjs server` before.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const MAIN = resolve(import.meta.dirname, '../../dist/server/main.js')
const READY_DEADLINE_MS = 120_000
const STOP_DEADLINE_MS = 6000
/** A start that fails, or a command, on a machine that does much else. */
const END_DEADLINE_MS = 100_000

export interface StartedServer {
  /** http://localhost:PORT, without a slash at the end. */
  url: string
  dataDir: string
  pid: number
  /** Everything it wrote so far. */
  output(): { stdout: string; stderr: string }
  /** Ends it as a service manager does and removes its data folder unless `keepData`. Answers the exit code. */
  stop(options?: { keepData?: boolean; signal?: NodeJS.Signals }): Promise<number | null>
}

export interface StartOptions {
  /** Added to the environment; PORT is free and DATA_DIR a new temporary folder unless given. */
  env?: Record<string, string>
  /** Command line; `--catalogue small` unless given. */
  args?: string[]
  /** Whether it serves for long, to many at once; otherwise it has one thread for all that an engine does beside. */
  isBusy?: boolean
}

/** @throws Error with what it wrote when it ends or is silent instead of becoming ready */
export async function startServer(options: StartOptions = {}): Promise<StartedServer> {
  const dataDir = options.env?.DATA_DIR ?? (await mkdtemp(join(tmpdir(), 'player-')))
  const run = launch({ ...options, env: { ...options.env, DATA_DIR: dataDir } })
  const url = await new Promise<string>((done, fail) => {
    const timer = setTimeout(() => give('was not ready in time'), READY_DEADLINE_MS)
    const give = (why: string) => {
      clearTimeout(timer)
      fail(new Error(`the server ${why}:\n${run.stdout}${run.stderr}`))
    }
    run.child.once('exit', (code) => give(`ended with code ${code}`))
    run.child.stdout?.on('data', () => {
      const ready = /^ready (http:\/\/localhost:\d+)$/m.exec(run.stdout)
      if (!ready?.[1]) return
      clearTimeout(timer)
      run.child.removeAllListeners('exit')
      done(ready[1])
    })
  }).catch(async (error) => {
    run.child.kill('SIGKILL')
    await rm(dataDir, { recursive: true, force: true })
    throw error
  })
  return {
    url,
    dataDir,
    pid: run.child.pid ?? -1,
    output: () => ({ stdout: run.stdout, stderr: run.stderr }),
    async stop({ keepData = false, signal = 'SIGTERM' } = {}) {
      const code = await end(run.child, signal)
      if (!keepData) await rm(dataDir, { recursive: true, force: true })
      return code
    },
  }
}

/** Runs another built command (`import`, `backup`) to its end. */
export async function runCommand(
  name: string,
  args: string[],
  env: Record<string, string>,
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const { DATABASE_URL: _, NODE_OPTIONS: __, ...inherited } = process.env
  const child = spawn(process.execPath, [join(MAIN, '..', `${name}.js`), ...args], { env: { ...inherited, ...env } })
  const said = { stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said.stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said.stderr += text
  })
  const timer = setTimeout(() => child.kill('SIGKILL'), END_DEADLINE_MS)
  const code = await new Promise<number | null>((done) => child.once('close', done))
  clearTimeout(timer)
  return { code, ...said }
}

/** Runs the server until it ends by itself, for starts that must fail. The data folder given in `env` is left alone. */
export async function runToEnd(
  options: StartOptions & { env: Record<string, string> },
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const run = launch(options)
  const timer = setTimeout(() => run.child.kill('SIGKILL'), END_DEADLINE_MS)
  const code = await new Promise<number | null>((done) => run.child.once('exit', done))
  clearTimeout(timer)
  return { code, stdout: run.stdout, stderr: run.stderr }
}

function launch(options: StartOptions) {
  if (!existsSync(MAIN)) throw new Error('The server is not built: run "node scripts/build.mjs server" first.')
  const { NODE_ENV: _, DATABASE_URL: __, NODE_OPTIONS: ___, ...inherited } = process.env
  // Short lives: to optimise the embedded database takes longer than is won by it, and so does what threads of the
  // engine compile ahead (a fifth of a start).
  const flags = ['--enable-source-maps', '--liftoff-only', ...(options.isBusy ? [] : ['--single-threaded'])]
  const child = spawn(process.execPath, [...flags, MAIN, ...(options.args ?? ['--catalogue', 'small'])], {
    // A song of half a minute shows all that one of four shows, and is synthesised and encoded in an eighth of the time.
    // Nothing is drawn or measured ahead, which was most of the work of a server that only some calls are made to.
    env: {
      ...inherited,
      DEMO: '1',
      TEST_CONTROLS: '1',
      PORT: '0',
      MEDIA_CACHE_MB: '512',
      DEMO_SONG_PERCENT: '12',
      COVERS_AHEAD: '0',
      ...options.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const run = { child, stdout: '', stderr: '' }
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    run.stdout += text
  })
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    run.stderr += text
  })
  return run
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
  child.kill(signal)
  return new Promise<number | null>((done) => {
    const kill = setTimeout(() => child.kill('SIGKILL'), STOP_DEADLINE_MS)
    const giveUp = setTimeout(() => done(null), 2 * STOP_DEADLINE_MS)
    child.once('exit', (code) => {
      clearTimeout(kill)
      clearTimeout(giveUp)
      done(code)
    })
  })
}
