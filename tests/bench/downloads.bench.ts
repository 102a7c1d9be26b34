/**
 * `npm run bench -- downloads [--quick] [--rounds N] [--part speed|large|trouble|lid|meanwhile|many]`: how fast 20
 * files of 50 MB come and what that costs (`speed`) and 8 of 200 MB as fast as they are taken (`large`; not if quick), what
 * becomes of them under faults, cuts and cancellations (`trouble`) and when the lid is closed in the middle (`lid`), what
 * the page feels of it (`meanwhile`), and what ten thousand jobs cost each thread (`many`). Of `speed` and `large`: `--no-limit` leaves out the limited runs, `--limited` all others, `--no-blocks` has a server that says nothing of blocks, `--only engine|folder`
 * all but one way. A file that failed or is not the source fails the whole; a part that fails does not hold up the others.
 */
import type { Stage } from './check/stage.ts'
import { chromiumVersion } from './downloads/browser.ts'
import { lid } from './downloads/lid.ts'
import { many } from './downloads/many.ts'
import { meanwhile } from './downloads/meanwhile.ts'
import { peersHere } from './downloads/peers.ts'
import { speed } from './downloads/speed.ts'
import { closeTally, tallied } from './downloads/tally.ts'
import { someFaults, trouble } from './downloads/trouble.ts'
import { atMost, type Figure, figureOf, isKept, verdictOf } from './table/figure.ts'
import { commit, report } from './table/report.ts'

const ROUNDS = 3

export async function run(args: readonly string[]): Promise<void> {
  const given = (name: string) => (args.includes(name) ? args[args.indexOf(name) + 1] : undefined)
  const quick = args.includes('--quick')
  const [count, bytes] = quick ? [6, 10e6] : [20, 50e6]
  const rounds = Number(given('--rounds')) || (quick ? 1 : ROUNDS)
  const part = given('--part')
  console.log(`downloads, commit ${commit()}, ${rounds} rounds`)
  const root = process.cwd()
  const limited = !args.includes('--no-limit')
  const measured = {
    rounds,
    only: given('--only'),
    shortened: quick || rounds < ROUNDS,
    blocks: !args.includes('--no-blocks'),
  }
  const parts: Readonly<Record<string, () => Promise<readonly Figure[]>>> = {
    speed: () => speed({ ...measured, count, bytes, unlimited: !args.includes('--limited'), limited, six: !quick }),
    large: async () =>
      quick || args.includes('--limited')
        ? []
        : speed({ ...measured, count: 8, bytes: 200e6, unlimited: true, limited: false, six: false }),
    trouble: () => trouble(root, quick),
    lid: async () => [await lid(root, quick)],
    meanwhile: () => meanwhile(root, quick),
    many: () => many(root, quick),
  }
  const figures: Figure[] = []
  const errors: string[] = []
  for (const [name, measure] of Object.entries(parts)) {
    if (part !== undefined && part !== name) continue
    console.log(`\n${name}`)
    try {
      figures.push(...(await measure()))
    } catch (error) {
      console.error(`${name}:`, error)
      errors.push(`${name}: ${error instanceof Error ? error.message : error}`)
    }
  }
  const { failed, different } = tallied()
  report({
    bench: 'downloads',
    figures: [
      ...figures,
      figureOf({ what: 'failed files of all parts', unit: '', must: atMost(0), shortened: quick }, failed),
      figureOf(
        { what: 'missing or different files of all parts', unit: '', must: atMost(0), shortened: quick },
        different,
      ),
    ],
    peers: [await chromiumVersion(), ...peersHere()],
    leavesOut: [
      'of speed: starting the browser; curl and aria2c have none',
      'of the queue: what the same page costs without jobs',
      'of failed files: those that were made to fail',
    ],
  })
  if (errors.length > 0) throw new Error(errors.join('; '))
  closeTally()
}

/**
 * Two files come right in every way there is, and some under faults. What needs the whole product under hundreds of jobs
 * (`lid`, `meanwhile`, `many`) is left to the benchmark: its browsers, presses and pauses take minutes. @throws Error when
 * a file is not right
 */
export async function check({ root }: Stage): Promise<void> {
  const speeds = await speed({
    count: 2,
    bytes: 1e6,
    rounds: 1,
    unlimited: true,
    limited: false,
    only: undefined,
    six: true,
    shortened: true,
    blocks: true,
  })
  const measured = speeds.filter((figure) => verdictOf(figure) !== 'VOID')
  if (speeds.length < 12 || measured.length < speeds.length) throw new Error(`${measured.length} figures were measured`)
  if (!isKept(await someFaults(root))) throw new Error('faults were not borne')
  const { failed, different } = tallied()
  if (failed + different > 0) throw new Error(`${failed} files failed, ${different} are missing or different`)
}
