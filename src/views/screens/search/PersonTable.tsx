/* biome-ignore-all lint/a11y/useSemanticElements: rows are laid out as grids, where table elements lose their roles in some browsers */
/* biome-ignore-all lint/a11y/useFocusableInteractive: the table is read, not operated: its links take the focus */
import '../../i18n/search.ts'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { ArtistHit, LabelHit } from '#core/model/search/hits.ts'
import { hitKey } from '#core/model/search/merge.ts'
import { columnWidths } from '#projections/settings.ts'
import { grouped } from '../../kit/numbers.ts'
import { useSignalValue } from '../../kit/useSignalValue.ts'
import { ColumnHandle } from '../../music/columns/ColumnHandle.tsx'
import { columnProperty, columnTrack } from '../../music/columns/columnDrag.ts'
import { visuallyHidden } from '../../theme/hidden.css.ts'
import { profileAddress } from './address.ts'
import { useResults } from './context.ts'
import { Marked } from './Marked.tsx'
import * as css from './PersonTable.css.ts'
import { HitPicture } from './pictures.tsx'
import * as shared from './shared.css.ts'

/** Artists or labels with their pictures and counts; a row leads to their releases (SEARCH-012 to SEARCH-014). */
export function PersonTable({ hits, kind }: { hits: readonly (ArtistHit | LabelHit)[]; kind: 'artist' | 'label' }) {
  const { t } = useTranslation('search')
  const { words, countsKnown } = useResults()
  const root = useRef<HTMLDivElement>(null)
  const table = kind === 'artist' ? 'artists' : 'labels'
  const widths = useSignalValue(columnWidths(table))
  useEffect(() => {
    for (const [column, width] of Object.entries(widths))
      root.current?.style.setProperty(columnProperty(column), columnTrack(width))
  }, [widths])
  return (
    <div ref={root} role="table" aria-label={t(`tabs.${table}`)} className={css.table}>
      <div role="rowgroup" className={css.headGroup}>
        <div role="row" className={css.tableHead}>
          <span role="columnheader">
            <span className={visuallyHidden}>{t('column.picture')}</span>
          </span>
          <span role="columnheader" aria-label={t(`column.${kind}`)} className={css.headCell}>
            {t(`column.${kind}`)}
            <ColumnHandle table={table} column="name" name={t(`column.${kind}`)} root={root} />
          </span>
          <span role="columnheader" aria-label={t('column.releases')} className={css.headCell}>
            {t('column.releases')}
            <ColumnHandle table={table} column="releases" name={t('column.releases')} root={root} />
          </span>
        </div>
      </div>
      <div role="rowgroup">
        {hits.map((hit) => {
          const name = hit.kind === 'artist' ? hit.artist : hit.label
          const to = profileAddress(kind, name)
          return (
            <div key={hitKey(hit)} role="row" className={css.tableRow}>
              <span role="cell">
                <HitPicture hit={hit} size={40} />
              </span>
              <span role="cell" className={css.cell}>
                <Link to={to} className={`${shared.title} ${shared.cover}`} dir="auto" data-search-item="">
                  <Marked text={name} words={words} />
                </Link>
              </span>
              <span role="cell" className={css.number}>
                {countsKnown && hit.releases > 0 ? grouped(hit.releases) : ''}
              </span>
            </div>
          )
        })}
      </div>
    </div>
  )
}
