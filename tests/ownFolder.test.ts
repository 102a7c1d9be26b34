// A program that runs while it is built anew: it goes on with what it was started from.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
// biome-ignore lint/correctness/useImportExtensions: its types stand beside it in a .d.mts, which misleads the rule
import { inOwnFolder } from '../scripts/ownFolder.mjs'

let dist: string
beforeEach(() => {
  dist = mkdtempSync(join(tmpdir(), 'player-builds-'))
})
afterEach(() => rmSync(dist, { recursive: true, force: true }))

/** What says, each time it is asked, of which build a thread and a part are that it loads only then. */
const MAIN = `
import { Worker } from 'node:worker_threads'
process.on('message', async () => {
  const { part } = await import('./part-HASH.js').catch(({ code }) => ({ part: code }))
  const thread = new Worker(new URL('./thread.js', import.meta.url))
  thread.once('error', ({ code }) => process.send([part, code]))
  thread.once('message', (said) => process.send([part, said]))
})
process.send('up')
`

const build = (nth: number) =>
  inOwnFolder(join(dist, 'server'), async (folder) => {
    const files = {
      'main.mjs': MAIN.replace('HASH', String(nth)),
      'package.json': '{ "type": "module" }',
      [`part-${nth}.js`]: `export const part = ${nth}`,
      'thread.js': `import { parentPort } from 'node:worker_threads'\nparentPort.postMessage(${nth})`,
    }
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  })

async function started() {
  const child = spawn(process.execPath, [join(dist, 'server', 'main.mjs')], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  await once(child, 'message')
  return {
    async loads() {
      child.send('load')
      const [said] = (await once(child, 'message')) as [unknown]
      return said
    },
    [Symbol.dispose]: () => void child.kill('SIGKILL'),
  }
}

it('H-352: what runs loads the threads and parts it was built with, and what is started then those of the newest', async () => {
  // As builds were laid down before.
  mkdirSync(join(dist, 'server'))
  writeFileSync(join(dist, 'server', 'old.js'), '')
  await build(1)
  using before = await started()
  await build(2)
  using after = await started()
  await build(3)
  expect(await before.loads()).toEqual([1, 1])
  expect(await after.loads()).toEqual([2, 2])
})

it('H-352: a build that fails leaves the one before, and nothing of its own', async () => {
  await build(1)
  const there = readdirSync(dist)
  const failing = inOwnFolder(join(dist, 'server'), async () => {
    throw new Error('a line is wrong')
  })
  await expect(failing).rejects.toThrow('a line is wrong')
  expect(readdirSync(dist)).toEqual(there)
})

it('H-352: five builds are kept, and the folder of another part', async () => {
  mkdirSync(join(dist, 'client'))
  for (let nth = 1; nth <= 7; nth++) {
    // Each has a name by the time it began, ms.
    const last = Date.now()
    while (Date.now() === last);
    await build(nth)
  }
  const builds = readdirSync(dist).filter((name) => name.startsWith('server-'))
  const parts = builds.flatMap((name) => readdirSync(join(dist, name)).filter((file) => file.startsWith('part')))
  expect(parts.sort()).toEqual([3, 4, 5, 6, 7].map((nth) => `part-${nth}.js`))
  expect(readdirSync(dist)).toContain('client')
})
