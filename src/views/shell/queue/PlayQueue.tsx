import { GripVertical, Play, X } from 'lucide-react'
import { memo, type RefObject, useEffect, useId, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { moveQueueItem, playQueueItem, removeQueueItem } from '#actions/player.ts'
import type { QueueItem } from '#core/model/entities.ts'
import { clock } from '#core/model/formats.ts'
import { player, queue, queueItem } from '#projections/player.ts'
import { Button, IconButton } from '../../parts/Button.tsx'
import { Cover } from '../../parts/Cover.tsx'
import { EmptyQueueDrawing } from '../../parts/drawings.tsx'
import { layerOpened } from '../../parts/layers.state.ts'
import { PlayingMark } from '../../parts/marks.tsx'
import * as reorder from '../../parts/reorder.css.ts'
import type { Handle } from '../../parts/reorder.ts'
import { useBackCloses } from '../../parts/useBackCloses.ts'
import { useMedia } from '../../parts/useMedia.ts'
import { useSignalValue } from '../../parts/useSignalValue.ts'
import { placesShown, useWindow } from '../../parts/useWindow.ts'
import { type Rows, useWindowedReorder } from '../../parts/useWindowedReorder.ts'
import { cx } from '../../theme/cx.ts'
import { visuallyHidden } from '../../theme/hidden.css.ts'
import { media } from '../../theme/tokens.css.ts'
import { titleOf } from '../player/titleOf.ts'
import { clearQueueOpen, queueOpen } from '../shell.state.ts'
import * as css from './PlayQueue.css.ts'
import { SaveQueue } from './SaveQueue.tsx'

const close = () => {
  queueOpen.value = false
}

/** What plays and what follows (QUEUE-002 to QUEUE-006). */
export function PlayQueue({ inert }: { inert: boolean }) {
  const { t } = useTranslation('player')
  const { t: common } = useTranslation()
  const { items, history, selectedItem } = useSignalValue(queue)
  const { shouldShowMiniPlayer } = useSignalValue(player)
  const docked = useMedia(media.wide)
  const body = useRef<HTMLDivElement>(null)
  useEffect(() => (docked ? undefined : layerOpened(close)), [docked])
  useBackCloses(close, useMedia(media.phone))
  const upcoming = items.filter((id) => id !== selectedItem)
  return (
    <aside
      aria-label={t('playQueue.title')}
      className={cx(css.queue, !shouldShowMiniPlayer && css.alone)}
      inert={inert}
    >
      <div className={css.head}>
        <h2 className={css.title}>{t('playQueue.title')}</h2>
        {items.length > 0 && <SaveQueue />}
        <IconButton label={common('close')} icon={<X size={20} />} onClick={close} />
      </div>
      {items.length === 0 ? (
        <div className={css.nothing}>
          <EmptyQueueDrawing className={css.drawing} />
          <p className={css.nothingTitle}>{t('playQueue.empty')}</p>
          <p className={css.nothingText}>{t('playQueue.emptyHint')}</p>
        </div>
      ) : (
        <div ref={body} className={css.body}>
          {selectedItem !== null && <Current itemId={selectedItem} />}
          <UpNext ids={upcoming} body={body} canClear={upcoming.length > 0 || history.length > 0} />
        </div>
      )}
    </aside>
  )
}

function Current({ itemId }: { itemId: string }) {
  const { t } = useTranslation('player')
  const id = useId()
  const item = useItem(itemId)
  const { song, isPlaying } = useSignalValue(player)
  if (!item || !song) return null
  const number = item.songs.findIndex((entry) => entry.uuid === song.uuid) + 1
  return (
    <section aria-labelledby={id} className={css.section}>
      <h3 id={id} className={css.sectionTitle}>
        {t('playQueue.current')}
      </h3>
      <div className={css.current}>
        <Cover src={song.coverart} size={72} radius={8} />
        <div className={css.words}>
          <div className={css.name}>{titleOf(song)}</div>
          <div className={css.second}>{song.artist}</div>
          <div className={css.third}>
            {t('playQueue.track', { number, count: item.songs.length, title: item.title })}
          </div>
        </div>
        <PlayingMark moving={isPlaying} />
        <IconButton
          size={36}
          label={t('playQueue.remove', { title: item.title })}
          icon={<X size={18} />}
          onClick={() => removeQueueItem(itemId)}
        />
      </div>
    </section>
  )
}

interface UpNextProps {
  ids: readonly string[]
  /** What scrolls. */
  body: RefObject<HTMLElement | null>
  canClear: boolean
}

const ROWS: Rows = { px: css.ROW_PX, attribute: 'data-queue-item' }

/** What follows, in an order that can be changed by hand. Only the rows in sight are there: five thousand scroll like fifty. */
function UpNext({ ids, body, canClear }: UpNextProps) {
  const { t } = useTranslation('player')
  const { t: downloads } = useTranslation('downloads')
  const id = useId()
  const list = useRef<HTMLUListElement>(null)
  const order = useWindowedReorder(ids, list, body, moveQueueItem, ROWS)
  const seen = useWindow(body, list, ids.length, css.ROW_PX)
  const places = placesShown(seen, order.lifted === null ? -1 : order.ids.indexOf(order.lifted))
  const { said } = order
  return (
    <section aria-labelledby={id} className={css.section}>
      <div className={css.sectionHead}>
        <h3 id={id} className={css.sectionTitle}>
          {t('playQueue.next')}
        </h3>
        {canClear && (
          <Button
            variant="link"
            size={28}
            aria-haspopup="dialog"
            onClick={() => {
              clearQueueOpen.value = true
            }}
          >
            {t('playQueue.clear')}
          </Button>
        )}
      </div>
      {ids.length === 0 ? (
        <p className={css.empty}>{t('playQueue.nothingNext')}</p>
      ) : (
        <ul ref={list} className={css.rows} style={{ height: ids.length * css.ROW_PX }}>
          {places.map((place) => {
            const itemId = order.ids[place]
            return (
              itemId !== undefined && (
                <Row
                  key={itemId}
                  itemId={itemId}
                  place={place}
                  count={ids.length}
                  handle={order.handle}
                  lifted={order.lifted === itemId}
                />
              )
            )
          })}
        </ul>
      )}
      <p id="queue-reorder" hidden>
        {downloads('reorderHint')}
      </p>
      <p role="status" className={visuallyHidden}>
        {said &&
          downloads(`reordered.${said.what}`, {
            title: queueItem(said.id).peek()?.title ?? '',
            place: said.at,
            count: ids.length,
          })}
      </p>
    </section>
  )
}

interface RowProps {
  itemId: string
  /** From 0. */
  place: number
  count: number
  handle: Handle
  lifted: boolean
}

const Row = memo(function Row({ itemId, place, count, handle, lifted }: RowProps) {
  const { t } = useTranslation('player')
  const { t: downloads } = useTranslation('downloads')
  const item = useItem(itemId)
  if (!item) return null
  const seconds = item.songs.reduce((sum, song) => sum + song.duration, 0)
  return (
    <li
      className={cx(css.row, lifted && reorder.lifted)}
      data-queue-item={itemId}
      aria-setsize={count}
      aria-posinset={place + 1}
      style={{ transform: `translateY(${place * css.ROW_PX}px)` }}
    >
      <button
        type="button"
        className={css.grip}
        aria-label={downloads('reorder', { title: item.title })}
        aria-pressed={lifted}
        aria-describedby="queue-reorder"
        data-handle=""
        onKeyDown={(event) => handle.onKeyDown(itemId, event)}
        onPointerDown={(event) => handle.onPointerDown(itemId, event)}
        onBlur={(event) => handle.onBlur(itemId, event)}
      >
        <GripVertical size={14} aria-hidden="true" />
      </button>
      <Cover src={item.thumbnail} size={40} radius={6} />
      <div className={css.words}>
        <div className={css.name}>{item.title}</div>
        <div className={css.second}>
          {item.artist} · {t('playQueue.songs', { count: item.songs.length })}
        </div>
      </div>
      <span className={css.length}>{clock(seconds)}</span>
      <span className={css.actions}>
        <IconButton
          size={36}
          label={t('playQueue.play', { title: item.title })}
          icon={<Play size={16} fill="currentColor" />}
          onClick={() => playQueueItem(itemId)}
        />
        <IconButton
          size={36}
          label={t('playQueue.remove', { title: item.title })}
          icon={<X size={18} />}
          onClick={() => removeQueueItem(itemId)}
        />
      </span>
    </li>
  )
})

function useItem(itemId: string): Readonly<QueueItem> | undefined {
  return useSignalValue(useMemo(() => queueItem(itemId), [itemId]))
}
