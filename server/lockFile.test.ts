import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { claim } from './lockFile.ts'
import { createWhole } from './wholeFile.ts'

let folder: string
let path: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lock-'))
  path = join(folder, 'server.lock')
})
afterEach(() => rmSync(folder, { recursive: true }))

it('is one process’s until it gives it back', () => {
  const { release } = claim(path)
  expect(readFileSync(path, 'utf8')).toContain(String(process.pid))
  expect(claim(path)).toEqual({ release: null, holder: String(process.pid) })
  release?.()
  expect(readdirSync(folder)).toEqual([])
  claim(path).release?.()
})

it('leaves what somebody else claimed meanwhile', () => {
  const { release } = claim(path)
  writeFileSync(path, 'of another')
  release?.()
  expect(readFileSync(path, 'utf8')).toBe('of another')
})

it('is taken over from a process that is gone, and from nobody else', { tags: ['long'] }, async () => {
  const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
  await once(other, 'spawn')
  writeFileSync(path, `${other.pid}`)
  expect(claim(path)).toEqual({ release: null, holder: String(other.pid) })
  other.kill('SIGKILL')
  await once(other, 'exit')
  expect(claim(path).release).not.toBeNull()
})

it('H-415: is taken over from a process that has ended, though nobody has asked how', async () => {
  const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
  await once(other, 'spawn')
  writeFileSync(path, `${other.pid}`)
  other.kill('SIGKILL')
  // This thread alone would ask, and does not while it stands here.
  expect(claim(path, { endingMs: 20_000 }).release).not.toBeNull()
}, 30_000)

it('H-415: is waited for while its process is about to end', async () => {
  const other = spawn(process.execPath, ['-e', `console.log('on'); setTimeout(() => {}, 500)`])
  await once(other.stdout, 'data')
  writeFileSync(path, `${other.pid}`)
  expect(claim(path, { endingMs: 20_000 }).release).not.toBeNull()
}, 30_000)

it.each(['', '0', 'half', '999999999 12'])('that says %j is nobody’s', (text) => {
  writeFileSync(path, text)
  claim(path).release?.()
  expect(existsSync(path)).toBe(false)
})

it('of another machine is held while its time moves on, whatever runs here under that number', {
  tags: ['long'],
  timeout: 30_000,
}, async () => {
  for (const pid of [process.pid, 999_999_999]) {
    writeFileSync(path, `${pid} 1 elsewhere x`)
    const beating = `setInterval(() => require('node:fs').utimesSync(${JSON.stringify(path)}, Date.now() / 1000, Date.now() / 1000 - 3600), 100)`
    const other = spawn(process.execPath, ['-e', `${beating}; console.log('on')`])
    await once(other.stdout, 'data')
    expect(claim(path, { quietMs: 5000 })).toEqual({ release: null, holder: String(pid) })
    other.kill('SIGKILL')
    await once(other, 'exit')
    claim(path, { quietMs: 600 }).release?.()
    expect(existsSync(path)).toBe(false)
  }
})

it('tells its owner that somebody else has it', { tags: ['long'], timeout: 15_000 }, async () => {
  let isLost = false
  const { release } = claim(path, {
    onLost: () => {
      isLost = true
    },
  })
  writeFileSync(path, 'of another')
  await vi.waitFor(() => expect(isLost).toBe(true), { timeout: 10_000 })
  release?.()
})

it('a file is made once, with all of its content', () => {
  expect([createWhole(path, 'one', 0o600), createWhole(path, 'two')]).toEqual([true, false])
  expect(readFileSync(path, 'utf8')).toBe('one')
  expect(readdirSync(folder)).toEqual(['server.lock'])
})
