/** The table of a benchmark, or of all of them, as text. */
import { type Figure, type Report, verdictOf } from './figure.ts'

/** A row of the table of all: a figure, or what became of a benchmark that ended badly. */
export interface Row {
  readonly bench: string
  readonly figure: Figure | { readonly failed: string }
}

const RIGHT: ReadonlySet<number> = new Set([2, 3, 4])
const HEAD = ['benchmark', 'figure', 'value', 'lowest to highest', 'must', '', '']

/** @param withBench also says whose each row is */
export function tableOf(rows: readonly Row[], withBench: boolean): string {
  const cells = [HEAD, ...rows.map(cellsOf)].map((row) => (withBench ? row : row.slice(1)))
  const first = withBench ? 0 : 1
  const widths = cells[0]?.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0))) ?? []
  return cells
    .map((row) =>
      row
        .map((cell, column) => {
          const width = widths[column] ?? 0
          return RIGHT.has(column + first) ? cell.padStart(width) : cell.padEnd(width)
        })
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

function cellsOf({ bench, figure }: Row): string[] {
  if ('failed' in figure) return [bench, figure.failed, '', '', '', 'FAILED', '']
  const { what, value, unit, spread, must, shortened } = figure
  const verdict = verdictOf(figure)
  return [
    bench,
    what,
    value === null ? 'none' : withUnit(value, unit),
    spread === null ? '' : `${shown(spread[0])} to ${shown(spread[1])}`,
    must === null ? '' : `${must.bound} ${shown(must.value)}`,
    verdict === 'known' ? '' : verdict,
    shortened ? 'SHORTENED' : '',
  ]
}

/** What stands beside the figures: peers with versions, what is left out, and the notes of single figures. */
export function besideOf({ peers, leavesOut, figures }: Pick<Report, 'peers' | 'leavesOut' | 'figures'>): string {
  const notes = figures.filter(({ note }) => note !== '').map(({ what, note }) => `${what}: ${note}`)
  return [
    ...(peers.length > 0 ? [`with: ${peers.join(', ')}`] : []),
    ...leavesOut.map((one) => `left out: ${one}`),
    ...notes,
  ]
    .map((line) => `  ${line}`)
    .join('\n')
}

const withUnit = (value: number, unit: string) => `${shown(value)}${unit === '' ? '' : ` ${unit}`}`

/** Digits enough that what is just over its must does not look like it. */
export function shown(value: number): string {
  if (Number.isInteger(value)) return String(value)
  const size = Math.abs(value)
  return String(Number(value.toFixed(size >= 10_000 ? 0 : size >= 100 ? 1 : size >= 1 ? 2 : 4)))
}
