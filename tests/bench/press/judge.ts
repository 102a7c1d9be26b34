/** What many presses of one thing come to. */
import { atMost, type Figure, figureOf } from '../table/figure.ts'
import { spreadOf } from '../table/stats.ts'
import { LOST_MS } from './presses.ts'
import type { Press } from './stopwatch.ts'

/** Two frames at 60 Hz. */
export const TARGET_MS = 33.4
const WIDTHS = [22, 20, 13, 9, 9, 9, 9, 8, 6]

export function heads(): void {
  row(['situation', 'pressed', 'changed p50', 'p50', 'p95', 'p99', 'worst', 'late', 'lost'])
}

/** Prints a row and makes its figures. A lost press counts as one that never ends: its p99 is missed, not void. */
export function figuresOf(situation: string, words: string, name: string, presses: readonly Press[]): Figure[] {
  const painted = presses.map((one) => (one.painted < 0 ? Number.POSITIVE_INFINITY : one.painted))
  const late = painted.filter((ms) => ms > TARGET_MS).length
  const lost = presses.filter((one) => one.painted < 0).length
  row([
    words,
    name,
    ms(
      at(
        presses.map(({ mutated }) => (mutated < 0 ? Number.POSITIVE_INFINITY : mutated)),
        0.5,
      ),
    ),
    ...[0.5, 0.95, 0.99, 1].map((share) => ms(at(painted, share))),
    `${((100 * late) / painted.length).toFixed(1)} %`,
    String(lost),
  ])
  const seen = painted.filter(Number.isFinite)
  const p99 = Math.min(LOST_MS, at(painted, 0.99))
  const what = `${situation}, ${name}`
  return [
    {
      ...figureOf({ what: `${what}: painted, p99`, unit: 'ms', must: atMost(TARGET_MS) }, p99),
      spread: seen.length > 1 ? spreadOf(seen) : null,
    },
    figureOf({ what: `${what}: lost presses`, unit: '', must: atMost(0) }, lost),
  ]
}

/** The value that this share (0-1) of them does not pass. */
export function at(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN
}

const ms = (value: number) => (Number.isFinite(value) ? value.toFixed(1) : 'lost')

function row(cells: readonly string[]): void {
  console.log(cells.map((cell, i) => (i < 2 ? cell.padEnd(WIDTHS[i] ?? 9) : cell.padStart(WIDTHS[i] ?? 9))).join(''))
}
