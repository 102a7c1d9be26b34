// What a command that is told to end leaves its child to end in.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'

const TIED = pathToFileURL(resolve(import.meta.dirname, '../scripts/tied.mjs')).href

it.each([
  ['is killed when that is over', 1, 'SIGKILL null'],
  ['ends by itself within it', 600_000, 'null 7'],
])('H-402: a child that was told to end %s', async (_what, patienceMs, fate) => {
  const folder = mkdtempSync(join(tmpdir(), 'player-tied-'))
  // It takes what is told to it as an import does: what it has begun comes first.
  const child =
    "process.on('SIGINT', () => setTimeout(() => process.exit(7), 500)); process.stdout.write('up'); setInterval(() => {}, 1000)"
  writeFileSync(
    join(folder, 'outer.mjs'),
    `import { spawn } from 'node:child_process'
     import { tieToParent } from '${TIED}'
     const hold = tieToParent(${patienceMs})
     const child = spawn(process.execPath, ['-e', ${JSON.stringify(child)}], { stdio: ['ignore', 'pipe', 'inherit'] })
     hold(child)
     child.stdout.once('data', () => process.stdout.write('up'))
     child.once('exit', (code, signal) => { process.stdout.write(' ' + signal + ' ' + code); process.exit() })`,
  )
  const outer = spawn(process.execPath, [join(folder, 'outer.mjs')], { stdio: ['ignore', 'pipe', 'inherit'] })
  let said = ''
  outer.stdout.setEncoding('utf8').on('data', (text: string) => {
    if (said === '') outer.kill('SIGINT')
    said += text
  })
  await once(outer, 'close')
  expect(said).toBe(`up ${fate}`)
  rmSync(folder, { recursive: true })
})
