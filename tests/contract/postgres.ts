/**
 * A real PostgreSQL server for tests: found on the machine, or installed through apt where that is
 * allowed. Runs in a temporary folder on a free port; only that folder is removed.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const READY_DEADLINE_MS = 20_000

export interface Postgres {
  /** postgresql://postgres@127.0.0.1:PORT, without a database name. */
  url: string
  stop(): Promise<void>
}

/** @returns the running server, or in a sentence why there is none */
export async function startPostgres(): Promise<Postgres | string> {
  const bin = binaries() ?? install()
  if (bin === null) return 'PostgreSQL is not installed and cannot be installed here (that takes apt and root)'
  const user = serverUser()
  if (user === null) return 'PostgreSQL refuses to run as root, and there is no user "postgres"'
  const folder = mkdtempSync(join(tmpdir(), 'player-pg-'))
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid ?? user.uid)
  const data = join(folder, 'data')
  const remove = () => rmSync(folder, { recursive: true, force: true })
  const made = spawnSync(
    join(bin, 'initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'],
    {
      ...user,
      encoding: 'utf8',
      cwd: folder,
    },
  )
  if (made.status !== 0) {
    remove()
    return `initdb failed: ${made.stderr}`
  }
  const port = await freePort()
  const child = spawn(
    join(bin, 'postgres'),
    ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', folder, '-c', 'fsync=off'],
    {
      ...user,
      cwd: folder,
      stdio: 'ignore',
    },
  )
  const url = `postgresql://postgres@127.0.0.1:${port}`
  const stop = async () => {
    await ended(child)
    remove()
  }
  if (await answers(join(bin, 'pg_isready'), port)) return { url, stop }
  await stop()
  return 'PostgreSQL was installed but did not start'
}

function binaries(): string | null {
  const base = '/usr/lib/postgresql'
  const versions = existsSync(base) ? readdirSync(base).sort((a, b) => Number(b) - Number(a)) : []
  return versions.map((version) => join(base, version, 'bin')).find((bin) => existsSync(join(bin, 'initdb'))) ?? null
}

function install(): string | null {
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).status !== 0) return null
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const apt = (...args: string[]) => spawnSync('apt-get', args, { env, stdio: 'ignore', timeout: 240_000 }).status === 0
  const done =
    apt('install', '-y', '--no-install-recommends', 'postgresql') ||
    (apt('update') && apt('install', '-y', '--no-install-recommends', 'postgresql'))
  return done ? binaries() : null
}

/** Whom the server runs as: the caller, or `postgres` when the caller is root. */
function serverUser(): { uid?: number; gid?: number } | null {
  if (process.getuid?.() !== 0) return {}
  const id = (flag: string) =>
    Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout.trim() || Number.NaN)
  const [uid, gid] = [id('-u'), id('-g')]
  return Number.isNaN(uid) || Number.isNaN(gid) ? null : { uid, gid }
}

function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const probe = createServer()
    probe.once('error', fail)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => done(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

async function answers(isReady: string, port: number): Promise<boolean> {
  const until = Date.now() + READY_DEADLINE_MS
  while (Date.now() < until) {
    if (spawnSync(isReady, ['-h', '127.0.0.1', '-p', String(port)]).status === 0) return true
    await new Promise((done) => setTimeout(done, 150))
  }
  return false
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise((done) => child.once('exit', done))
  child.kill('SIGINT')
  const timer = setTimeout(() => child.kill('SIGKILL'), 5000)
  await gone
  clearTimeout(timer)
}
