import { atMost, type Figure, figureOf, verdictOf } from '../table/figure.ts'
import { shown } from '../table/print.ts'

/** How many files load at once in every part of the download benchmark. */
export const PARALLEL = 6

/** A figure with the most it may be, printed at once: some parts take minutes. @param note what else there is to say of it */
export function figure(what: string, value: number, must: number, shortened: boolean, note = ''): Figure {
  const it = figureOf({ what, unit: '', must: atMost(must), shortened, note }, value)
  console.log(`  ${what.padEnd(76)}${shown(value).padStart(8)}  must ${must}  ${verdictOf(it)}${note && `  (${note})`}`)
  return it
}
