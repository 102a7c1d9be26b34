import { ArrowDown, ArrowUp } from 'lucide-react'
import type { MouseEvent, RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { isDescending, type ReleaseSort, type SortColumn, sortAttribute } from '#core/model/catalogue/releaseQuery.ts'
import { useScriptSoon } from '../kit/script.ts'
import { columnDragJustEnded } from '../music/columns/columnDrag.ts'
import { columnHandle } from '../music/scripts.ts'
import { cx } from '../theme/cx.ts'
import * as own from './ListHeader.css.ts'
import * as css from './slots/list.css.ts'

interface Column {
  readonly id: 'artist' | 'title' | 'duration' | 'tracks' | 'available' | 'label' | 'formats'
  /** What it sorts by (TABLE-006). */
  readonly sort?: SortColumn
  readonly resizable?: true
  readonly className?: string
}

/** TABLE-001. */
const COLUMNS: readonly Column[] = [
  { id: 'artist', sort: 'artist', resizable: true, className: own.first },
  { id: 'title', sort: 'title', resizable: true },
  { id: 'duration', sort: 'time', className: own.right },
  { id: 'tracks', className: cx(own.right, own.wideOnly) },
  { id: 'available', sort: 'date', className: own.notInTwoLines },
  { id: 'label', className: own.wideOnly },
  { id: 'formats', className: own.right },
]

interface Props {
  sort?: ReleaseSort | undefined
  /** A head was pressed. Without it the list cannot be sorted. */
  onSort?: ((column: SortColumn) => void) | undefined
  /** The element whose custom properties carry the widths of the columns. */
  root: RefObject<HTMLElement | null>
}

/** The heads of the list's columns. */
export function ListHeader({ sort, onSort, root }: Props) {
  const { t } = useTranslation('gallery')
  const handles = useScriptSoon(columnHandle)
  // The click that ends a drag is not meant for the head it ends on (TABLE-005).
  const swallow = (event: MouseEvent) => {
    if (columnDragJustEnded(event.timeStamp)) event.stopPropagation()
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: its rows are no table rows, for they are recycled
    // biome-ignore lint/a11y/useFocusableInteractive: its heads take the focus
    <div role="row" aria-rowindex={1} className={css.head} onClickCapture={swallow}>
      {COLUMNS.map(({ id, sort: by, resizable, className }) => {
        const name = t(`column.${id}`)
        const isSorted = by !== undefined && sort !== undefined && sortAttribute(sort) === by
        const descending = isSorted && isDescending(sort)
        return (
          // biome-ignore lint/a11y/useSemanticElements: as above
          // biome-ignore lint/a11y/useFocusableInteractive: its button takes the focus
          <div
            key={id}
            role="columnheader"
            aria-label={name}
            aria-sort={isSorted ? (descending ? 'descending' : 'ascending') : by && onSort ? 'none' : undefined}
            className={cx(own.head, className)}
          >
            {by && onSort ? (
              <button type="button" className={cx(own.sort, isSorted && own.sorted)} onClick={() => onSort(by)}>
                <span className={own.words}>{name}</span>
                {isSorted && (descending ? <ArrowDown {...ARROW} /> : <ArrowUp {...ARROW} />)}
              </button>
            ) : (
              <span className={own.words}>{name}</span>
            )}
            {resizable && handles && <handles.ColumnHandle table="releases" column={id} name={name} root={root} />}
          </div>
        )
      })}
    </div>
  )
}

const ARROW = { size: 14, strokeWidth: 2, 'aria-hidden': true } as const
