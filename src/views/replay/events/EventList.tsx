import { Bookmark, Pin, StickyNote } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { EventRow } from '#core/contracts/replay.ts'
import { useSignalValue } from '../../kit/useSignalValue.ts'
import { useNumber } from '../../stateTree/useNumber.ts'
import { useRows } from '../../stateTree/useRows.ts'
import { cx } from '../../theme/cx.ts'
import { useReplay } from '../model/context.ts'
import { newest } from '../model/newest.ts'
import { clock } from '../model/times.ts'
import { Brackets } from './Brackets.tsx'
import * as css from './EventList.css.ts'
import { Filters } from './Filters.tsx'

/** Height of a row, px. */
const ROW_PX = 28
/** Rows are asked for in pieces of so many. */
const PIECE = 64

interface Held {
  readonly first: number
  readonly rows: readonly EventRow[]
  /** Of which list. */
  readonly edition: number
}

/** Every event that is listed, of which those in sight are made. */
export function EventList({ search }: { search: RefObject<HTMLInputElement | null> }) {
  const { t } = useTranslation('replay')
  const replay = useReplay()
  const count = useSignalValue(replay.listed)
  const edition = useSignalValue(replay.edition)
  const moment = useSignalValue(replay.moment)
  const ends = useSignalValue(replay.ends)
  const box = useRef<HTMLDivElement>(null)
  const { first, last, top, height, show } = useRows(box, count, ROW_PX)
  const held = useHeld(first, last, edition)
  const number = useNumber()
  const scroll = useRef(show)
  scroll.current = show
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list is scrolled anew
  useEffect(() => {
    let isGone = false
    if (!moment) return
    void replay.worker.placeOf(moment.seq).then((place) => {
      if (!isGone) scroll.current(place)
    })
    return () => {
      isGone = true
    }
  }, [replay, moment, edition, count])
  const here = moment?.seq ?? -1
  const withHours = ends >= 3_600_000

  const move = (event: KeyboardEvent) => {
    const page = Math.max(1, Math.floor((box.current?.clientHeight ?? 0) / ROW_PX) - 1)
    const by = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page }[event.key]
    const to = event.key === 'Home' ? 0 : event.key === 'End' ? count - 1 : null
    if (by === undefined && to === null) return
    event.preventDefault()
    event.stopPropagation()
    void step(by ?? 0, to)
  }
  /** Through the list, not the log: what is not listed is passed by. */
  const step = async (by: number, to: number | null) => {
    replay.pause()
    const place = to ?? (await replay.worker.placeOf(replay.seq.value))
    // Behind the last listed event there is none to go on to.
    if (place < 0 && to === null && by > 0) return
    const at = place < 0 ? count : place
    // Between two listed events the next one is one step away.
    const [row] = await replay.worker.rows(Math.max(0, Math.min(count - 1, at)), 1)
    const isBetween = to === null && by > 0 && row !== undefined && row.seq > replay.seq.value
    const [wanted] = await replay.worker.rows(Math.max(0, Math.min(count - 1, at + by - (isBetween ? 1 : 0))), 1)
    if (wanted) replay.go(wanted.seq)
  }
  const shown = held.rows.slice(Math.max(0, first - held.first), Math.max(0, last - held.first))
  const start = Math.max(first, held.first)
  return (
    <section className={css.panel} aria-label={t('events.label')}>
      <Filters search={search} />
      <div className={css.head} aria-hidden="true">
        {(['seq', 'time', 'source', 'event', 'cause'] as const).map((column) => (
          <span key={column} className={css.cell[column]}>
            {t(`events.${column}`)}
          </span>
        ))}
      </div>
      <div
        ref={box}
        role="listbox"
        tabIndex={0}
        className={css.scroller}
        aria-label={t('events.label')}
        aria-activedescendant={shown.some(({ seq }) => seq === here) ? `event-${here}` : undefined}
        onKeyDown={move}
      >
        <div role="presentation" className={css.body} style={{ height }}>
          <div role="presentation" style={{ transform: `translateY(${top + (start - first) * ROW_PX}px)` }}>
            <Brackets rows={shown} />
            {shown.map((row, at) => (
              <Row
                key={row.seq}
                row={row}
                place={start + at}
                count={count}
                isHere={row.seq === here}
                withHours={withHours}
                number={number}
              />
            ))}
          </div>
        </div>
      </div>
      {count === 0 && <p className={css.empty}>{t('events.none')}</p>}
    </section>
  )
}

interface RowProps {
  readonly row: EventRow
  /** Among those listed, from 0. */
  readonly place: number
  readonly count: number
  readonly isHere: boolean
  readonly withHours: boolean
  readonly number: Intl.NumberFormat
}

function Row({ row, place, count, isHere, withHours, number }: RowProps) {
  const { t } = useTranslation('replay')
  const replay = useReplay()
  const bookmarks = useSignalValue(replay.kept.bookmarks)
  const notes = useSignalValue(replay.kept.notes)
  const pinned = useSignalValue(replay.pinned)
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list takes the keys
    <div
      role="option"
      tabIndex={-1}
      id={`event-${row.seq}`}
      aria-posinset={place + 1}
      aria-setsize={count}
      aria-selected={isHere}
      className={cx(css.row, row.failed && css.failed, row.leftOut && css.leftOut, row.skipped !== null && css.skipped)}
      title={row.skipped ?? row.type}
      onClick={() => {
        replay.pause()
        replay.go(row.seq)
      }}
    >
      <span className={css.cell.seq}>{number.format(row.seq)}</span>
      <span className={css.cell.time}>{clock(row.t, withHours)}</span>
      <span className={css.cell.source}>{row.source}</span>
      <span className={cx(css.cell.event, css.typed)}>{row.type}</span>
      <span className={css.cell.cause}>
        {row.leftOut ? t('events.leftOut') : row.cause === null ? '' : number.format(row.cause)}
      </span>
      <span className={css.signs}>
        {pinned === row.seq && <Pin size={13} aria-label={t('events.pinned')} className={css.pin} />}
        {bookmarks.has(row.seq) && <Bookmark size={13} aria-label={t('events.bookmarked')} className={css.mark} />}
        {notes.has(row.seq) && <StickyNote size={13} aria-label={notes.get(row.seq)} className={css.mark} />}
      </span>
    </div>
  )
}

/** The rows in sight, as they come: until they are here, those that were. */
function useHeld(first: number, last: number, edition: number): Held {
  const replay = useReplay()
  const [held, setHeld] = useState<Held>({ first: 0, rows: [], edition: -1 })
  const ask = useMemo(
    () =>
      newest(
        ({ from, count }: { from: number; count: number; edition: number }) => replay.worker.rows(from, count),
        (rows, asked) => setHeld({ first: asked.from, rows, edition: asked.edition }),
      ),
    [replay],
  )
  const isHere = held.edition === edition && held.first <= first && held.first + held.rows.length >= last
  useEffect(() => {
    if (isHere) return
    const from = Math.max(0, Math.floor(first / PIECE) * PIECE - PIECE)
    ask({ from, count: Math.ceil((last - from) / PIECE) * PIECE + PIECE, edition })
  }, [ask, isHere, first, last, edition])
  return held
}
