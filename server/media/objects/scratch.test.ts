import { spawn, spawnSync } from 'node:child_process'
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { clearScratch, scratchName } from './scratch.ts'

let base = ''
let folder = ''
beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'scratch-'))
})
beforeEach(async () => {
  folder = await mkdtemp(join(base, 'cache-'))
})
afterAll(() => rm(base, { recursive: true, force: true }))

const ours = scratchName('song')
const ofProcess = (pid: number) => ours.replace(`-${process.pid}-`, `-${pid}-`)
/** As a process of another machine, with a number that may well run here, would name it. */
const ofMachine = ours.replace(/\.[\da-f]{8}-/, '.00000000-')
const ofRun = ours.replace(/-[\da-f]{8}\.tmp$/, '-00000000.tmp')

/** Whether a file of this name, last written so many seconds ago, is there after a server began. */
async function stays(name: string, silentS = 0): Promise<boolean> {
  await writeFile(join(folder, name), 'half')
  const then = new Date(Date.now() - silentS * 1000)
  await utimes(join(folder, name), then, then)
  await clearScratch(folder)
  return (await readdir(folder)).includes(name)
}

describe('half-made files', () => {
  it('stay while their server lives, however long it takes', async () => {
    const sibling = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })
    try {
      expect(await stays(ofProcess(sibling.pid ?? 0), 100_000)).toBe(true)
      expect(await stays(ours, 100_000)).toBe(true)
    } finally {
      sibling.kill('SIGKILL')
    }
  })

  it('go at once when their server is gone', async () => {
    const { pid } = spawnSync(process.execPath, ['-e', ''])
    expect(await stays(ofProcess(pid))).toBe(false)
  })

  it('of a machine that shares the folder stay as long as they are written', async () => {
    expect(await stays(ofMachine, 3000)).toBe(true)
    expect(await stays(ofMachine, 4000)).toBe(false)
  })

  it('of another process with the same number stay for a minute', async () => {
    expect(await stays(ofRun, 10)).toBe(true)
    expect(await stays(ofRun, 100)).toBe(false)
  })

  it('of no name we know stay for an hour, and finished ones for ever', async () => {
    expect(await stays('song.1234.tmp', 3000)).toBe(true)
    expect(await stays('song.1234.tmp', 4000)).toBe(false)
    expect(await stays('song.wav', 1e7)).toBe(true)
  })
})
