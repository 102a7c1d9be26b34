import type { TFunction } from 'i18next'
import { ChevronDown, ChevronRight, Pin, PinOff } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Tree, TreeAsked, TreeRow } from '#core/contracts/replay.ts'
import { useSignalValue } from '../../kit/useSignalValue.ts'
import { cx } from '../../theme/cx.ts'
import { visuallyHidden } from '../../theme/hidden.css.ts'
import { useRows } from '../events/useRows.ts'
import { useReplay } from '../model/context.ts'
import { newest } from '../model/newest.ts'
import { FindInState } from './FindInState.tsx'
import * as css from './StateTree.css.ts'

/** Height of a row, px. */
const ROW_PX = 24
/** Rows asked for around those in sight. */
const SPARE = 60

/** The state after the event, beside the one before it or after the pinned one. */
export function StateTree() {
  const { t, i18n } = useTranslation('replay')
  const replay = useReplay()
  const pinned = useSignalValue(replay.pinned)
  const withRecorded = useSignalValue(replay.withRecorded)
  const onlyChanges = useSignalValue(replay.onlyChanges)
  const [path, setPath] = useState('')
  const number = useMemo(() => new Intl.NumberFormat(i18n.language), [i18n.language])
  const box = useRef<HTMLDivElement>(null)
  const { tree, toggle, rows } = useTree(box, onlyChanges)
  const here = useSignalValue(replay.moment)?.seq ?? 0
  const pick = (row: TreeRow) => setPath(row.path.replace(/ -$/, ''))
  const { active, move } = useKeys(tree, rows.show, (row) => (row.open === null ? pick(row) : toggle(row)))
  const id = useId()
  const isThere = tree !== null && active >= tree.first && active < tree.first + tree.rows.length
  return (
    <>
      <div className={css.head}>
        <span className={css.span}>
          {withRecorded ? (
            <span>{t('tree.recorded')} </span>
          ) : (
            <>
              {t('tree.from')}
              <span className={cx(css.seq, pinned !== null && css.pinned)}>{number.format(tree?.from ?? 0)}</span>
            </>
          )}
          {t('tree.to')}
          <span className={css.seq}>{number.format(tree?.to ?? here)}</span>
        </span>
        <button
          type="button"
          className={css.pin}
          aria-pressed={pinned !== null}
          title={t('tree.pinWhy')}
          onClick={() => {
            replay.pinned.value = pinned === null ? here : null
          }}
        >
          {pinned === null ? <Pin size={14} aria-hidden="true" /> : <PinOff size={14} aria-hidden="true" />}
          {t(pinned === null ? 'tree.pin' : 'tree.unpin')}
        </button>
        <span className={css.changed} role="status">
          {tree &&
            t(tree.isCapped ? 'tree.changedAtLeast' : 'tree.changed', {
              count: tree.changed,
              n: number.format(tree.changed),
            })}
        </span>
      </div>
      <FindInState path={path} onPath={setPath} />
      <div
        ref={box}
        className={css.scroller}
        role="tree"
        tabIndex={0}
        aria-label={t('tree.label')}
        aria-activedescendant={isThere ? `${id}-${active}` : undefined}
        onKeyDown={move}
      >
        <div className={css.body} style={{ height: rows.height }} role="presentation">
          <div
            role="presentation"
            style={{ transform: `translateY(${rows.top + ((tree?.first ?? 0) - rows.first) * ROW_PX}px)` }}
          >
            {tree?.rows.map((row, at) => (
              <Row
                key={`${row.mark} ${row.path}`}
                id={`${id}-${tree.first + at}`}
                row={row}
                isActive={tree.first + at === active}
                number={number}
                onToggle={() => toggle(row)}
                onPick={() => pick(row)}
              />
            ))}
          </div>
        </div>
        {tree && tree.total === 0 && <p className={css.empty}>{t('tree.nothing')}</p>}
      </div>
    </>
  )
}

/**
 * One stop of the tab key, and arrows within it (ARIA Authoring Practices, tree view).
 * @param open what Enter does with a row
 */
