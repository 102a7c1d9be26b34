/* biome-ignore-all lint/a11y/useSemanticElements: rows are grids, where table elements lose their roles in some browsers */
/* biome-ignore-all lint/a11y/useFocusableInteractive: the table is read, not operated: its buttons take the focus */
import '../../i18n/library.ts'
import type { ReadonlySignal } from '@preact/signals-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Song } from '#core/model/catalogue/release.ts'
import { columnWidths } from '#projections/settings.ts'
import { useSignalValue } from '../../kit/useSignalValue.ts'
import { ColumnHandle } from '../../music/columns/ColumnHandle.tsx'
import { columnTracks } from '../../music/columns/columnDrag.ts'
import { cx } from '../../theme/cx.ts'
import { TrackRow } from './TrackRow.tsx'
import * as css from './TrackTable.css.ts'

/** TABLE-012, in this order; behind them stands a cell of buttons, which needs no name above it. */
const COLUMNS = [
  { id: 'index', className: css.index },
  { id: 'coverart', className: css.art },
  { id: 'artist', resizable: true },
  { id: 'title', resizable: true },
  { id: 'duration', className: css.right },
  { id: 'available', className: css.date },
  { id: 'labels', className: css.labels, resizable: true },
  { id: 'genres', className: css.widest, resizable: true },
  { id: 'markets', className: css.widest },
  { id: 'impactdate', className: css.widest },
] as const

interface Props {
  /** The songs by trackid, in order. */
  ids: readonly string[]
  songOf: (trackid: string) => ReadonlySignal<Readonly<Song> | undefined>
}

/** Songs of many releases, each with what can be done with it. Its columns are wide: narrow places show fewer. */
export function TrackTable({ ids, songOf }: Props) {
  const { t } = useTranslation('library')
  const widths = useSignalValue(columnWidths('songs'))
  const root = useRef<HTMLDivElement>(null)
  return (
    <div className={css.frame}>
      <div
        ref={root}
        role="table"
        aria-label={t('tracks.label')}
        aria-rowcount={ids.length + 1}
        aria-colcount={COLUMNS.length + 1}
        className={css.table}
        style={columnTracks(widths)}
      >
        <div role="rowgroup" className={css.headGroup}>
          <div role="row" aria-rowindex={1} className={css.head}>
            {COLUMNS.map((column, at) => {
              const name = t(`tracks.column.${column.id}`)
              const isSilent = column.id === 'coverart' || column.id === 'index'
              return (
                <div
                  key={column.id}
                  role="columnheader"
                  aria-colindex={at + 1}
                  aria-label={name}
                  className={cx(css.headCell, 'className' in column && column.className)}
                >
                  {!isSilent && <span className={css.words}>{name}</span>}
                  {column.id === 'index' && <span aria-hidden="true">#</span>}
                  {'resizable' in column && <ColumnHandle table="songs" column={column.id} name={name} root={root} />}
                </div>
              )
            })}
            <span aria-hidden="true" className={css.headActions} />
          </div>
        </div>
        <div role="rowgroup">
          {ids.map((trackid, place) => (
            <TrackRow key={trackid} trackid={trackid} number={place + 1} songOf={songOf} />
          ))}
        </div>
      </div>
    </div>
  )
}
