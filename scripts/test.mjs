// `npm test`: types and lint, unit tests, views one by one in a browser, the build, contract, bundle and benchmark
// tests on what was built, and the product itself in a browser. The build runs beside types, unit and component tests,
// which need none of it, and those two beside each other; what starts servers runs without them, for it is about time,
// and on a slow machine contract tests wait for the browser tests. A stage that fails does not hide what the later ones
// find. Tests marked `long` are left to `--long`, which runs nothing else: one in ten, and more than half of the time.
// `--all` runs both, and the slow suites. The last line is the totals, above it stand what took longest and what passed
// only on its second try; a runner that crashed or hung counts as one failed test.
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import { needBrowsers } from './chromium.mjs'
import { fetchOtherBrowsers } from './otherBrowsers.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const all = process.argv.includes('--all')
const isLongPart = process.argv.includes('--long')
/** `short` and `long` together are every test but for those that only `all` has. */
const part = all ? 'all' : isLongPart ? 'long' : 'short'
// What it starts, and which browser it needs, goes by this as well.
if (all) process.env.TEST_ALL = '1'
const results = mkdtempSync(join(tmpdir(), 'player-test-'))
const totals = { passed: 0, failed: 0, skipped: 0, flaky: 0 }
const summary = []
/** Seconds that each test took. */
const times = []
/** What failed, if only at first, and the first lines of why: said again at the end, for whoever sees only that. */
const failures = []
const SECOND_TRY = 'SECOND TRY'
/** Ends each program that runs now. */
const running = new Set()
const stop = () => {
  for (const end of running) end('SIGTERM')
  process.exit(1)
}
process.on('SIGINT', stop).on('SIGTERM', stop)

/** Deadlines are far above what a stage takes, also on processors of a third of the usual speed; they end what hangs. */
const MINUTE = 60_000
/** All stages together end before this, so that the totals are printed before anybody's patience is over. */
const END = Date.now() + { all: 120, short: 42, long: 42 }[part] * MINUTE

const building = stage(
  'build, beside these',
  async (said) => ({ failed: (await node(['scripts/build.mjs'], 15 * MINUTE, {}, said)) === 0 ? 0 : 1 }),
  { beside: true },
)
const auditing = isLongPart ? null : auditStage()
const checkedFrom = Date.now()
if (!isLongPart)
  await stage('types and lint', async () => {
    const { check } = await import('./check.mjs')
    return { failed: await check() }
  })
/**
 * Servers beside browsers would make each other late here: tests that are about time would fail for nothing, and where
 * processors are slow browsers alone leave little of them to others.
 */
const isSlow = isLongPart || Date.now() - checkedFrom > 25_000
const components = stage(
  'component tests, beside unit tests',
  (said) => {
    needBrowsers()
    const tests = testsIn('src', '.browser.test.tsx')
    return vitest('components', ['--config', 'vitest.components.config.ts'], tests, 15 * MINUTE, said)
  },
  { beside: true },
)
await stage('unit tests', async () => {
  // Tests of the page's own rooms and of workers are many and small, and load each module once for all of them, which
  // saves most of their work. Those of actions look at what stands before anything was loaded late; the server keeps
  // state, and no process has room for a database of each of its tests.
  const tests = ['src', 'workers', 'server', 'tests'].flatMap((folder) => testsIn(folder, '.test.ts'))
  const shares = (file) => /^(src(?!\/actions\/)|workers)\//.test(file) && !changesModules(file)
  const [together, apart] = [tests.filter(shares), tests.filter((file) => !shares(file))]
  const without = (files) => files.map((file) => `--exclude=${file}`)
  const shared = await vitest('shared', ['--no-isolate', ...without(apart)], together, 15 * MINUTE)
  // Short lives: to optimise the embedded database takes longer than is won by it.
  const alone = await vitest('alone', ['--execArgv=--liftoff-only', ...without(together)], apart, 15 * MINUTE)
  return Object.fromEntries(Object.keys(shared).map((count) => [count, (shared[count] ?? 0) + (alone[count] ?? 0)]))
})
await components
if (await building) {
  // It begins by installing what browsers are missing, and returns only then: the other may install PostgreSQL, and
  // of two installations one is refused.
  const browsers = stage('browser tests', () => playwright(60 * MINUTE))
  if (isSlow) await browsers
  const contract = stage(
    `contract and bundle tests${isSlow ? '' : ', beside browser tests'}`,
    (said) => vitest('built', ['--config', 'vitest.built.config.ts'], testsIn('tests', '.ts'), 60 * MINUTE, said),
    { beside: true },
  )
  await Promise.all([browsers, contract])
}
await auditing
rmSync(results, { recursive: true, force: true })

