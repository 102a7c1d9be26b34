/* biome-ignore-all lint/a11y/useSemanticElements: rows are grids, where table elements lose their roles in some browsers */
/* biome-ignore-all lint/a11y/useFocusableInteractive: the table is read, not operated: its buttons take the focus */
import { type RefObject, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { changePlaylist } from '#actions/playlists.ts'
import { moveBefore } from '#core/model/playlists/playlistChange.ts'
import { isPlaying, playingTrack } from '#projections/player.ts'
import { peekTrack, playingPlaylist } from '#projections/playlists.ts'
import { type Rows, useWindowedReorder } from '../../kit/lists/reorder/useWindowedReorder.ts'
import { useHeldRow } from '../../kit/lists/useHeldRow.ts'
import { useRowFocus } from '../../kit/lists/useRowFocus.ts'
import { placesShown, useWindow } from '../../kit/lists/useWindow.ts'
import { useSignalValue } from '../../kit/useSignalValue.ts'
import { cx } from '../../theme/cx.ts'
import { visuallyHidden } from '../../theme/hidden.css.ts'
import { PlaylistTrackRow } from './PlaylistTrackRow.tsx'
import * as css from './PlaylistTracks.css.ts'

/** PLAYLIST-011, in this order; before and behind them stand cells of buttons, which need no name above them. */
const COLUMNS = [
  ['index', css.index],
  ['coverart', undefined],
  ['artist', css.artist],
  ['title', css.titleCell],
  ['duration', css.duration],
  ['labels', css.wide],
  ['availableDate', css.wide],
  ['impactDate', css.impactDate],
] as const

const ROWS: Rows = { px: css.ROW_PX, attribute: 'data-track-id' }

const keyOfRow = ({ dataset }: HTMLElement) => dataset.trackId

interface Props {
  playlistid: string
  name: string
  /** The tracks in the order that is shown. */
  ids: readonly string[]
  /** What scrolls the table. */
  scroller: RefObject<HTMLElement | null>
}

/** The tracks of a playlist. Only the rows in sight are there, so that five thousand scroll like fifty. */
export function PlaylistTracks({ playlistid, name, ids, scroller }: Props) {
  const { t } = useTranslation('playlists')
  const body = useRef<HTMLDivElement>(null)
  const drop = (id: string, before: string | null) => {
    const change = moveBefore(ids, id, before)
    if (change) changePlaylist(playlistid, change)
  }
  const order = useWindowedReorder(ids, body, scroller, drop, ROWS)
  const seen = useWindow(scroller, body, ids.length, css.ROW_PX)
  useRowFocus(body, order.ids, (rows) => rows.closest('main'))
  const focused = useHeldRow(body, order.ids, keyOfRow)
  const places = placesShown(seen, order.lifted === null ? -1 : order.ids.indexOf(order.lifted), focused)
  const isOwn = useSignalValue(playingPlaylist) === playlistid
  const current = useSignalValue(playingTrack)
  const sounding = useSignalValue(isPlaying)
  const { said } = order
  return (
    <div className={css.frame}>
      <div
        role="table"
        aria-label={t('tracks.label')}
        aria-rowcount={ids.length + 1}
        aria-colcount={COLUMNS.length + 2}
      >
        <div role="rowgroup" className={css.headGroup}>
          <div role="row" aria-rowindex={1} className={css.head}>
            <span aria-hidden="true" className={css.gripCell} />
            {COLUMNS.map(([column, className], at) => (
              <span
                key={column}
                role="columnheader"
                aria-colindex={at + 2}
                className={className}
                aria-label={t(`tracks.${column}`)}
              >
                {column === 'index' ? '#' : column === 'coverart' ? '' : t(`tracks.${column}`)}
              </span>
            ))}
            <span aria-hidden="true" className={css.actions} />
          </div>
        </div>
        <div
          ref={body}
          role="rowgroup"
          className={cx(css.body, order.lifted !== null && css.carrying)}
          style={{ height: ids.length * css.ROW_PX }}
        >
          {places.map((place) => {
            const id = order.ids[place]
            return (
              id !== undefined && (
                <PlaylistTrackRow
                  key={id}
                  playlistid={playlistid}
                  playlistName={name}
                  trackid={id}
                  place={place}
                  lifted={order.lifted === id}
                  current={current === id}
                  own={isOwn && current === id}
                  sounding={sounding && current === id}
                  handle={order.handle}
                />
              )
            )
          })}
        </div>
      </div>
      <p id="playlist-reorder" hidden>
        {t('tracks.hint')}
      </p>
      <p role="status" className={visuallyHidden}>
        {said &&
          t(`tracks.said.${said.what}`, {
            title: peekTrack(said.id)?.title ?? '',
            place: said.at,
            count: said.of,
          })}
      </p>
    </div>
  )
}
