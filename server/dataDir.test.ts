import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { closeToOthers, lockDataDir, prepareDataDir } from './dataDir.ts'

let base: string
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'player-data-'))
})
afterEach(() => rmSync(base, { recursive: true, force: true }))
const modeOf = (...path: string[]) => statSync(join(base, ...path)).mode & 0o777

it('H-365: makes a data folder for its user alone, and leaves the mode of one that is there', () => {
  mkdirSync(join(base, 'theirs'))
  chmodSync(join(base, 'theirs'), 0o755)
  prepareDataDir(join(base, 'theirs'))
  prepareDataDir(join(base, 'between', 'ours'))
  expect([modeOf('theirs'), modeOf('between', 'ours')]).toEqual([0o755, 0o700])
  expect(modeOf('between')).not.toBe(0o700)
})

it('H-365: closes its folders to others, and those that stood open, but nothing a link leads to and nothing else', () => {
  for (const name of ['db', 'elsewhere', 'notes']) {
    mkdirSync(join(base, name))
    chmodSync(join(base, name), 0o755)
  }
  writeFileSync(join(base, 'db', 'PG_VERSION'), '16')
  symlinkSync(join(base, 'elsewhere'), join(base, 'media'))
  closeToOthers(base, ['db', 'media', 'keys'])
  expect(['db', 'elsewhere', 'notes', 'keys'].map((name) => modeOf(name))).toEqual([0o700, 0o755, 0o755, 0o700])
  expect(existsSync(join(base, 'db', 'PG_VERSION'))).toBe(true)
})

it('names the process that has the folder, which need not be a server', () => {
  const unlock = lockDataDir(base)
  expect(() => lockDataDir(base)).toThrow(`Process ${process.pid} already uses the data folder ${base}: a server, or`)
  unlock()
  lockDataDir(base)()
})
