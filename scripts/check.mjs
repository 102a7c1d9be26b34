// `npm run check`: the type-checker over every thread class, and the linter and formatter over the tree.
import { spawn } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const PROJECTS = ['src/core', 'workers', 'src', 'server', 'tests']
const AT_ONCE = 2

const checks = [
  // Two run at once: several checkers in each would look at the same types again, twice the work of one.
  ...PROJECTS.map((project) => ({
    name: `types of ${project}`,
    tool: 'typescript/bin/tsc',
    args: ['-p', project, '--singleThreaded'],
  })),
  {
    name: 'lint and format',
    tool: '@biomejs/biome/bin/biome',
    args: ['check', '--diagnostic-level=warn', '--max-diagnostics=40', '--no-errors-on-unmatched'],
  },
]

/** @returns how many of the checks failed */
export async function check() {
  const waiting = [...checks]
  let failed = 0
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const started = performance.now()
      const { code, output } = await run(next)
      if (code !== 0) failed++
      console.log(
        `${code === 0 ? 'ok    ' : 'FAILED'} ${next.name} (${((performance.now() - started) / 1000).toFixed(1)} s)`,
      )
      if (code !== 0) console.log(output.trimEnd())
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return failed
}

function run({ tool, args }) {
  return new Promise((done) => {
    const child = spawn(process.execPath, [join(root, 'node_modules', tool), ...args], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    const take = (text) => {
      output += text
    }
    child.stdout.setEncoding('utf8').on('data', take)
    child.stderr.setEncoding('utf8').on('data', take)
    child.on('error', (error) => done({ code: 1, output: `${output}\n${error.message}` }))
    child.on('close', (code) => done({ code: code ?? 1, output }))
  })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = (await check()) === 0 ? 0 : 1
