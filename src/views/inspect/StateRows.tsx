import type { ReadonlySignal } from '@preact/signals-react'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { type KeyboardEvent, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { peekState } from '#projections/entity.ts'
import { useWindow } from '../kit/lists/useWindow.ts'
import { useSignalValue } from '../kit/useSignalValue.ts'
import * as css from './Inspector.css.ts'
import { type TreeRow, treeRows } from './treeRows.ts'

const ROW_PX = 24

/** What the page knows of the state, table by table, as it is now. */
export function StateRows({ edition }: { edition: ReadonlySignal<number> }) {
  const { t, i18n } = useTranslation('inspect')
  const now = useSignalValue(edition)
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const [here, setHere] = useState('')
  const scroller = useRef<HTMLDivElement>(null)
  const body = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the state is another one with every edition
  const rows = useMemo(() => treeRows(peekState(), opened), [opened, now])
  const { first, last } = useWindow(scroller, body, rows.length, ROW_PX)
  const number = useMemo(() => new Intl.NumberFormat(i18n.language), [i18n.language])
  const toggle = ({ path, open }: TreeRow) => {
    if (open === null) return
    const next = new Set(opened)
    if (open) next.delete(path)
    else next.add(path)
    setOpened(next)
  }
  const move = (event: KeyboardEvent) => {
    const at = rows.findIndex(({ path }) => path === here)
    const row = rows[at]
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[event.key]
    if (to !== undefined) {
      const next = rows[Math.max(0, Math.min(rows.length - 1, to))]
      setHere(next?.path ?? '')
      const y = Math.max(0, to) * ROW_PX
      const box = scroller.current
      if (box && y < box.scrollTop) box.scrollTop = y
      else if (box && y + ROW_PX > box.scrollTop + box.clientHeight) box.scrollTop = y + ROW_PX - box.clientHeight
    } else if (row && (event.key === 'Enter' || event.key === ' ')) toggle(row)
    else if (row && event.key === 'ArrowRight' && row.open === false) toggle(row)
    else if (row && event.key === 'ArrowLeft' && row.open === true) toggle(row)
    else return
    event.preventDefault()
  }
  return (
    <div
      ref={scroller}
      role="tree"
      tabIndex={0}
      className={css.scroller}
      aria-label={t('state.label')}
      aria-activedescendant={here === '' ? undefined : `held-${here}`}
      onKeyDown={move}
    >
      <div ref={body} role="presentation" className={css.body} style={{ height: rows.length * ROW_PX }}>
        {rows.slice(first, last).map((row, at) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the tree takes the keys
          <div
            key={row.path}
            id={`held-${row.path}`}
            role="treeitem"
            tabIndex={-1}
            aria-level={row.depth + 1}
            aria-expanded={row.open ?? undefined}
            aria-selected={row.path === here}
            className={css.treeRow}
            style={{ top: (first + at) * ROW_PX, paddingLeft: 12 + row.depth * 16 }}
            onClick={() => {
              setHere(row.path)
              toggle(row)
            }}
          >
            <span className={css.fold} aria-hidden="true">
              {row.open === null ? null : row.open ? <ChevronDown size={12} /> : <ChevronRight size={12} />}
            </span>
            <span className={css.name}>
              {row.more > 0 ? t('state.more', { n: number.format(row.more) }) : row.name}
            </span>
            <span className={css.value}>
              {row.held === null ? row.value : t('state.held', { n: number.format(row.held) })}
            </span>
          </div>
        ))}
      </div>
    </div>
  )
}