for (const { word, test, why } of failures) {
  console.log(
    `\n${word} ${test}\n${stripVTControlCharacters(why)
      .split('\n')
      .filter((line) => !line.includes('node_modules'))
      .slice(0, 12)
      .join('\n')}`,
  )
}
console.log(`\n${summary.join('\n')}`)
const longest = times.sort((one, other) => other.seconds - one.seconds).slice(0, 8)
console.log(`took longest${longest.map(({ test, seconds }) => `\n  ${seconds.toFixed(1)} s  ${test}`).join('')}`)
const again = failures.filter(({ word }) => word === SECOND_TRY)
console.log(`${totals.flaky} passed only on the second try${again.map(({ test }) => `\n  ${test}`).join('')}`)
console.log(
  `${totals.passed} passed, ${totals.failed} failed${totals.skipped > 0 ? `, ${totals.skipped} skipped` : ''}`,
)
process.exitCode = totals.failed > 0 ? 1 : 0

/** Asks the registry what is known against the packages. */
function auditStage() {
  return stage(
    'known advisories, beside these',
    async (said) => {
      const { audit } = await import('./audit.mjs')
      const found = await audit()
      said.push(...found.lines.map((line) => `${line}\n`), `${found.said}\n`)
      if (found.failed > 0)
        failures.push({ word: 'FAILED', test: 'known advisories', why: found.lines.slice(0, found.failed).join('\n') })
      return { failed: found.failed, note: found.said }
    },
    { beside: true },
  )
}

/**
 * Runs one stage and adds up what it found.
 * @param run with `beside` it is given a list for what it says, which is printed as a whole at its end: two at once
 * would be read by nobody
 * @returns whether nothing failed
 */
async function stage(name, run, { beside = false } = {}) {
  const started = performance.now()
  const said = []
  if (!beside) console.log(`\n=== ${name}`)
  let found
  try {
    found = await run(said)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    found = { failed: 1 }
  }
  if (beside) console.log(`\n=== ${name}\n${said.join('')}`)
  const { passed = 0, failed = 0, skipped = 0, flaky = 0, note = '' } = found
  totals.passed += passed
  totals.failed += failed
  totals.skipped += skipped
  totals.flaky += flaky
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  summary.push(
    `${failed === 0 ? 'ok    ' : 'FAILED'} ${name}: ${passed} passed, ${failed} failed, ${skipped} skipped, ${flaky} on the second try (${seconds} s)${note && `: ${note}`}`,
  )
  return failed === 0
}

/** Tests in a folder, by their paths from the root. */
function testsIn(folder, ending) {
  if (!existsSync(join(root, folder))) return []
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(ending))
    .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
}

