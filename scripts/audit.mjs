// Known advisories about the packages of the lockfile, as the registry tells them. What is high or critical in a package
// the product runs on fails; the rest is listed. A registry that does not answer fails nothing, and it is said.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const project = join(dirname(fileURLToPath(import.meta.url)), '..')
/** How long the registry may take, ms. */
const PATIENCE_MS = 20_000
const FAILS = ['high', 'critical']

/**
 * @param options.root the project's folder
 * @param options.patienceMs how long the registry may take
 * @param options.npm path of the npm that asks; that on PATH when left out
 * @returns how many advisories fail, what was found in a few words, and a line for each advisory, those that fail first
 */
export async function audit({ root = project, patienceMs = PATIENCE_MS, npm = process.env.npm_execpath } = {}) {
  const answer = await ask(root, patienceMs, npm)
  if (typeof answer === 'string') return { failed: 0, said: `not checked, ${answer}`, lines: [] }
  const { packages = {} } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const found = new Map()
  for (const { nodes = [], via = [] } of Object.values(answer)) {
    const isRun = nodes.some((place) => packages[place]?.dev !== true)
    // What is named by a word only depends on another package that is in the list itself.
    for (const advisory of via.filter((one) => typeof one === 'object')) {
      const { severity, name, title, url } = advisory
      const fails = isRun && FAILS.includes(severity)
      found.set(`${name} ${url}`, {
        fails,
        line: `${fails ? 'FAILED' : 'known '} ${severity}, ${isRun ? 'run' : 'development'}: ${name}: ${title} ${url}`,
      })
    }
  }
  const all = [...found.values()].sort((a, b) => Number(b.fails) - Number(a.fails))
  const failed = all.filter(({ fails }) => fails).length
  return {
    failed,
    said: `${all.length} known, ${failed} of them high or critical in what is run`,
    lines: all.map(({ line }) => line),
  }
}

/** @returns what npm says of each package; a sentence where the registry gave no answer. It may name the registry; that is left out. */
function ask(cwd, patienceMs, npm) {
  // Without a network npm would say that it knows of nothing.
  const args = ['audit', '--json', '--include=dev', '--no-offline', '--fetch-retries=0']
  const options = { cwd, stdio: ['ignore', 'pipe', 'ignore'] }
  return new Promise((done) => {
    const child = npm
      ? spawn(process.execPath, [npm, ...args], options)
      : spawn('npm', args, { ...options, shell: process.platform === 'win32' })
    let text = ''
    child.stdout.setEncoding('utf8').on('data', (more) => {
      text += more
    })
    const timer = setTimeout(() => {
      child.stdout.destroy()
      child.kill('SIGKILL')
      done(`the registry did not answer within ${patienceMs / 1000} s`)
    }, patienceMs)
    child.on('error', () => {
      clearTimeout(timer)
      done('there is no npm to ask')
    })
    child.on('close', () => {
      clearTimeout(timer)
      done(read(text))
    })
  })
}

function read(text) {
  let report
  try {
    report = JSON.parse(text)
  } catch {
    return 'npm gave no answer that can be read'
  }
  if (report?.vulnerabilities) return report.vulnerabilities
  const code = report?.statusCode ?? report?.error?.code ?? /\bE[A-Z]{4,}\b/.exec(report?.message)?.[0]
  return `the registry does not answer such a call${code ? ` (${code})` : ''}`
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { failed, said, lines } = await audit()
  console.log([...lines, `advisories: ${said}`].join('\n'))
  process.exitCode = failed === 0 ? 0 : 1
}
