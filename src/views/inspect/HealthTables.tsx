import { useTranslation } from 'react-i18next'
import { useSignalValue } from '../kit/useSignalValue.ts'
import { clock } from './EventRows.tsx'
import * as css from './Inspector.css.ts'
import type { Inspected } from './liveLog.ts'

/** How the workers and whoever tells events are, and what keeps the page busy. */
export function HealthTables({ inspected: { health, log } }: { inspected: Inspected }) {
  const { t } = useTranslation('inspect')
  const { workers, fired, longestTaskMs } = useSignalValue(health)
  const sources = useSignalValue(log.sources)
  const ms = (value: number | null) => (value === null ? '' : t('health.ms', { ms: Math.round(value) }))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
    <section className={css.health} aria-label={t('tabs.health')} tabIndex={0}>
      <Table
        name={t('health.workers')}
        columns={['worker', 'answer', 'longest', 'messages', 'waiting', 'error']}
        rows={workers.map(({ name, answerMs, longestMs, perSecond, waiting, lastError }) => [
          name,
          ms(answerMs),
          ms(longestMs),
          perSecond.toFixed(1),
          waiting === null ? '' : String(waiting),
          lastError ?? t('health.none'),
        ])}
      />
      <Table
        name={t('health.engines')}
        columns={['source', 'events', 'last', 'error']}
        rows={sources.map(({ source, events, last, failure }) => [
          source,
          String(events),
          clock(last),
          failure ?? t('health.none'),
        ])}
      />
      <Table
        name={t('health.fired')}
        columns={['signal', 'times']}
        rows={fired.map(({ name, times }) => [name, String(times)])}
      />
      <p className={css.count}>
        {longestTaskMs === null ? t('health.pageUnknown') : t('health.page', { ms: Math.round(longestTaskMs) })}
      </p>
    </section>
  )
}

type Column =
  | 'worker'
  | 'answer'
  | 'longest'
  | 'messages'
  | 'waiting'
  | 'error'
  | 'source'
  | 'events'
  | 'last'
  | 'signal'
  | 'times'

interface TableProps {
  readonly name: string
  readonly columns: readonly Column[]
  readonly rows: readonly (readonly string[])[]
}

function Table({ name, columns, rows }: TableProps) {
  const { t } = useTranslation('inspect')
  const words = (column: Column) => (column === 'source' ? t('events.source') : t(`health.${column}`))
  return (
    <table className={css.table}>
      <caption>{name}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {words(column)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row[0]}>
            {row.map((text, at) => (
              <td key={columns[at]}>{text}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