/** Whether some test of a file is marked, by `tags: ['long']` or `@module-tag long`. */
function holdsLong(file) {
  return /\btags: \[?'long'|@module-tag long\b/.test(readFileSync(join(root, file), 'utf8'))
}

/** Whether a module is not what it was after these tests, or they ask for the garbage collector: they share modules with nobody. */
function changesModules(file) {
  const changes = /\bkeepNothing\b|\bvi\.(mock|doMock|resetModules)\b|--expose-gc/
  return changes.test(readFileSync(join(root, file), 'utf8'))
}

/**
 * @param tests those that may be marked: the long part loads no other
 * @param aside takes what it says, instead of the terminal
 */
async function vitest(name, args, tests, deadline, aside = null) {
  const ofPart = { all: () => [], short: () => ['--tags-filter=!long'], long: () => tests.filter(holdsLong) }[part]()
  if (isLongPart && ofPart.length === 0) return { passed: 0, failed: 0, skipped: 0, flaky: 0 }
  const file = join(results, `${name}.json`)
  const code = await node(
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      ...args,
      ...ofPart,
      ...(isLongPart ? ['--tags-filter=long'] : []),
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${file}`,
    ],
    deadline,
    {},
    aside,
  )
  const report = read(file)
  if (!report) return { passed: 0, failed: 1, skipped: 0, flaky: 0 }
  // A file that could not even be loaded has no tests to fail; a hook that failed has none either.
  const broken = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  ).length
  let flaky = 0
  let skipped = report.numPendingTests + report.numTodoTests
  for (const { name, message, assertionResults } of report.testResults) {
    const place = relative(root, name)
    if (message) failures.push({ word: 'FAILED', test: place, why: message })
    for (const { status, fullName, tags = [], duration = 0, failureMessages = [] } of assertionResults) {
      times.push({ test: `${place} ${fullName}`, seconds: duration / 1000 })
      // Of the other part: it is no test of this one that was left out.
      if (status === 'skipped' && part !== 'all' && tags.includes('long') !== isLongPart) skipped -= 1
      if (failureMessages.length === 0) continue
      if (status === 'passed') flaky += 1
      failures.push({ word: wordOf(status), test: `${place} ${fullName}`, why: failureMessages.join('\n') })
    }
  }
  const failed = report.numFailedTests + broken
  return {
    passed: report.numPassedTests,
    failed: failed === 0 && code !== 0 ? 1 : failed,
    skipped,
    flaky,
  }
}

async function playwright(deadline) {
  needBrowsers()
  fetchOtherBrowsers(all)
  const file = join(results, 'browser.json')
  const code = await node(['node_modules/@playwright/test/cli.js', 'test', '--reporter=list,json'], deadline, {
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
    TEST_PART: part,
  })
  const report = read(file)
  if (!report) return { failed: 1 }
  const { expected, unexpected, flaky, skipped } = report.stats
  for (const { message } of report.errors) failures.push({ word: 'FAILED', test: 'browser tests', why: message ?? '' })
  for (const { file, title, tests } of specsIn(report)) {
    for (const { status, results } of tests) {
      times.push({ test: `${file} ${title}`, seconds: (results.at(-1)?.duration ?? 0) / 1000 })
      const errors = results.flatMap((result) => result.errors)
      if (errors.length === 0) continue
      const why = errors.map(({ message }) => message ?? '').join('\n')
      failures.push({ word: wordOf(status), test: `${file} ${title}`, why })
    }
  }
  return { passed: expected + flaky, failed: unexpected === 0 && code !== 0 ? 1 : unexpected, skipped, flaky }
}

/** @param status as Vitest or Playwright calls it */
function wordOf(status) {
  return status === 'passed' || status === 'flaky' || status === 'expected' ? SECOND_TRY : 'FAILED'
}

/** All tests of a Playwright report, whatever they are grouped in. */
function specsIn({ specs = [], suites = [] }) {
  return [...specs, ...suites.flatMap(specsIn)]
}

/**
 * Runs a Node program in the project's folder.
 * @param aside takes what it says, instead of the terminal
 * @returns its exit code, 1 when it had to be ended
 */
function node(args, deadline, env = {}, aside = null) {
  return new Promise((done) => {
    // A group of its own, so that what it started ends with it.
    const detached = process.platform !== 'win32'
    const child = spawn(process.execPath, args, {
      cwd: root,
      stdio: aside ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...env },
      detached,
    })
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text) => aside.push(text))
    const end = (signal) => {
      try {
        if (detached && child.pid) process.kill(-child.pid, signal)
        else child.kill(signal)
      } catch {
        // It ended on its own.
      }
    }
    const limit = Math.max(1000, Math.min(deadline, END - Date.now()))
    const timer = setTimeout(() => {
      console.error(`still running after ${(limit / MINUTE).toFixed(1)} minutes: ended`)
      end('SIGTERM')
      setTimeout(() => end('SIGKILL'), 10_000).unref()
    }, limit)
    running.add(end)
    child.on('error', (error) => {
      running.delete(end)
      console.error(error.message)
      done(1)
    })
    child.on(aside ? 'close' : 'exit', (code) => {
      clearTimeout(timer)
      running.delete(end)
      done(code ?? 1)
    })
  })
}

function read(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null
}
