import { type KeyboardEvent, type PointerEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { resizeColumn } from '#actions/settings.ts'
import { COLUMN_MIN_PX } from '#core/model/constants.ts'
import type { TableName } from '#core/model/settings.ts'
import { isCommand } from '../../kit/keys.ts'
import * as css from './ColumnHandle.css.ts'
import { ColumnDrag } from './columnDrag.ts'

const STEP_PX = 10
/** What a screen reader is told as the most; nothing stops a wider drag. */
const MAX_PX = 1000

interface Props {
  table: TableName
  column: string
  /** The column's name as it is read. */
  name: string
  /** The element whose custom properties the rows read. */
  root: RefObject<HTMLElement | null>
}

/**
 * The right edge of a column: dragged, or moved by the arrow keys, it changes the column's width, which is kept
 * for the table. Stands in the column's head, which is what is measured.
 */
export function ColumnHandle({ table, column, name, root }: Props) {
  const { t } = useTranslation()
  const handle = useRef<HTMLDivElement>(null)
  const drag = useRef<ColumnDrag | null>(null)
  const [width, setWidth] = useState(COLUMN_MIN_PX)
  // What is not shown has no width.
  const measure = () => Math.max(COLUMN_MIN_PX, handle.current?.parentElement?.getBoundingClientRect().width ?? 0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once the head is there, and again when it is reached
  useLayoutEffect(() => setWidth(Math.round(measure())), [])

  const start = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0 || !root.current) return
    event.currentTarget.setPointerCapture(event.pointerId)
    const held = new ColumnDrag(root.current, column, (wide) => {
      setWidth(wide)
      resizeColumn(table, column, wide)
    })
    held.start(event.pointerId, event.clientX, measure())
    drag.current = held
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && drag.current) drag.current.cancel()
    else if (!isCommand(event) && (event.key === 'ArrowLeft' || event.key === 'ArrowRight')) {
      const wide = Math.max(COLUMN_MIN_PX, Math.round(measure()) + (event.key === 'ArrowLeft' ? -STEP_PX : STEP_PX))
      setWidth(wide)
      resizeColumn(table, column, wide)
    } else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule cannot be moved
    <div
      ref={handle}
      role="separator"
      tabIndex={0}
      aria-label={t('resizeColumn', { column: name })}
      aria-orientation="vertical"
      aria-valuemin={COLUMN_MIN_PX}
      aria-valuemax={Math.max(MAX_PX, width)}
      aria-valuenow={width}
      className={css.handle}
      onFocus={() => setWidth(Math.round(measure()))}
      onKeyDown={onKeyDown}
      onPointerDown={start}
      onPointerMove={(event) => drag.current?.move(event.pointerId, event.clientX)}
      onPointerUp={(event) => drag.current?.end(event.pointerId, event.clientX, event.timeStamp)}
      onPointerCancel={() => drag.current?.cancel()}
    />
  )
}
