/**
 * `npm run mutate`: takes a seeded sample of all mutants, has every test say which of them it comes by, and runs each
 * mutant with those that do. What no test notices is printed.
 */
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { parseArgs } from 'node:util'
import { Crew } from './crew.ts'
import { decide } from './decide.ts'
import { messagesOf, saidOnce } from './errors.ts'
import { sourcesUnder } from './files.ts'
import { type Mutant, mutantsOf } from './operators.ts'
import { Record } from './record.ts'
import { isStanding, type Outcome, progress, report, survivor } from './report.ts'
import { sample } from './sample.ts'
import { plans } from './schedule.ts'
import type { Numbered } from './schemata.ts'
import { refused, type Suspect } from './types.ts'
import type { Surveyed } from './wire.ts'

const HELP = `npm run mutate [-- OPTIONS]
  --sample N    how many mutants (1500)
  --seed S      which of them (1)
  --under GLOB  in these files, as often as wanted (src/core, workers/engines, src/bridge, server/auth)
  --tests PATH  only with tests under this path, as often as wanted (all)
  --workers N   processes that run tests (2)
  --budget N    seconds that the tests of one mutant may take with nothing broken (30)
  --resume      take over what the last run of this seed and size has found
  --again       the same, but try its survivors once more`
const FOLDERS = ['src/core', 'workers/engines', 'src/bridge', 'server/auth']
/** Where errors are declared that the sources make. */
const CODE = ['src', 'workers', 'server']
const TOLD_EACH = 25

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
      budget: { type: 'string', default: '30' },
      resume: { type: 'boolean', default: false },
      again: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  const [size, seed, workers, budget] = [values.sample, values.seed, values.workers, values.budget].map(Number)
  if (values.help || !isCount(size) || !isCount(seed) || !isCount(workers) || workers === 0 || !isCount(budget)) {
    console.log(HELP)
    return values.help ? 0 : 2
  }
  const read = (file: string) => readFileSync(file, 'utf8')
  const code = sourcesUnder(root, CODE).map(read)
  const messages = messagesOf(code)
  const said = saidOnce(code)
  const all = new Map(sourcesUnder(root, values.under).map((file) => [file, mutantsOf(read(file), messages, said)]))
  const total = [...all.values()].reduce((sum, some) => sum + some.length, 0)
  const mutants = await compiling(root, all, size, seed)
  console.log(`seed ${seed}: ${mutants.length} of ${total} mutants in ${new Set(mutants.map(({ file }) => file)).size} files`) // biome-ignore format: one line
  if (mutants.length === 0) return 2

  const record = new Record(`${root}/node_modules/.mutate/seed-${seed}-of-${size}.jsonl`, values.resume || values.again)
  const outcomes = new Map<number, Outcome>()
  for (const { id, file, mutant } of mutants) {
    const known = record.find(relative(root, file), mutant)
    if (known && !(values.again && isStanding(known))) outcomes.set(id, known)
  }
  if (outcomes.size > 0) console.log(`${outcomes.size} of them were decided before`)
  const open = mutants.filter(({ id }) => !outcomes.has(id))

  const started = performance.now()
  const seconds = () => (performance.now() - started) / 1000
  const byFile = new Map<string, Numbered[]>()
  for (const { file, mutant, id } of open) byFile.set(file, [...(byFile.get(file) ?? []), { ...mutant, id }])
  const crews = Array.from({ length: workers }, () => new Crew(root, { kind: 'begin', mutants: [...byFile] }))
  if (open.length > 0) {
    const surveyed = await survey(crews, values.tests.map((path) => `${root}/${path}`), (file) => relative(root, file)) // biome-ignore format: one line
    console.log(`${surveyed.length} test files said what they come by in ${Math.round(seconds())} s`)
    const from = seconds()
    let [done, killed] = [0, 0]
    const byId = new Map(open.map((one) => [one.id, one]))
    await decide(crews, plans(open, surveyed, budget * 1000), (id, end) => {
      const one = byId.get(id)
      if (!one) return
      const outcome: Outcome = { file: relative(root, one.file), mutant: one.mutant, end }
      outcomes.set(id, outcome)
      record.add(outcome)
      if (isStanding(outcome)) console.log(survivor(outcome))
      done++
      if (!isStanding(outcome)) killed++
      if (done % TOLD_EACH === 0) console.log(progress(done, killed, open.length, seconds() - from))
    })
  }
  for (const crew of crews) crew.end()
  console.log(`\n${report(mutants.flatMap(({ id }) => outcomes.get(id) ?? []))}`)
  const used = crews.reduce((sum, crew) => sum + crew.used, 0) / 1000
  console.log(`seed ${seed}, ${Math.round(seconds())} s, of the processor ${Math.round(used)} s`)
  return 0
}

/** The sample, numbered from 1, with others in place of what does not compile. */
async function compiling(
  root: string,
  all: ReadonlyMap<string, readonly Mutant[]>,
  size: number,
  seed: number,
): Promise<readonly Suspect[]> {
  const judged = new Set<Mutant>()
  const out = new Set<Mutant>()
  const take = (count: number) =>
    [...sample(all, count, seed, (mutant) => out.has(mutant))]
      .flatMap(([file, some]) => some.map((mutant) => ({ file, mutant })))
      .map((one, at) => ({ ...one, id: at + 1 }))
  for (;;) {
    const mutants = take(size)
    if (mutants.every(({ mutant }) => judged.has(mutant))) {
      console.log(`${out.size} of ${judged.size} that were looked at do not compile, and are passed over`)
      return mutants
    }
    // The next in line are asked with them, since one run of the compiler costs more than what it is asked.
    const asked = take(1.5 * size).filter(({ mutant }) => !judged.has(mutant))
    const no = await refused(root, asked)
    for (const { id, mutant } of asked) {
      judged.add(mutant)
      if (no.has(id)) out.add(mutant)
    }
  }
}

function isCount(value: number | undefined): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0
}

/** Has every test file that could say which mutants it comes by, nothing being broken. */
async function survey(
  crews: readonly Crew[],
  under: readonly string[],
  nameOf: (file: string) => string,
): Promise<readonly Surveyed[]> {
  const related = await crews[0]?.ask({ kind: 'related' })
  if (related?.kind !== 'files') throw new Error('No process says which tests there are.')
  const files = related.files.filter((file) => under.some((path) => file.startsWith(path)))
  const all = files.length
  const surveyed: Surveyed[] = []
  const work = async (crew: Crew) => {
    for (let test = files.shift(); test; test = files.shift()) {
      const before = surveyed.length
      await crew.ask({ kind: 'survey', test }, (news) => {
        if (news.kind === 'surveyed') surveyed.push(news.surveyed)
      })
      if (surveyed.length === before) console.log(`left out, does not load: ${nameOf(test)}`)
      const failed = surveyed[before]?.tests.filter(({ passed }) => !passed).length ?? 0
      if (failed > 0) console.log(`left out, ${failed} tests fail with nothing broken: ${nameOf(test)}`)
      if (surveyed.length % TOLD_EACH === 0) console.log(`${surveyed.length} of ${all} test files asked`)
    }
  }
  await Promise.all(crews.map(work))
  return surveyed
}
