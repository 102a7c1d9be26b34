import '../i18n/engineers/tree.ts'
import type { TFunction } from 'i18next'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TreeRow } from '#core/contracts/replay.ts'
import { cx } from '../theme/cx.ts'
import { visuallyHidden } from '../theme/hidden.css.ts'
import * as css from './stateTree.css.ts'
import { useNumber } from './useNumber.ts'
import type { Rows } from './useRows.ts'

/** Height of a row, px. */
export const ROW_PX = 24

/** The rows that are here, of all there are. */
export interface SomeRows {
  readonly total: number
  /** Place of the first of `rows`. */
  readonly first: number
  readonly rows: readonly TreeRow[]
}

interface Props {
  readonly box: RefObject<HTMLDivElement | null>
  /** Those in sight of the box. */
  readonly seen: Rows & { show(place: number): void }
  /** Null: not known yet. */
  readonly tree: SomeRows | null
  readonly label: string
  /** Said when there are none. */
  readonly nothing: string
  readonly onToggle: (row: TreeRow) => void
  /** Whether there is another state beside it: else nothing is called unchanged. Default: there is */
  readonly isCompared?: boolean
  /** A value was picked. Default: it cannot be */
  readonly pick?: { readonly hint: string; onPick(row: TreeRow): void }
}

/** A state as a tree, beside another one: what was added, what is gone, what stayed. Of its rows those in sight are made. */
export function StateRows({ box, seen, tree, label, nothing, onToggle, isCompared = true, pick }: Props) {
  const number = useNumber()
  const { active, move } = useKeys(tree, seen.show, (row) => (row.open === null ? pick?.onPick(row) : onToggle(row)))
  const id = useId()
  const isThere = tree !== null && active >= tree.first && active < tree.first + tree.rows.length
  return (
    <div
      ref={box}
      className={css.scroller}
      role="tree"
      tabIndex={0}
      aria-label={label}
      aria-activedescendant={isThere ? `${id}-${active}` : undefined}
      onKeyDown={move}
    >
      <div className={css.body} style={{ height: seen.height }} role="presentation">
        <div
          role="presentation"
          style={{ transform: `translateY(${seen.top + ((tree?.first ?? 0) - seen.first) * ROW_PX}px)` }}
        >
          {tree?.rows.map((row, at) => (
            <Row
              key={`${row.mark} ${row.path}`}
              id={`${id}-${tree.first + at}`}
              row={row}
              isActive={tree.first + at === active}
              number={number}
              isCompared={isCompared}
              onToggle={onToggle}
              pick={pick}
            />
          ))}
        </div>
      </div>
      {tree && tree.total === 0 && <p className={css.empty}>{nothing}</p>}
    </div>
  )
}

/**
 * One stop of the tab key, and arrows within it (ARIA Authoring Practices, tree view).
 * @param open what Enter does with a row
 */
function useKeys(tree: SomeRows | null, show: (place: number) => void, open: (row: TreeRow) => void) {
  const [active, setActive] = useState(-1)
  const go = (place: number) => {
    const to = Math.max(0, Math.min((tree?.total ?? 1) - 1, place))
    setActive(to)
    show(to)
  }
  const move = (event: KeyboardEvent) => {
    const row = tree?.rows[active - (tree?.first ?? 0)]
    const { key } = event
    if (key === 'ArrowDown') go(active + 1)
    else if (key === 'ArrowUp') go(active - 1)
    else if (key === 'Home') go(0)
    else if (key === 'End') go(tree?.total ?? 0)
    else if (row && (key === 'Enter' || key === ' ')) open(row)
    else if (row && key === 'ArrowRight') row.open === false ? open(row) : go(active + 1)
    else if (row && key === 'ArrowLeft') row.open === true ? open(row) : go(parentOf(tree, active, row))
    else if (key.startsWith('Page')) return event.stopPropagation()
    else return
    event.preventDefault()
    // The page's own keys move the playhead.
    event.stopPropagation()
  }
  return { active, move }
}

/** The nearest row above that holds this one; itself where that is not here. */
function parentOf(tree: SomeRows | null, place: number, { depth }: TreeRow): number {
  const above = tree?.rows.slice(0, place - tree.first).findLastIndex((row) => row.depth < depth) ?? -1
  return above < 0 ? place : above + (tree?.first ?? 0)
}

/** How much it holds, and how much of that is another. */
function sizeWords(
  { size, sizeBefore, mark, depth, changed }: TreeRow,
  isCompared: boolean,
  number: Intl.NumberFormat,
  t: TFunction<'tree'>,
) {
  const count = size ?? 0
  const n = number.format(count)
  if (sizeBefore !== null && sizeBefore !== size) return t('sizeWas', { n, count, before: number.format(sizeBefore) })
  if (mark === 'holds changes') return t('changed', { count: changed, n: number.format(changed) })
  if (count === 0) return t('empty')
  return t(isCompared && mark === 'same' && depth === 0 ? 'unchanged' : 'size', { n, count })
}

interface RowProps {
  readonly id: string
  readonly row: TreeRow
  /** The arrows stand on it. */
  readonly isActive: boolean
  readonly number: Intl.NumberFormat
  readonly isCompared: boolean
  readonly onToggle: (row: TreeRow) => void
  readonly pick: Props['pick']
}

const SIGNS = { added: '+', removed: '−', same: '', 'holds changes': '' } as const

function Row({ id, row, isActive, number, isCompared, onToggle, pick }: RowProps) {
  const { t } = useTranslation('tree')
  const { depth, name, open, mark, value, size } = row
  const said = size === null ? value : sizeWords(row, isCompared, number, t)
  const look = cx(css.row, css.mark[mark === 'holds changes' ? 'changes' : mark])
  return (
    <div
      id={id}
      role="treeitem"
      tabIndex={-1}
      aria-level={depth + 1}
      aria-expanded={open ?? undefined}
      aria-selected={isActive}
      className={look}
    >
      <span className={css.sign} aria-hidden="true">
        {SIGNS[mark]}
      </span>
      {(mark === 'added' || mark === 'removed') && <span className={visuallyHidden}>{t(mark)}</span>}
      <span className={css.indent} style={{ width: 16 * depth }} />
      {open !== null ? (
        <button type="button" tabIndex={-1} className={css.name} aria-expanded={open} onClick={() => onToggle(row)}>
          {open ? <ChevronDown size={12} aria-hidden="true" /> : <ChevronRight size={12} aria-hidden="true" />}
          {name}
        </button>
      ) : pick ? (
        <button type="button" tabIndex={-1} className={css.name} title={pick.hint} onClick={() => pick.onPick(row)}>
          <span className={css.leaf} />
          {name}
        </button>
      ) : (
        <span className={css.name}>
          <span className={css.leaf} />
          {name}
        </span>
      )}
      <span
        className={cx(css.value, size !== null && css.about, mark === 'holds changes' && css.aboutChanges)}
        title={size === null ? value : undefined}
      >
        {said}
      </span>
    </div>
  )
}
