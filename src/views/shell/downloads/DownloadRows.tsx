import { useSignalEffect } from '@preact/signals-react'
import { type CSSProperties, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { moveDownload } from '#actions/downloads.ts'
import { beyondItsSongs } from '#projections/downloads/downloadRowOrder.ts'
import { peekRowsAround } from '#projections/downloads/downloadRows.ts'
import { downloadJob } from '#projections/downloads/downloads.ts'
import { useReorder } from '../../kit/lists/reorder/useReorder.ts'
import { useGrowing } from '../../kit/lists/useGrowing.ts'
import { useHeldRow } from '../../kit/lists/useHeldRow.ts'
import { useRowFocus } from '../../kit/lists/useRowFocus.ts'
import { gapAt, placesOf, useTallWindow } from '../../kit/lists/useTallWindow.ts'
import { placesShown } from '../../kit/lists/useWindow.ts'
import { panelAround } from '../../kit/overlays/panelFocus.ts'
import { visuallyHidden } from '../../theme/hidden.css.ts'
import { DownloadRow } from './DownloadRow.tsx'
import * as css from './Downloads.css.ts'
import { wantedRow } from './panel.state.ts'
import { useCalm } from './useCalm.ts'

/** Of more rows than `atOnce` only those in sight are made: a thousand took 25 ms of each second, and take 9. */
const WINDOW = { rowPx: css.ROW_PX, attribute: 'data-download-id', atOnce: 400 } as const
/** A row that is far away is made some frames after the list was scrolled there. */
const FRAMES = 30

const keyOfRow = ({ dataset }: HTMLElement) => dataset.downloadId

/** The rows, in an order that can be changed by hand. */
export function DownloadRows({ ids }: { ids: readonly string[] }) {
  const { t } = useTranslation('downloads')
  const list = useRef<HTMLUListElement>(null)
  const calm = useCalm(ids, list)
  const move = (id: string, before: string | null) => {
    calm.release()
    const next = beyondItsSongs(peekRowsAround(id), id, before, (row) => downloadJob(row).peek()?.place?.bundle === id)
    if (next !== undefined) moveDownload(id, next)
  }
  const order = useReorder(calm.ids, list, 'data-download-id', move, peekRowsAround)
  const { said, lifted } = order
  const focused = useHeldRow(list, order.ids, keyOfRow)
  const stretch = useTallWindow(list, order.ids, WINDOW, lifted, focused)
  // Of a long list those in sight alone: it grows no further, and where it becomes short all that is left is there.
  const wasLong = useRef(false)
  wasLong.current ||= stretch !== null
  const growing = useGrowing(stretch ? 0 : ids.length)
  const grown = wasLong.current ? ids.length : growing
  const { first, last } = stretch ?? { first: 0, last: grown }
  useRowFocus(list, order.ids, panelAround)
  const shown = useRef(order.ids)
  shown.current = order.ids
  useSignalEffect(() => {
    const id = wantedRow.value
    if (id === null) return
    wantedRow.value = null
    if (list.current) lead(list.current, id, () => shown.current.indexOf(id) / shown.current.length, FRAMES)
  })
  return (
    <>
      <ul ref={list} className={css.list} aria-label={t('title')} style={stretch ? roomOf(stretch) : undefined}>
        {placesShown({ first, last: Math.min(last, order.ids.length) }, ...placesOf(stretch?.far)).map((place) => {
          const id = order.ids[place] ?? ''
          return (
            <DownloadRow
              key={id}
              id={id}
              handle={order.handle}
              lifted={lifted === id}
              {...(stretch ? { place: place + 1, of: ids.length, ...gapAt(place, stretch) } : {})}
            />
          )
        })}
      </ul>
      <p id="downloads-reorder" hidden>
        {t('reorderHint')}
      </p>
      <p role="status" className={visuallyHidden}>
        {said &&
          t(`reordered.${said.what}`, {
            title: downloadJob(said.id).peek()?.title ?? '',
            place: said.at,
            count: ids.length,
          })}
      </p>
    </>
  )
}

const roomOf = ({ above, below }: { above: number; below: number }) =>
  ({ '--above': `${above}px`, '--below': `${below}px`, '--rows': 'visible' }) as CSSProperties

/** Brings a row into sight and gives it the focus. @param share how far down it stands, 0 to 1; below 0: gone */
function lead(list: HTMLElement, id: string, share: () => number, frames: number): void {
  const row = list.querySelector<HTMLElement>(`[data-download-id="${CSS.escape(id)}"]`)
  if (row) {
    row.scrollIntoView({ block: 'nearest' })
    return row.focus({ preventScroll: true })
  }
  const at = share()
  if (at < 0 || frames === 0) return
  list.scrollTop = at * list.scrollHeight - list.clientHeight / 2
  requestAnimationFrame(() => lead(list, id, share, frames - 1))
}
