// `npm run test:near`: the tests that a change concerns, for the minutes while one works; `npm test` is the proof.
// Changed is what differs from where the branch left `main`; on `main` itself what is not committed, or else the last
// commit. `--list` says what would run, and runs nothing. Types and lint are `npm run check`.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
/** These look at the whole tree, so every change concerns them. */
const ALWAYS = ['rooms', 'words', 'stores', 'events', 'exports', 'locales'].map((name) => `tests/${name}.test.ts`)

/**
 * Which of these tests are named after what changed: the first word of a test's name stands in the path of a changed
 * file as a word of its own, in whatever number. A test that changed itself is concerned too, and so is one that
 * imports a changed helper of the folder `support` beside it.
 * @param changed paths from the project's folder, with slashes
 * @param tests paths of browser or contract tests
 * @param read what stands in a test
 */
export function concerned(changed, tests, read) {
  // Where a test lies says nothing about what it tests.
  const words = new Set(changed.filter((path) => !path.startsWith('tests/')).flatMap(wordsOf))
  const helpers = changed.filter((path) => path.startsWith('tests/')).map((path) => path.slice(path.lastIndexOf('/')))
  return tests.filter((test) => {
    if (changed.includes(test)) return true
    const [first = ''] = wordsOf(test.slice(test.lastIndexOf('/') + 1))
    return words.has(first) || (helpers.length > 0 && helpers.some((name) => read(test).includes(`${name}'`)))
  })
}

/** Words of a path in small letters and in the singular: `views/shell/PlayBar.tsx` has view, shell, play, bar, tsx. */
function wordsOf(path) {
  return path
    .replace(/([a-z])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
    .map((word) => word.replace(/s$/, ''))
}

function git(...args) {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  return status === 0 ? stdout.split('\n').filter((line) => line !== '') : []
}

function changedFiles() {
  const [head] = git('rev-parse', 'HEAD')
  const [left] = [...git('merge-base', 'HEAD', 'origin/main'), ...git('merge-base', 'HEAD', 'main')]
  const open = [...git('diff', '--name-only', 'HEAD'), ...git('ls-files', '--others', '--exclude-standard')]
  const since = left && left !== head ? left : open.length > 0 ? 'HEAD' : 'HEAD~1'
  return [...new Set([...git('diff', '--name-only', since), ...open])]
}

function testsIn(folder, ending) {
  return readdirSync(join(root, folder))
    .filter((name) => name.endsWith(ending))
    .map((name) => `${folder}/${name}`)
}

function run(title, args) {
  console.log(`\n=== ${title}`)
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' })
  return status === 0
}

function near() {
  const changed = changedFiles()
  const read = (test) => readFileSync(join(root, test), 'utf8')
  const sources = changed.filter((path) => /\.(tsx?|mjs|json)$/.test(path) && existsSync(join(root, path)))
  const contract = concerned(changed, testsIn('tests/contract', '.test.ts'), read)
  const browser = concerned(changed, testsIn('tests/e2e', '.e2e.ts'), read)
  console.log(`${changed.length} changed files concern the unit and component tests that import them and`)
  for (const test of [...ALWAYS, ...contract, ...browser]) console.log(`  ${test}`)
  if (process.argv.includes('--list')) return true
  const vitest = 'node_modules/vitest/vitest.mjs'
  const related = [vitest, 'related', '--run', '--passWithNoTests']
  const results = [
    run('unit tests', [...related, ...ALWAYS, ...sources]),
    run('component tests', [...related, '--config', 'vitest.components.config.ts', ...sources]),
  ]
  if (contract.length + browser.length === 0) return results.every(Boolean)
  if (!run('build', ['scripts/build.mjs'])) return false
  if (contract.length > 0)
    results.push(run('contract tests', [vitest, 'run', '--config', 'vitest.built.config.ts', ...contract]))
  if (browser.length > 0)
    results.push(run('browser tests', ['node_modules/@playwright/test/cli.js', 'test', ...browser]))
  return results.every(Boolean)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = near() ? 0 : 1
