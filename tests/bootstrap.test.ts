// What runs before `npm start`, `npm test`, `npm run import` and others, with an npm that only says that it was asked.
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'

const SCRIPTS = resolve(import.meta.dirname, '../scripts')
const OTHER_PLATFORM = process.platform === 'darwin' ? 'linux' : 'darwin'

const LOCKED = {
  '': { name: 'a-project' },
  'node_modules/kept': { version: '1.0.0', integrity: 'sha512-kept' },
  'node_modules/of-here': { version: '1.0.0', integrity: 'sha512-here', optional: true, os: [process.platform] },
  'node_modules/of-elsewhere': { version: '1.0.0', integrity: 'sha512-else', optional: true, os: [OTHER_PLATFORM] },
  'node_modules/used-elsewhere': { version: '1.0.0', integrity: 'sha512-used', optional: true },
}
/** As npm notes it after `npm ci`: without the project, and without what is for other machines. */
const { '': _, 'node_modules/of-elsewhere': elsewhere, 'node_modules/used-elsewhere': __, ...INSTALLED } = LOCKED

let project: string
beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'player-bootstrap-'))
  cpSync(SCRIPTS, join(project, 'scripts'), { recursive: true })
  mkdirSync(join(project, 'node_modules'))
  writeFileSync(
    join(project, 'npm-cli.js'),
    "import { writeFileSync } from 'node:fs'\nwriteFileSync(new URL('asked', import.meta.url), '')",
  )
  writeFileSync(join(project, 'package.json'), JSON.stringify({ type: 'module' }))
  lock(LOCKED)
})
afterEach(() => rmSync(project, { recursive: true, force: true }))

const lock = (packages: object) => writeFileSync(join(project, 'package-lock.json'), JSON.stringify({ packages }))
const noted = (packages: object) =>
  writeFileSync(join(project, 'node_modules', '.package-lock.json'), JSON.stringify({ packages }))

/** @returns whether npm was asked to install */
function bootstrap(...flags: string[]): boolean {
  rmSync(join(project, 'asked'), { force: true })
  execFileSync(process.execPath, [...flags, join(project, 'scripts', 'bootstrap.mjs')], {
    env: { ...process.env, npm_execpath: join(project, 'npm-cli.js') },
    stdio: 'pipe',
    timeout: 30_000,
  })
  return existsSync(join(project, 'asked'))
}

it.each([
  ['20.18.3', false],
  ['20.19.0', true],
  ['21.7.3', false],
  ['22.11.0', false],
  ['22.12.0', true],
  ['24.1.0', true],
])('a Node that can build what is to be built is taken, others are not: %s', (node, isTaken) => {
  noted(INSTALLED)
  const versions = join(project, 'versions.cjs')
  writeFileSync(
    versions,
    `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${node}' } })`,
  )
  const script = join(project, 'scripts', 'bootstrap.mjs')
  const { status, stderr } = spawnSync(process.execPath, ['-r', versions, script], { encoding: 'utf8' })
  expect([status, stderr.includes(`and this is ${node}`)]).toEqual(isTaken ? [0, false] : [1, true])
})

it('another Node has its packages installed: what is made for one of them may not be there for the next', {
  tags: ['long'],
}, () => {
  bootstrap()
  const version = join(project, 'version.cjs')
  writeFileSync(version, "Object.defineProperty(process, 'version', { value: 'v20.19.99' })")
  expect(bootstrap('-r', version)).toBe(true)
})

it('every command brings the packages itself', () => {
  const { scripts } = JSON.parse(readFileSync(resolve(SCRIPTS, '../package.json'), 'utf8'))
  const commands = Object.keys(scripts).filter((name) => !(name.startsWith('pre') && name.slice(3) in scripts))
  expect(commands.filter((name) => scripts[`pre${name}`] !== 'node scripts/bootstrap.mjs')).toEqual([])
})

it('after `npm ci` nothing is installed again', () => {
  noted(INSTALLED)
  expect(bootstrap()).toBe(false)
})

it('after that another lockfile has its packages installed', { tags: ['long'] }, () => {
  noted(INSTALLED)
  bootstrap()
  lock({ ...LOCKED, 'node_modules/kept': { version: '1.1.0', integrity: 'sha512-newer' } })
  expect(bootstrap()).toBe(true)
})

it('what was installed once is not installed again', () => {
  expect([bootstrap(), bootstrap()]).toEqual([true, false])
})

it('a project nobody can write to starts with the packages it has', { tags: ['long'] }, () => {
  noted(INSTALLED)
  // The stamp leads into a folder that is not there: a mode would not keep root from writing.
  symlinkSync(join(project, 'nowhere', 'stamp'), join(project, 'node_modules', '.bootstrap-stamp'))
  expect(bootstrap()).toBe(false)
  lock({ ...LOCKED, 'node_modules/kept': { version: '1.1.0', integrity: 'sha512-newer' } })
  expect(bootstrap()).toBe(true)
})

it.skipIf(process.platform === 'win32')('what runs the command and is no npm is not asked to install', () => {
  for (const name of ['yarn.js', 'npm']) {
    writeFileSync(join(project, name), `#!/bin/sh\n: > '${join(project, name)}.asked'`)
    chmodSync(join(project, name), 0o755)
  }
  execFileSync(process.execPath, [join(project, 'scripts', 'bootstrap.mjs')], {
    env: { ...process.env, npm_execpath: join(project, 'yarn.js'), PATH: `${project}:${process.env.PATH}` },
    stdio: 'pipe',
  })
  expect(existsSync(join(project, 'npm.asked'))).toBe(true)
})

