// Which browsers the tests take, and how they are installed: programs of the same names stand in for the real ones.
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { aptInstall } from '../scripts/apt.mjs'
import { findFirefox } from '../scripts/otherBrowsers.mjs'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'browsers-'))
  vi.stubEnv('PATH', `${folder}:${process.env.PATH}`)
  vi.stubEnv('FIREFOX_PATH', '')
  vi.spyOn(console, 'log').mockImplementation(() => {})
})
afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
  rmSync(folder, { recursive: true, force: true })
})

function program(name: string, script: string): string {
  const path = join(folder, name)
  writeFileSync(path, `#!/bin/sh\n${script}\n`)
  chmodSync(path, 0o755)
  return path
}

it.each([140, 152])('a Firefox %i, which Playwright cannot drive, is as good as none', (version) => {
  program('firefox-esr', `echo "Mozilla Firefox ${version}.12.0esr"`)
  expect(findFirefox()).toBeNull()
})

it('a Firefox 153 is taken', () => {
  const path = program('firefox-esr', 'echo "Mozilla Firefox 153.7.0esr"')
  expect(findFirefox()).toBe(path)
})

it.skipIf(process.platform !== 'linux')('the list of packages is renewed before anything is installed from it', () => {
  vi.spyOn(process, 'getuid').mockReturnValue(0)
  program('apt-get', `echo "$1" >> ${folder}/said; [ "$1" != update ]`)
  expect(aptInstall('firefox-esr'), 'also where it cannot be renewed').toBe(true)
  expect(readFileSync(join(folder, 'said'), 'utf8').split('\n')).toEqual(['--version', 'update', 'install', ''])
})
