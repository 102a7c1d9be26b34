/** The one table of all benchmarks. */
import { isKept, verdictOf } from '../table/figure.ts'
import { besideOf, type Row, tableOf } from '../table/print.ts'
import type { Outcome } from './child.ts'

export interface Summary {
  readonly text: string
  /** No figure is missed or void, and nothing failed. */
  readonly isKept: boolean
}

/** @param outcomes by benchmark, in the order of the table */
export function summaryOf(outcomes: ReadonlyMap<string, Outcome>, commit: string): Summary {
  const rows = [...outcomes].flatMap(([bench, { report, failed }]): Row[] => [
    ...(report?.figures ?? []).map((figure) => ({ bench, figure })),
    ...(failed === null ? [] : [{ bench, figure: { failed } }]),
  ])
  const beside = [...outcomes].map(([bench, { report, seconds }]) => {
    const said = report ? besideOf(report) : ''
    return `${bench}, ${seconds.toFixed(0)} s${said === '' ? '' : `\n${said}`}`
  })
  const verdicts = rows.map(({ figure }) => ('failed' in figure ? 'FAILED' : verdictOf(figure)))
  const count = (verdict: string) => verdicts.filter((one) => one === verdict).length
  const minutes = [...outcomes.values()].reduce((sum, { seconds }) => sum + seconds, 0) / 60
  const shortened = rows.filter(({ figure }) => 'shortened' in figure && figure.shortened).length
  return {
    text: [
      `commit ${commit}`,
      tableOf(rows, true),
      '',
      ...beside,
      '',
      `${count('met')} met, ${count('MISSED')} missed, ${count('VOID')} void, ${count('FAILED')} failed, ${count('known')} without a must, ${shortened} of them shortened; ${minutes.toFixed(1)} minutes`,
    ].join('\n'),
    isKept: rows.length > 0 && rows.every(({ figure }) => !('failed' in figure) && isKept(figure)),
  }
}
