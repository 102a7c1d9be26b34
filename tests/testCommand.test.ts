// What `npm test` says at its end, of runners that only leave their reports.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'

let project: string
beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'player-test-command-'))
  write('package.json', JSON.stringify({ type: 'module' }))
  mkdirSync(join(project, 'scripts'))
  cpSync(resolve(import.meta.dirname, '../scripts/test.mjs'), join(project, 'scripts/test.mjs'))
  write('scripts/check.mjs', 'export const check = async () => 0')
  write('scripts/build.mjs', "console.log('built')")
  advisories({ failed: 0, said: 'nothing known', lines: [] })
  write('scripts/chromium.mjs', 'export const needBrowsers = () => {}')
  write('scripts/otherBrowsers.mjs', 'export const fetchOtherBrowsers = () => {}')
})
afterEach(() => rmSync(project, { recursive: true, force: true }))

function write(path: string, text: string): void {
  mkdirSync(dirname(join(project, path)), { recursive: true })
  writeFileSync(join(project, path), text)
}

function advisories(found: { failed: number; said: string; lines: string[] }): void {
  write('scripts/audit.mjs', `export const audit = async () => (${JSON.stringify(found)})`)
}

interface Outcome {
  title: string
  status: 'passed' | 'second try' | 'failed'
}

/** Reports of the runners: of unit tests (the first of those that share modules, the others of those that do not), of the product in a browser, and of components. */
function runners(unit: readonly Outcome[], browser: readonly Outcome[], components: readonly Outcome[] = []): void {
  const reports = {
    shared: vitestReport(unit.slice(0, 1)),
    alone: vitestReport(unit.slice(1)),
    'vitest.components.config.ts': vitestReport(components),
    'vitest.built.config.ts': vitestReport([]),
  }
  write(
    'node_modules/vitest/vitest.mjs',
    `import { appendFileSync, writeFileSync } from 'node:fs'
const { argv } = process
appendFileSync('asked', argv.slice(2).join(' ') + '\\n')
const config = argv.includes('--config') ? argv[argv.indexOf('--config') + 1] : argv.includes('--no-isolate') ? 'shared' : 'alone'
const file = argv.find((one) => one.startsWith('--outputFile.json=')).split('=')[1]
writeFileSync(file, JSON.stringify(${JSON.stringify(reports)}[config]))`,
  )
  const seen = (wanted: string) => browser.filter(({ status }) => status === wanted).length
  const shown = {
    stats: { expected: seen('passed'), unexpected: seen('failed'), flaky: seen('second try'), skipped: 0 },
    errors: [],
    suites: [
      {
        specs: browser.map(({ title, status }) => ({
          file: 'b.e2e.ts',
          title,
          tests: [
            {
              status: { passed: 'expected', 'second try': 'flaky', failed: 'unexpected' }[status],
              results: [{ errors: status === 'passed' ? [] : [{ message: 'why' }] }],
            },
          ],
        })),
      },
    ],
  }
  write('node_modules/@playwright/test/package.json', '{}')
  write(
    'node_modules/@playwright/test/cli.js',
    `require('node:fs').appendFileSync('asked', 'browser ' + process.env.TEST_PART + '\\n')
require('node:fs').writeFileSync(process.env.PLAYWRIGHT_JSON_OUTPUT_NAME, ${JSON.stringify(JSON.stringify(shown))})`,
  )
}

function vitestReport(tests: readonly Outcome[]) {
  return {
    numPassedTests: tests.filter(({ status }) => status !== 'failed').length,
    numFailedTests: tests.filter(({ status }) => status === 'failed').length,
    numPendingTests: 0,
    numTodoTests: 0,
    testResults: [
      {
        name: join(project, 'a.test.ts'),
        status: tests.some(({ status }) => status === 'failed') ? 'failed' : 'passed',
        assertionResults: tests.map(({ title, status }) => ({
          fullName: title,
          status: status === 'failed' ? 'failed' : 'passed',
          failureMessages: status === 'passed' ? [] : ['why'],
        })),
      },
    ],
  }
}

/** @returns the lines it ends with, and its exit code */
function run(...args: string[]): { lines: string[]; code: number | null } {
  const script = join(project, 'scripts/test.mjs')
  const { stdout, status } = spawnSync(process.execPath, [script, ...args], { encoding: 'utf8' })
  return { lines: stdout.trim().split('\n'), code: status }
}

it('the last line is the totals', () => {
  runners([{ title: 'adds', status: 'passed' }], [{ title: 'opens', status: 'passed' }])
  const { lines, code } = run()
  expect(lines.slice(-2)).toEqual(['0 passed only on the second try', '2 passed, 0 failed'])
  expect(code).toBe(0)
})

it('component tests count, and fail where there is no Chromium', () => {
  runners(
    [{ title: 'adds', status: 'passed' }],
    [{ title: 'opens', status: 'passed' }],
    [
      { title: 'shows', status: 'passed' },
      { title: 'hides', status: 'failed' },
    ],
  )
  expect(run().lines.at(-1)).toBe('3 passed, 1 failed')
  write('scripts/chromium.mjs', "export const needBrowsers = () => { throw new Error('no Chromium') }")
  expect(run().lines.at(-1)).toBe('1 passed, 2 failed')
})

