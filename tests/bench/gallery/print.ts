/** The two tables of the benchmark: what it cost, and what a person saw. */
import { median } from '../table/stats.ts'
import { CONTENDERS, type Contender, NAMES, PEERS, type Runs } from './contenders.ts'
import type { Run } from './drive.ts'

export const PHASES = ['brisk', 'fling', 'up'] as const

export function print(runs: Runs): void {
  const driven = CONTENDERS.filter((contender) => runs[contender].length > 0)
  const row = (cells: readonly string[]) =>
    console.log(cells.map((cell, i) => (i === 0 ? cell.padEnd(16) : cell.padStart(16))).join(' '))
  console.log('\nmain-thread CPU, ms per 10,000 px: median (lowest-highest)')
  row([
    '',
    'all',
    'x best peer',
    'script',
    'x best peer',
    'style+layout',
    ...PHASES.flatMap((phase) => [phase, 'x best peer']),
  ])
  for (const contender of driven) {
    const of = (pick: (run: Run) => number) => spread(runs[contender].map(pick), 0)
    row([
      NAMES[contender],
      of((r) => r.total.all),
      ratio(runs, contender, (r) => r.total.all),
      of((r) => r.total.script),
      ratio(runs, contender, (r) => r.total.script),
      of((r) => r.total.layout),
      ...PHASES.flatMap((phase) => [
        of((r) => r.phases[phase].all),
        ratio(runs, contender, (r) => r.phases[phase].all),
      ]),
    ])
  }
  console.log('\nwhat a person sees')
  row([
    '',
    'frames >25 ms',
    'long tasks',
    'LoAF',
    'missing cells',
    'in frames',
    'covers amiss',
    ...PHASES.map((phase) => `no words ${phase}`),
    'jump middle',
    'jump end',
    'its covers',
    'elements',
    'heap MB',
    'key to paint',
    'MB per 1,000',
    'way back',
  ])
  for (const contender of driven) {
    const of = (pick: (run: Run) => number, digits = 0, unit = '') =>
      `${median(runs[contender].map(pick)).toFixed(digits)}${unit}`
    const isFloor = contender === 'floor'
    row([
      NAMES[contender],
      of((r) => r.slowFrames * 100, 1, ' %'),
      of((r) => r.longTasks),
      of((r) => r.longAnimationFrames),
      ...(isFloor
        ? Array.from({ length: 9 }, () => '-')
        : [
            of((r) => r.missing * 100, 2, ' %'),
            of((r) => r.missingFrames * 100, 1, ' %'),
            of((r) => r.pending * 100, 1, ' %'),
            ...PHASES.map((phase) => of((r) => r.skeletons[phase] * 100, 1, ' %')),
            of((r) => r.jumpMiddle, 0, ' ms'),
            of((r) => r.jumpEnd, 0, ' ms'),
            of((r) => r.jumpCovers, 0, ' ms'),
          ]),
      of((r) => r.elements),
      of((r) => r.heapMB, 1),
      `${Math.max(...runs[contender].map((r) => r.keyToPaint)).toFixed(0)} ms`,
      ...(contender === 'product'
        ? [
            median(runs.product.map((r) => r.growthMB ?? 0)).toFixed(3),
            `${Math.max(...runs.product.map((r) => r.returned ?? 0)).toFixed(0)} ms`,
          ]
        : ['-', '-']),
    ])
  }
  const restless = runs.floor.filter((run) => run.slowFrames > 0).length
  if (runs.floor.length > 0)
    console.log(
      restless === 0
        ? '\nthe floor had no frame over 25 ms in any round'
        : `\nthe floor had frames over 25 ms in ${restless} of ${runs.floor.length} rounds: the machine was disturbed, dropped frames flatter CPU`,
    )
  console.log('covers amiss: share of the cover area without its cover at 4,000 px/s. Missing cells: at 20,000 px/s.')
}

/** Median over the rounds of this contender's figure divided by the best peer's of the same round. */
function ratio(...args: Parameters<typeof ratios>): string {
  const all = ratios(...args)
  return all.every(Number.isFinite) ? spread(all, 2) : '-'
}

/** NaN where `--only` left every peer out. */
export function ratios(runs: Runs, contender: Contender, pick: (run: Run) => number): number[] {
  const peers = PEERS.filter((peer) => runs[peer].length > 0)
  return runs[contender].map((run, round) =>
    peers.length === 0 ? Number.NaN : pick(run) / Math.min(...peers.map((peer) => pick(runs[peer][round] as Run))),
  )
}

function spread(values: readonly number[], digits: number): string {
  const middle = median(values).toFixed(digits)
  return values.length < 2
    ? middle
    : `${middle} (${Math.min(...values).toFixed(digits)}-${Math.max(...values).toFixed(digits)})`
}
