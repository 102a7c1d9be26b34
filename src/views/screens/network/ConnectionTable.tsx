/* biome-ignore-all lint/a11y/useSemanticElements: rows are grids, where table elements lose their roles in some browsers */
/* biome-ignore-all lint/a11y/useFocusableInteractive: the table is read, not operated: its buttons take the focus */
import { ArrowDown, ArrowUp } from 'lucide-react'
import { type RefObject, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Connection } from '#core/model/people/network.ts'
import { useHeldRow } from '../../kit/lists/useHeldRow.ts'
import { useRowFocus } from '../../kit/lists/useRowFocus.ts'
import { placesShown, useWindow } from '../../kit/lists/useWindow.ts'
import { useMedia } from '../../kit/useMedia.ts'
import { cx } from '../../theme/cx.ts'
import { visuallyHidden } from '../../theme/hidden.css.ts'
import { media } from '../../theme/media.ts'
import { ConnectionRow, type Shareable } from './ConnectionRow.tsx'
import * as css from './network.css.ts'

interface Props {
  scroller: RefObject<HTMLElement | null>
  connections: readonly Readonly<Connection>[]
  /** By name, from A on or from Z. */
  isUpward: boolean
  onTurn: () => void
  sharing: Shareable | null
  onDelete: (connection: Readonly<Connection>, place: number) => void
}

const keyOfRow = ({ dataset }: HTMLElement) => dataset.player

/** Height of a row in this window, px. */
function useRowPx(): number {
  const isNarrow = useMedia(css.NARROW)
  const isPhone = useMedia(media.phone)
  return isPhone ? css.PHONE_ROW_PX : isNarrow ? css.NARROW_ROW_PX : css.ROW_PX
}

/** Connections, of which those in sight are made: five thousand scroll as five do. */
export function ConnectionTable({ scroller, connections, isUpward, onTurn, sharing, onDelete }: Props) {
  const { t } = useTranslation('network')
  const body = useRef<HTMLDivElement>(null)
  const rowPx = useRowPx()
  const seen = useWindow(scroller, body, connections.length, rowPx)
  // Whom the other one left, or whose account was closed, goes without a press.
  useRowFocus(body, connections, (rows) => rows.closest('main'))
  const focused = useHeldRow(
    body,
    useMemo(() => connections.map((connection) => connection.player_id), [connections]),
    keyOfRow,
  )
  const Arrow = isUpward ? ArrowDown : ArrowUp
  return (
    <div role="table" aria-label={t('list')} aria-rowcount={connections.length + 1}>
      <div role="rowgroup" className={css.headGroup}>
        <div role="row" aria-rowindex={1} className={css.head}>
          <span aria-hidden="true" />
          <div role="columnheader" aria-sort={isUpward ? 'ascending' : 'descending'}>
            <button type="button" className={css.order} onClick={onTurn}>
              {t('column.name')}
              <Arrow size={13} aria-hidden="true" />
            </button>
          </div>
          <div role="columnheader" className={css.emailHead}>
            {t('column.email')}
          </div>
          <div role="columnheader" className={css.saidHead}>
            {t('column.state')}
          </div>
          <div role="columnheader" className={css.saidHead}>
            <span className={visuallyHidden}>{t('column.actions')}</span>
          </div>
        </div>
      </div>
      <div ref={body} role="rowgroup" className={css.body} style={{ height: connections.length * rowPx }}>
        {placesShown(seen, focused).map((place) => {
          const connection = connections[place]
          return (
            connection && (
              <ConnectionRow
                key={connection.player_id}
                connection={connection}
                place={place}
                top={place * rowPx}
                sharing={sharing}
                onDelete={onDelete}
              />
            )
          )
        })}
      </div>
    </div>
  )
}

/** Before the list is here. */
export function ConnectionBones() {
  const rowPx = useRowPx()
  return (
    <div aria-hidden="true" className={css.body} data-skeleton="">
      {Array.from({ length: 8 }, (_, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: bones have no other name
        <div key={n} className={css.row} style={{ top: n * rowPx }}>
          <span className={cx(css.boneFace, css.face)} />
          <span className={cx(css.bone, css.name)} style={{ width: `${52 + ((n * 17) % 32)}%` }} />
          <span className={cx(css.bone, css.email)} style={{ width: `${44 + ((n * 23) % 36)}%` }} />
          <span className={cx(css.bone, css.verification)} style={{ width: 88 }} />
        </div>
      ))}
    </div>
  )
}
