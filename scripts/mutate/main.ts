/**
 * `npm run mutate`: takes a seeded sample of all mutants, has every test file say which of them it comes by, and runs
 * each mutant with those that do. What is still green is printed.
 */
import { readFileSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { Crew } from './crew.ts'
import { sourcesUnder } from './files.ts'
import { type Mutant, mutantsOf } from './operators.ts'
import { type Outcome, report } from './report.ts'
import { sample } from './sample.ts'
import type { Tested } from './wire.ts'

const HELP = `npm run mutate [-- OPTIONS]
  --sample N    how many mutants (1500)
  --seed S      which of them (1)
  --under GLOB  in these files, as often as wanted (src/core, workers/engines, src/bridge, server/auth)
  --tests PATH  only with tests under this path, as often as wanted (all)
  --workers N   processes that run tests (2)`
const FOLDERS = ['src/core', 'workers/engines', 'src/bridge', 'server/auth']
/** A mutant's tests may take this much longer than they do with nothing broken, and this many ms besides. */
const TIMES_LONGER = 4
const LONGER_MS = 15_000

/** @returns the exit code: 0 when it ran, whatever survived */
export async function main(root: string, args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      sample: { type: 'string', default: '1500' },
      seed: { type: 'string', default: '1' },
      under: { type: 'string', multiple: true, default: FOLDERS },
      tests: { type: 'string', multiple: true, default: [''] },
      workers: { type: 'string', default: '2' },
      help: { type: 'boolean', default: false },
    },
  })
  const [size, seed, workers] = [values.sample, values.seed, values.workers].map(Number)
  if (values.help || !isCount(size) || !isCount(seed) || !isCount(workers) || workers === 0) {
    console.log(HELP)
    return values.help ? 0 : 2
  }
  const started = performance.now()
  const all = new Map(sourcesUnder(root, values.under).map((file) => [file, mutantsOf(readFileSync(file, 'utf8'))]))
  const taken = sample(all, size, seed)
  const mutants = [...taken].flatMap(([file, some]) => some.map((mutant) => ({ file, mutant })))
  const total = [...all.values()].reduce((sum, some) => sum + some.length, 0)
  console.log(`seed ${seed}: ${mutants.length} of ${total} mutants in ${taken.size} files`)
  if (mutants.length === 0) return 2
  const tested = await surveyed(root, taken, values.tests, workers)
  const seconds = (from: number) => `${Math.round((performance.now() - from) / 1000)} s`
  console.log(`${tested.length} test files said what they come by in ${seconds(started)}`)
  for (const { test } of tested.filter(({ passed }) => !passed))
    console.log(`left out, fails with nothing broken: ${relative(root, test)}`)
  const outcomes = await decide(root, mutants, tested, workers)
  console.log(report(outcomes))
  console.log(`seed ${seed}, ${seconds(started)}`)
  return 0
}

function isCount(value: number | undefined): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0
}

/** Has every test file that could say which mutants it comes by, nothing being broken. */
async function surveyed(
  root: string,
  taken: ReadonlyMap<string, readonly Mutant[]>,
  tests: readonly string[],
  workers: number,
): Promise<readonly Tested[]> {
  const places = [...taken].map(([file, some]) => ({ file, offsets: [...new Set(some.map(({ start }) => start))] }))
  const ask = async (share: number) => {
    const crew = new Crew(root, true)
    const survey = { places, tests: tests.map((path) => `${root}/${path}`), share, of: workers }
    const answer = await crew.ask({ kind: 'survey', survey }, Number.POSITIVE_INFINITY)
    crew.end()
    if (answer?.kind !== 'surveyed') throw new Error('The tests could not be run with nothing broken.')
    return answer.tested
  }
  return (await Promise.all(Array.from({ length: workers }, (_, share) => ask(share)))).flat()
}

interface Taken {
  readonly file: string
  readonly mutant: Mutant
}

/** Runs every mutant with the tests that come by it, the quickest first. */
async function decide(
  root: string,
  mutants: readonly Taken[],
  tested: readonly Tested[],
  workers: number,
): Promise<Outcome[]> {
  const reaching = new Map<string, Tested[]>()
  const quickest = tested.filter(({ passed }) => passed).sort((a, b) => a.took - b.took)
  for (const one of quickest)
    for (const place of one.reached) reaching.set(place, [...(reaching.get(place) ?? []), one])
  const outcomes: Outcome[] = []
  let at = 0
  const work = async () => {
    const crew = new Crew(root, false)
    for (let taken = mutants[at++]; taken; taken = mutants[at++]) {
      const { file, mutant } = taken
      const tests = nearFirst(file, reaching.get(`${file}:${mutant.start}`) ?? [])
      const end = tests.length === 0 ? 'untested' : await endOf(crew, taken, tests)
      outcomes.push({ file: relative(root, file), mutant, end })
      if (process.stderr.isTTY) process.stderr.write(`\r${outcomes.length} of ${mutants.length} `)
    }
    crew.end()
  }
  await Promise.all(Array.from({ length: workers }, work))
  const order = new Map(mutants.map(({ mutant }, place) => [mutant, place]))
  return outcomes.sort((a, b) => (order.get(a.mutant) ?? 0) - (order.get(b.mutant) ?? 0))
}

async function endOf(crew: Crew, { file, mutant }: Taken, tests: readonly Tested[]): Promise<Outcome['end']> {
  const { start, end, text } = mutant
  const job = { file, start, end, text, tests: tests.map(({ test }) => test) }
  const ms = LONGER_MS + TIMES_LONGER * tests.reduce((sum, { took }) => sum + took, 0)
  const answer = await crew.ask({ kind: 'job', job }, ms)
  return answer?.kind !== 'ran' ? 'late' : answer.killed ? 'killed' : 'survived'
}

/** A file's own tests before those of its folder, and both before all others. */
function nearFirst(file: string, tests: readonly Tested[]): Tested[] {
  const own = file.replace(/\.ts$/, '.test.ts')
  const folder = dirname(file)
  const far = ({ test }: Tested) => (test === own ? 0 : dirname(test) === folder ? 1 : 2)
  return [...tests].sort((a, b) => far(a) - far(b))
}