function useKeys(tree: Tree | null, show: (place: number) => void, open: (row: TreeRow) => void) {
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
function parentOf(tree: Tree | null, place: number, { depth }: TreeRow): number {
  const above = tree?.rows.slice(0, place - tree.first).findLastIndex((row) => row.depth < depth) ?? -1
  return above < 0 ? place : above + (tree?.first ?? 0)
}

/** The rows in sight of the tree, asked for anew with each event. */
function useTree(box: React.RefObject<HTMLDivElement | null>, onlyChanges: boolean) {
  const replay = useReplay()
  const moment = useSignalValue(replay.moment)
  const edition = useSignalValue(replay.edition)
  const pinned = useSignalValue(replay.pinned)
  const withRecorded = useSignalValue(replay.withRecorded)
  const [tree, setTree] = useState<Tree | null>(null)
  const [byHand, setByHand] = useState<ReadonlyMap<string, boolean>>(new Map())
  const rows = useRows(box, tree?.total ?? 0, ROW_PX)
  const ask = useMemo(() => newest((asked: TreeAsked) => replay.worker.tree(asked), setTree), [replay])
  const first = Math.max(0, rows.first - SPARE)
  const count = rows.last - rows.first + 2 * SPARE
  // biome-ignore lint/correctness/useExhaustiveDependencies: another event, or another list, is another tree
  useEffect(() => {
    if (!moment) return
    const opened = [...byHand].flatMap(([path, isOpen]) => (isOpen ? [path] : []))
    const closed = [...byHand].flatMap(([path, isOpen]) => (isOpen ? [] : [path]))
    ask({ from: pinned, withRecorded, onlyChanges, opened, closed, first, count })
  }, [ask, moment, edition, pinned, withRecorded, onlyChanges, byHand, first, count])
  // What the event did is what one looks for: it is brought into sight, once for each event.
  const show = useRef(rows.show)
  show.current = rows.show
  const at = tree?.to
  // biome-ignore lint/correctness/useExhaustiveDependencies: opening a row moves nothing
  useEffect(() => {
    if (tree && tree.firstChange >= 0) show.current(tree.firstChange)
  }, [at])
  const toggle = ({ path, open }: TreeRow) => setByHand((now) => new Map(now).set(path, !open))
  return { tree, toggle, rows }
}

/** How much it holds, and how much of that is another. */
function sizeWords(
  { size, sizeBefore, mark, depth, changed }: TreeRow,
  number: Intl.NumberFormat,
  t: TFunction<'replay'>,
) {
  const count = size ?? 0
  const n = number.format(count)
  if (sizeBefore !== null && sizeBefore !== size)
    return t('tree.sizeWas', { n, count, before: number.format(sizeBefore) })
  if (mark === 'holds changes') return t('tree.changed', { count: changed, n: number.format(changed) })
  if (count === 0) return t('tree.empty')
  return t(mark === 'same' && depth === 0 ? 'tree.unchanged' : 'tree.size', { n, count })
}

interface RowProps {
  readonly id: string
  readonly row: TreeRow
  /** The arrows stand on it. */
  readonly isActive: boolean
  readonly number: Intl.NumberFormat
  readonly onToggle: () => void
  readonly onPick: () => void
}

const SIGNS = { added: '+', removed: '−', same: '', 'holds changes': '' } as const

function Row({ id, row, isActive, number, onToggle, onPick }: RowProps) {
  const { t } = useTranslation('replay')
  const { depth, name, open, mark, value, size } = row
  const said = size === null ? value : sizeWords(row, number, t)
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
      {(mark === 'added' || mark === 'removed') && <span className={visuallyHidden}>{t(`tree.${mark}`)}</span>}
      <span className={css.indent} style={{ width: 16 * depth }} />
      {open === null ? (
        <button type="button" tabIndex={-1} className={css.name} title={t('tree.pick')} onClick={onPick}>
          <span className={css.leaf} />
          {name}
        </button>
      ) : (
        <button type="button" tabIndex={-1} className={css.name} aria-expanded={open} onClick={onToggle}>
          {open ? <ChevronDown size={12} aria-hidden="true" /> : <ChevronRight size={12} aria-hidden="true" />}
          {name}
        </button>
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
