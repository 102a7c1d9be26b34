/** Programs that do nothing but load files, as far as they are installed: what the same files cost without a browser. */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PARALLEL } from './figure.ts'
import { Tree } from './processTree.ts'

/** An address and the name its file is saved under. */
export interface Wanted {
  readonly url: string
  readonly name: string
}

interface Program {
  /** Its command line; the list lies in the file `list` and names what to load in its own way. */
  readonly args: (list: string, folder: string) => readonly string[]
  readonly list: (wanted: readonly Wanted[]) => string
}

export type Peer = 'curl' | 'aria2c'

const PROGRAMS: Record<Peer, Program> = {
  curl: {
    args: (list, folder) => ['-s', '--fail', '-Z', '--parallel-max', `${PARALLEL}`, '--output-dir', folder, '-K', list],
    list: (wanted) => wanted.map(({ url, name }) => `url = "${url}"\noutput = "${name}"\n`).join(''),
  },
  aria2c: {
    args: (list, folder) => [`-j${PARALLEL}`, '-x1', '--file-allocation=none', '-q', '-d', folder, '-i', list],
    list: (wanted) => wanted.map(({ url, name }) => `${url}\n  out=${name}\n`).join(''),
  },
}

/** Which of them can be run here. */
export function installed(): Peer[] {
  return (Object.keys(PROGRAMS) as Peer[]).filter((name) => {
    try {
      execFileSync(name, ['--version'], { stdio: 'ignore' })
      return true
    } catch {
      return false
    }
  })
}

/** Chrome's own downloads and these programs, with their versions or that they are not here. */
export function peersHere(): string[] {
  const here = installed()
  const versions = (Object.keys(PROGRAMS) as Peer[]).map((name) => {
    if (!here.includes(name)) return `${name} is not installed and left out`
    const said = execFileSync(name, ['--version'], { encoding: 'utf8' })
    return `${name} ${/\d+(\.\d+)+/.exec(said)?.[0] ?? ''}`
  })
  return [`the browser's own downloads`, ...versions]
}

/**
 * Loads all of it into a new folder.
 * @param look is shown the folder when the program has ended
 * @returns seconds of the clock and of processor, bytes of the largest resident set and bytes written
 * @throws Error when the program failed
 */
export async function load<T>(
  peer: Peer,
  wanted: readonly Wanted[],
  look: (folder: string) => Promise<T>,
): Promise<{ wall: number; cpu: number; rss: number; written: number; seen: T }> {
  const place = await mkdtemp(join(tmpdir(), 'downloads-peer-'))
  try {
    const list = join(place, 'list')
    const folder = join(place, 'files')
    const program = PROGRAMS[peer]
    await writeFile(list, program.list(wanted))
    const began = performance.now()
    // The shell tells what its child took: a program that has ended can no longer be asked.
    const line = [peer, ...program.args(list, folder)].map((word) => `'${word}'`).join(' ')
    const script = `mkdir '${folder}' && TIMEFORMAT='%U %S' && time ${line}`
    const child = spawn('bash', ['-c', script], { stdio: ['ignore', 'ignore', 'pipe'] })
    let said = ''
    child.stderr.on('data', (text: Buffer) => {
      said += text.toString()
    })
    const tree = new Tree(child.pid ?? 0)
    let last = { rss: 0, written: 0 }
    const sampler = setInterval(() => {
      const { rss, written } = tree.usage()
      last = { rss: Math.max(last.rss, rss), written }
    }, 50)
    const [code] = (await once(child, 'close')) as [number | null]
    clearInterval(sampler)
    const wall = (performance.now() - began) / 1000
    const [user, system] = said.trim().split('\n').at(-1)?.split(' ').map(Number) ?? []
    if (code !== 0 || user === undefined || system === undefined) throw new Error(`${peer} ended with ${code}: ${said}`)
    return { wall, cpu: user + system, ...last, seen: await look(folder) }
  } finally {
    await rm(place, { recursive: true, force: true })
  }
}