it.each([
  ['where nothing was installed', null],
  ['when an install was made without some packages', { 'node_modules/of-here': INSTALLED['node_modules/of-here'] }],
  ['when packages are of another version', { ...INSTALLED, 'node_modules/kept': { version: '0.9.0', integrity: 'x' } }],
  ['when packages for this machine are missing', { 'node_modules/kept': INSTALLED['node_modules/kept'] }],
  ['when packages are for another machine', { ...INSTALLED, 'node_modules/of-elsewhere': elsewhere }],
  ['when there are packages nobody asked for', { ...INSTALLED, 'node_modules/more': { version: '1.0.0' } }],
])('%s they are installed', (_when, packages) => {
  if (packages) noted(packages)
  expect(bootstrap()).toBe(true)
})

describe('two commands at once', { timeout: 60_000 }, () => {
  const patience = { timeout: 20_000 }
  /** An npm that says in `log` when it begins and ends, and ends as `go` says once that is there. */
  const NPM = `import { appendFileSync, existsSync, readFileSync } from 'node:fs'
const at = (name) => new URL(name, import.meta.url)
appendFileSync(at('log'), 'begins\\n')
const look = setInterval(() => {
  if (!existsSync(at('go'))) return
  clearInterval(look)
  appendFileSync(at('log'), 'ends\\n')
  process.exitCode = Number(readFileSync(at('go'), 'utf8'))
}, 20)
`
  beforeEach(() => writeFileSync(join(project, 'npm-cli.js'), NPM))
  const log = () => (existsSync(join(project, 'log')) ? readFileSync(join(project, 'log'), 'utf8') : '')
  const begin = () => {
    const child = spawn(process.execPath, [join(project, 'scripts', 'bootstrap.mjs')], {
      env: { ...process.env, npm_execpath: join(project, 'npm-cli.js') },
    })
    onTestFinished(() => void child.kill('SIGKILL'))
    const run = { child, said: '', ended: new Promise((done) => child.once('exit', done)) }
    child.stdout.on('data', (text) => {
      run.said += text
    })
    return run
  }
  const both = async () => {
    const first = begin()
    await expect.poll(log, patience).toBe('begins\n')
    const second = begin()
    await expect.poll(() => second.said, patience).toContain('another command is installing the packages')
    return [first, second] as const
  }

  it('install one after the other: the second finds the packages there', { tags: ['long'] }, async () => {
    const [first, second] = await both()
    writeFileSync(join(project, 'go'), '0')
    expect(await Promise.all([first.ended, second.ended])).toEqual([0, 0])
    expect(log()).toBe('begins\nends\n')
    expect(existsSync(join(project, '.installing'))).toBe(false)
  })

  it('do not fail together: the second tries what the first could not', { tags: ['long'] }, async () => {
    const [first, second] = await both()
    writeFileSync(join(project, 'go'), '1')
    expect(await Promise.all([first.ended, second.ended])).toEqual([1, 1])
    expect(log()).toBe('begins\nends\nbegins\nends\n')
  })

  it('wait for nobody who was killed', { tags: ['long'] }, async () => {
    const [first, second] = await both()
    first.child.kill('SIGKILL')
    process.kill(Number(readFileSync(join(project, '.installing', String(first.child.pid)), 'utf8')), 'SIGKILL')
    await expect.poll(log, patience).toBe('begins\nbegins\n')
    writeFileSync(join(project, 'go'), '0')
    expect(await second.ended).toBe(0)
    expect(existsSync(join(project, '.installing'))).toBe(false)
  })

  it('wait for the npm of one that was killed: it goes on', { tags: ['long'] }, async () => {
    const [first, second] = await both()
    first.child.kill('SIGKILL')
    await first.ended
    // By the time that others have begun to wait the second has looked again.
    const others: (typeof second)[] = []
    for (let n = 0; n < 3; n++) {
      const other = begin()
      others.push(other)
      await expect.poll(() => other.said, patience).toContain('another command is installing the packages')
    }
    writeFileSync(join(project, 'go'), '0')
    expect(await second.ended).toBe(0)
    expect(log()).toBe('begins\nends\nbegins\nends\n')
    // They are still at it in the folder that goes.
    await Promise.all(others.map(({ ended }) => ended))
  })

  it('take no one for themselves that had their number before, as in a container', { tags: ['long'] }, () => {
    writeFileSync(join(project, 'go'), '0')
    const pid = join(project, 'pid.mjs')
    writeFileSync(
      pid,
      `import { mkdirSync, writeFileSync } from 'node:fs'
mkdirSync(new URL('.installing', import.meta.url))
writeFileSync(new URL(\`.installing/\${process.pid}\`, import.meta.url), '')`,
    )
    bootstrap('--import', pid)
    expect(log()).toBe('begins\nends\n')
  })

  it('wait for none who never said who it was', { tags: ['long'] }, () => {
    writeFileSync(join(project, 'go'), '0')
    mkdirSync(join(project, '.installing'))
    utimesSync(join(project, '.installing'), 0, 0)
    bootstrap()
    expect(log()).toBe('begins\nends\n')
  })
})
