import { ChevronDown, Play, X } from 'lucide-react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { playQueueItem, removeQueueItem } from '#actions/player.ts'
import type { QueueItem } from '#core/model/entities.ts'
import { clock } from '#core/model/text/formats.ts'
import { IconButton } from '../../kit/controls/Button.tsx'
import { Grip } from '../../kit/lists/reorder/Grip.tsx'
import * as reorder from '../../kit/lists/reorder/reorder.css.ts'
import type { Handle } from '../../kit/lists/reorder/reorder.ts'
import { Cover } from '../../music/Cover.tsx'
import { cx } from '../../theme/cx.ts'
import * as css from './PlayQueue.css.ts'
import { useItem } from './useItem.ts'

interface Props {
  itemId: string
  /** Its row in the list, from 0. */
  place: number
  /** Which of how many items it is, from 1. */
  at: number
  count: number
  handle: Handle
  lifted: boolean
  /** Whether its songs are shown below it. */
  open: boolean
  onToggle: (itemId: string) => void
}

/** A release or a playlist that was queued: it is played, moved and removed whole (QUEUE-005, QUEUE-006). */
export const ItemRow = memo(function ItemRow({ itemId, place, at, count, handle, lifted, open, onToggle }: Props) {
  const item = useItem(itemId)
  if (!item) return null
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: an item of a list has a level since ARIA 1.2
    <li
      className={cx(css.row, lifted && reorder.lifted)}
      data-queue-item={itemId}
      aria-level={1}
      aria-setsize={count}
      aria-posinset={at}
      style={{ transform: `translateY(${place * css.ROW_PX}px)` }}
    >
      <ItemParts item={item} handle={handle} lifted={lifted} open={open} onToggle={onToggle} />
    </li>
  )
})

interface PartsProps extends Pick<Props, 'handle' | 'lifted' | 'open' | 'onToggle'> {
  item: Readonly<QueueItem>
}

/** What is in a row: all the others of a list move up when one is taken out, and nothing of this changes. */
const ItemParts = memo(function ItemParts({ item, handle, lifted, open, onToggle }: PartsProps) {
  const { t } = useTranslation('player')
  const { t: downloads } = useTranslation('downloads')
  const itemId = item.uuid
  const seconds = item.songs.reduce((sum, song) => sum + song.duration, 0)
  const several = item.songs.length > 1
  const words = (
    <>
      <span className={css.itemName} dir="auto">
        {item.title}
      </span>
      <span className={css.secondLine}>
        <span className={css.secondText}>
          {item.artist !== '' && (
            <>
              <bdi>{item.artist}</bdi> ·{' '}
            </>
          )}
          {t('playQueue.songs', { count: item.songs.length })}
        </span>
        {several && <ChevronDown size={14} className={cx(css.sign, open && css.signOpen)} aria-hidden="true" />}
      </span>
    </>
  )
  return (
    <>
      <Grip
        id={itemId}
        handle={handle}
        label={downloads('reorder', { title: item.title })}
        lifted={lifted}
        describedBy="queue-reorder"
        className={css.grip}
        wordsOf={(way) => downloads(`move.${way}`)}
      />
      <Cover src={item.thumbnail} size={40} radius={6} />
      {several ? (
        <button type="button" className={css.itemWords} aria-expanded={open} onClick={() => onToggle(itemId)}>
          {words}
        </button>
      ) : (
        <div className={css.itemWords}>{words}</div>
      )}
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
    </>
  )
})
