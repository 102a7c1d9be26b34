/**
 * `npm start` ends whole: whoever is told to end, however, nothing of it is left and the port is free.
 * @module-tag long
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { copied } from './templates.ts'

vi.setConfig({ testTimeout: 150_000 })
/** The server gives itself 4.5 s; a busy machine notices late. */
const END_DEADLINE_MS = 20_000
const START = resolve(import.meta.dirname, '../../scripts/start.mjs')

let folder = ''
/** Filled already: this is not about a first start. */
let data = ''
let npm: ChildProcess | undefined
let processes: number[] = []
beforeAll(async () => {
  data = await copied(inject('templates').embedded)
  folder = mkdtempSync(join(tmpdir(), 'player-ending-'))
  // The project's own script, without its installation before it.
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ scripts: { start: `node ${START}` } }))
})
afterEach(() => {
  for (const pid of processes.filter(lives)) process.kill(pid, 'SIGKILL')
})
afterAll(() => {
  for (const path of [folder, data]) rmSync(path, { recursive: true, force: true })
})

/** Parent of every process, by id. */
function parents(): Map<number, number> {
  const ids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return new Map(ids.map((id) => [Number(id), Number(/\) \S+ (\d+)/.exec(text(`/proc/${id}/stat`))?.[1] ?? 0)]))
}
function below(pid: number): number[] {
  const all = parents()
  const found = [pid]
  for (const one of found) for (const [child, parent] of all) if (parent === one) found.push(child)
  return found
}
const text = (path: string) => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
/** A zombie has ended: only whoever started it has not looked yet. */
const lives = (pid: number) => existsSync(`/proc/${pid}`) && !/\) Z /.test(text(`/proc/${pid}/stat`))
const commandOf = (pid: number) => text(`/proc/${pid}/cmdline`).replaceAll('\0', ' ')

async function start(): Promise<number> {
  const { NODE_ENV: _, DATABASE_URL: __, NODE_OPTIONS: ___, ...inherited } = process.env
  const env = { ...inherited, PORT: '0', DATA_DIR: data, INIT_CWD: folder }
  const child = spawn('npm', ['start', '--', '--catalogue', 'small'], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  npm = child
  let said = ''
  child.stderr?.on('data', (chunk) => {
    said += chunk
  })
  const port = await new Promise<number>((done, fail) => {
    child.once('exit', (code) => fail(new Error(`npm ended with ${code}: ${said}`)))
    child.stdout?.on('data', (chunk) => {
      said += chunk
      const ready = /^ready http:\/\/localhost:(\d+)$/m.exec(said)
      if (ready) done(Number(ready[1]))
    })
  })
  child.removeAllListeners('exit')
  processes = below(child.pid ?? -1)
  return port
}

const open = (port: number) =>
  new Promise<boolean>((done) => {
    const socket = connect({ host: 'localhost', port })
    socket.once('connect', () => done(true)).once('error', () => done(false))
    socket.once('connect', () => socket.destroy())
  })

describe.skipIf(!existsSync('/proc/self/stat'))('npm start', () => {
  const who = {
    npm: () => npm?.pid ?? -1,
    'its script': () => processes.find((pid) => commandOf(pid).startsWith(`node ${START}`)) ?? -1,
    'the server': () => processes.find((pid) => commandOf(pid).includes('dist/server/main.js')) ?? -1,
  }
  it.each([
    ['SIGTERM', 'npm'],
    ['SIGHUP', 'npm'],
    ['SIGKILL', 'npm'],
    ['SIGTERM', 'its script'],
    ['SIGHUP', 'its script'],
    ['SIGKILL', 'its script'],
    ['SIGHUP', 'the server'],
  ] as const)('ends with everything it started, and frees its port, on %s to %s', async (signal, whom) => {
    const port = await start()
    expect(await open(port)).toBe(true)
    const pid = who[whom]()
    expect(processes).toContain(pid)
    expect(processes.length).toBeGreaterThanOrEqual(3)
    process.kill(pid, signal)
    await expect
      .poll(() => processes.filter(lives).map(commandOf), { timeout: END_DEADLINE_MS, interval: 100 })
      .toEqual([])
    expect(await open(port)).toBe(false)
  })
})