/** What the runners were asked for, without where their reports go. */
function asked(): string[] {
  const lines = readFileSync(join(project, 'asked'), 'utf8').trim().split('\n')
  return lines.map((line) => line.replace(/ --reporter=default.*/, ''))
}

it('leaves to the long part what is marked, and the long part loads nothing else', () => {
  runners([{ title: 'adds', status: 'passed' }], [{ title: 'opens', status: 'passed' }])
  write('src/a.test.ts', "it('adds', () => {})")
  write('src/b.test.ts', "it('adds for long', { tags: ['long'] }, () => {})")
  write('tests/contract/c.test.ts', '// A server.\n// @module-tag long')
  run()
  expect(asked()).toHaveLength(5)
  expect(asked().filter((line) => line.startsWith('run ') && line.endsWith(' --tags-filter=!long'))).toHaveLength(4)
  expect(asked()).toContain('browser short')

  rmSync(join(project, 'asked'))
  const { lines } = run('--long')
  expect(asked().toSorted((one, other) => one.localeCompare(other))).toEqual([
    'browser long',
    'run --config vitest.built.config.ts tests/contract/c.test.ts --tags-filter=long',
    'run --execArgv=--liftoff-only --exclude=src/a.test.ts --exclude=src/b.test.ts tests/contract/c.test.ts --tags-filter=long',
    'run --no-isolate --exclude=tests/contract/c.test.ts src/b.test.ts --tags-filter=long',
  ])
  expect(lines.at(-1)).toBe('2 passed, 0 failed')
  expect(lines.some((line) => line.includes('types and lint') || line.includes('advisories'))).toBe(false)
})

it('counts as left out only what is so in its own part', () => {
  runners([{ title: 'adds', status: 'passed' }], [{ title: 'opens', status: 'passed' }])
  const report = {
    ...vitestReport([{ title: 'adds', status: 'passed' }]),
    numPendingTests: 2,
  }
  const tests = [
    { fullName: 'adds', status: 'passed', tags: [], failureMessages: [] },
    { fullName: 'adds for long', status: 'skipped', tags: ['long'], failureMessages: [] },
    { fullName: 'adds in a browser that is not here', status: 'skipped', tags: [], failureMessages: [] },
  ]
  report.testResults = report.testResults.map((file) => ({ ...file, assertionResults: tests }))
  write(
    'node_modules/vitest/vitest.mjs',
    `import { writeFileSync } from 'node:fs'
const { argv } = process
const nothing = ${JSON.stringify(vitestReport([]))}
writeFileSync(argv.find((one) => one.startsWith('--outputFile.json=')).split('=')[1], JSON.stringify(argv.includes('--no-isolate') ? ${JSON.stringify(report)} : nothing))`,
  )
  expect(run().lines.at(-1)).toBe('2 passed, 0 failed, 1 skipped')
})

it('what passed only on its second try is counted and named above the totals, of every runner', () => {
  runners(
    [
      { title: 'adds', status: 'passed' },
      { title: 'takes away', status: 'second try' },
    ],
    [{ title: 'opens', status: 'second try' }],
  )
  const { lines, code } = run()
  expect(lines.slice(-4)).toEqual([
    '2 passed only on the second try',
    '  a.test.ts takes away',
    '  b.e2e.ts opens',
    '3 passed, 0 failed',
  ])
  expect(code).toBe(0)
})

it('what failed fails it, and is not counted as a second try', () => {
  runners([{ title: 'adds', status: 'failed' }], [{ title: 'opens', status: 'passed' }])
  const { lines, code } = run()
  expect(lines.slice(-2)).toEqual(['0 passed only on the second try', '1 passed, 1 failed'])
  expect(code).toBe(1)
})

it('without a build nothing that needs it runs', () => {
  runners([{ title: 'adds', status: 'passed' }], [{ title: 'opens', status: 'passed' }])
  write('scripts/build.mjs', "console.log('a broken module')\nprocess.exit(1)")
  const { lines, code } = run()
  expect(lines.at(-1)).toBe('1 passed, 1 failed')
  expect(lines).toContain('a broken module')
  expect(code).toBe(1)
})

it('an advisory that fails counts as one failed test, and is named', () => {
  runners([{ title: 'adds', status: 'passed' }], [{ title: 'opens', status: 'passed' }])
  advisories({ failed: 1, said: '1 known', lines: ['FAILED high, run: a: opens doors'] })
  const { lines, code } = run()
  // Once where the stage ends and once with all that failed.
  expect(lines.filter((line) => line === 'FAILED high, run: a: opens doors')).toHaveLength(2)
  expect(lines.at(-1)).toBe('2 passed, 1 failed')
  expect(code).toBe(1)
})

it('says above the totals that the registry was asked for advisories in vain', () => {
  runners([{ title: 'adds', status: 'passed' }], [{ title: 'opens', status: 'passed' }])
  advisories({ failed: 0, said: 'not checked, the registry does not answer such a call (405)', lines: [] })
  const { lines, code } = run()
  expect(lines.filter((line) => /^ok {5}known advisories.*: not checked, the registry/.test(line))).toHaveLength(1)
  expect(code).toBe(0)
})
