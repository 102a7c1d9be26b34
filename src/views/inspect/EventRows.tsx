import { type KeyboardEvent, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { isFailure } from '#core/model/eventTypes.ts'
import { useWindow } from '../kit/lists/useWindow.ts'
import { useSignalValue } from '../kit/useSignalValue.ts'
import { useNumber } from '../stateTree/useNumber.ts'
import { cx } from '../theme/cx.ts'
import * as css from './Inspector.css.ts'
import type { LiveLog, LiveRow } from './liveLog.ts'

const ROW_PX = 24
/** Who is so near the end is taken along with what comes, px. */
const NEAR_PX = 40

interface Props {
  readonly log: LiveLog
  readonly chosen: LiveRow | null
  readonly onChoose: (row: LiveRow) => void
}

/** The events that are listed, of which those in sight are made. The end stays in sight while nobody scrolls up. */
export function EventRows({ log, chosen, onChoose }: Props) {
  const { t } = useTranslation('inspect')
  const rows = useSignalValue(log.rows)
  const scroller = useRef<HTMLDivElement>(null)
  const body = useRef<HTMLDivElement>(null)
  const { first, last } = useWindow(scroller, body, rows.length, ROW_PX)
  const number = useNumber()
  const follows = useRef(true)
  const before = useRef(rows)
  useLayoutEffect(() => {
    const box = scroller.current
    if (!box) return
    if (follows.current) box.scrollTop = box.scrollHeight
    else box.scrollTop -= ROW_PX * leftOf(before.current, rows)
    before.current = rows
  }, [rows])
  const move = (event: KeyboardEvent) => {
    const here = chosen ? rows.findIndex(({ n }) => n === chosen.n) : -1
    const to = { ArrowDown: here + 1, ArrowUp: here < 0 ? rows.length - 1 : here - 1, Home: 0, End: rows.length - 1 }[
      event.key
    ]
    if (to === undefined) return
    event.preventDefault()
    const row = rows[Math.max(0, Math.min(rows.length - 1, to))]
    if (!row) return
    onChoose(row)
    const y = rows.indexOf(row) * ROW_PX
    const box = scroller.current
    if (!box) return
    if (y < box.scrollTop) box.scrollTop = y
    else if (y + ROW_PX > box.scrollTop + box.clientHeight) box.scrollTop = y + ROW_PX - box.clientHeight
  }
  return (
    <div className={css.half}>
      <div className={css.head} aria-hidden="true">
        {(['seq', 'time', 'source', 'event'] as const).map((column) => (
          <span key={column} className={css.cell}>
            {t(`events.${column}`)}
          </span>
        ))}
        <span className={css.cause}>{t('events.cause')}</span>
      </div>
      <div
        ref={scroller}
        role="listbox"
        tabIndex={0}
        className={css.scroller}
        aria-label={t('events.label')}
        aria-activedescendant={chosen ? `inspected-${chosen.n}` : undefined}
        onKeyDown={move}
        onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
          follows.current = scrollHeight - scrollTop - clientHeight < NEAR_PX
        }}
      >
        <div ref={body} role="presentation" className={css.body} style={{ height: rows.length * ROW_PX }}>
          {rows.slice(first, last).map((row, at) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the list takes the keys
            <div
              key={row.n}
              id={`inspected-${row.n}`}
              role="option"
              tabIndex={-1}
              aria-posinset={first + at + 1}
              aria-setsize={rows.length}
              aria-selected={row.n === chosen?.n}
              className={cx(css.row, isFailure(row.type) && css.failed)}
              style={{ top: (first + at) * ROW_PX }}
              onClick={() => onChoose(row)}
            >
              <span className={css.cell}>{row.seq === 0 ? t('events.unkept') : number.format(row.seq)}</span>
              <span className={css.cell}>{clock(row.t)}</span>
              <span className={css.cell}>{row.source}</span>
              <span className={css.typed}>{row.type}</span>
              <span className={css.cause}>{row.cause === null ? '' : number.format(row.cause)}</span>
            </div>
          ))}
        </div>
        {rows.length === 0 && <p className={css.quiet}>{t('events.none')}</p>}
      </div>
    </div>
  )
}

/** How many rows went at the beginning of a list that goes on; 0: it is another list. Rows are told apart by their number. */
function leftOf(before: readonly LiveRow[], rows: readonly LiveRow[]): number {
  const oldest = rows[0]?.n
  if (oldest === undefined) return 0
  const at = before.findIndex(({ n }) => n >= oldest)
  return before[at]?.n === oldest ? at : 0
}

/** `12:48.114` */
export function clock(ms: number): string {
  const two = (n: number) => String(n).padStart(2, '0')
  return `${two(Math.floor(ms / 60_000))}:${two(Math.floor(ms / 1000) % 60)}.${String(ms % 1000).padStart(3, '0')}`
}
