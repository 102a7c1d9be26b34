/**
 * `npm run bench -- downloads [--quick] [--rounds N] [--part speed|trouble|lid|meanwhile|many]`: how fast files come and what
 * that costs (`speed`), what becomes of them under faults, cuts and cancellations (`trouble`) and when the lid is closed
 * in the middle (`lid`), what the page feels of it (`meanwhile`), and what ten thousand jobs cost each thread (`many`). Of `speed`: `--large` takes 8 files of 200 MB,
 * `--no-limit` leaves out the limited runs, `--no-blocks` has a server that says nothing of blocks, `--only engine|folder` all but one way. A file that failed or is not the
 * source fails the whole.
 */
import { execFileSync } from 'node:child_process'
import { PARALLEL } from './downloads/figure.ts'
import { lid } from './downloads/lid.ts'
import { many } from './downloads/many.ts'
import { meanwhile } from './downloads/meanwhile.ts'
import { speed } from './downloads/speed.ts'
import { closeTally } from './downloads/tally.ts'
import { trouble } from './downloads/trouble.ts'

export async function run(args: readonly string[]): Promise<void> {
  const given = (name: string) => (args.includes(name) ? args[args.indexOf(name) + 1] : undefined)
  const quick = args.includes('--quick')
  const [count, bytes] = quick ? [6, 10e6] : args.includes('--large') ? [8, 200e6] : [20, 50e6]
  const rounds = Number(given('--rounds')) || (quick ? 1 : 3)
  const part = given('--part')
  const wants = (name: string) => part === undefined || part === name
  console.log(`downloads, commit ${commit()}, ${PARALLEL} at once, ${rounds} rounds`)
  if (wants('speed'))
    await speed({
      count,
      bytes,
      rounds,
      limited: !args.includes('--no-limit'),
      only: given('--only'),
      blocks: !args.includes('--no-blocks'),
    })
  const kept = [
    !wants('trouble') || (await trouble(process.cwd(), quick)),
    !wants('lid') || (await lid(process.cwd(), quick)),
    !wants('meanwhile') || (await meanwhile(process.cwd(), quick)),
    !wants('many') || (await many(process.cwd())),
  ]
  if (kept.includes(false)) console.log('MISSED: a figure is over its must')
  closeTally()
}

function commit(): string {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
  } catch {
    return 'unknown'
  }
}
