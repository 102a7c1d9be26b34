import { Play, X } from 'lucide-react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { playQueueItem, skipQueueSong } from '#actions/player.ts'
import type { QueueSong } from '#core/model/entities.ts'
import { clock } from '#core/model/text/formats.ts'
import { titleOf } from '#core/model/text/songTitle.ts'
import { IconButton } from '../../kit/controls/Button.tsx'
import { Cover } from '../../music/Cover.tsx'
import { cx } from '../../theme/cx.ts'
import * as css from './PlayQueue.css.ts'

interface Props {
  song: QueueSong
  itemId: string
  /** Its row in the list, from 0. */
  place: number
  /** Which of how many songs it is, from 1. */
  at: number
  count: number
  /** Below the item it is of: that shows the cover already. */
  nested?: boolean
}

/** A song that will play: it can be played at once, and taken out alone (QUEUE-018). */
export const SongRow = memo(function SongRow({ song, itemId, place, at, count, nested = false }: Props) {
  const { t } = useTranslation('player')
  const { title, version } = song
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: an item of a list has a level since ARIA 1.2
    <li
      className={cx(css.row, nested && css.nested)}
      data-queue-song={song.uuid}
      aria-level={nested ? 2 : 1}
      aria-setsize={count}
      aria-posinset={at}
      style={{ transform: `translateY(${place * css.ROW_PX}px)` }}
    >
      {!nested && <Cover src={song.coverart} size={40} radius={6} />}
      <div className={css.words}>
        <div className={css.name} dir="auto">
          {titleOf(song)}
        </div>
        <div className={css.second} dir="auto">
          {song.artist}
        </div>
      </div>
      <span className={css.length}>{clock(song.duration)}</span>
      <span className={css.actions}>
        <IconButton
          size={36}
          label={t('playQueue.play', { title })}
          aria-description={version || undefined}
          icon={<Play size={16} fill="currentColor" />}
          onClick={() => playQueueItem(itemId, song.uuid)}
        />
        <IconButton
          size={36}
          label={t('playQueue.remove', { title })}
          aria-description={version || undefined}
          icon={<X size={18} />}
          onClick={() => skipQueueSong(itemId, song.uuid)}
        />
      </span>
    </li>
  )
})
