import { X } from 'lucide-react'
import { type RefObject, useEffect, useId, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { skipQueueSong } from '#actions/player.ts'
import type { QueueSong } from '#core/model/entities.ts'
import { isolated } from '#core/model/text/direction.ts'
import { titleOf } from '#core/model/text/songTitle.ts'
import { currentSong, isAnyWaiting, isPlaying, queue } from '#projections/player.ts'
import { IconButton } from '../../kit/controls/Button.tsx'
import { EmptyQueueDrawing } from '../../kit/graphics/drawings.tsx'
import { layerOpened } from '../../kit/overlays/layers.state.ts'
import { pageMain } from '../../kit/pageMain.ts'
import { useFocusOnLeave } from '../../kit/useFocusOnLeave.ts'
import { useMedia } from '../../kit/useMedia.ts'
import { useSignalValue } from '../../kit/useSignalValue.ts'
import { Cover } from '../../music/Cover.tsx'
import { PlayingMark } from '../../music/marks.tsx'
import { media } from '../../theme/tokens.css.ts'
import { queueOpen } from '../shell.state.ts'
import * as css from './PlayQueue.css.ts'
import { SaveQueue } from './SaveQueue.tsx'
import { UpNext } from './UpNext.tsx'
import { useItem } from './useItem.ts'

const close = () => {
  queueOpen.value = false
}

const openerOf = () => document.querySelector<HTMLElement>('[data-opens-queue]')

/** What plays and what follows (QUEUE-002 to QUEUE-006). */
export function PlayQueue({ inert }: { inert: boolean }) {
  const { t } = useTranslation('player')
  const { t: common } = useTranslation()
  const { items, history, selectedItem } = useSignalValue(queue)
  const waits = useSignalValue(isAnyWaiting)
  const docked = useMedia(media.wide)
  const body = useRef<HTMLDivElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const panel = useRef<HTMLElement>(null)
  useFocusOnLeave(panel, () => openerOf() ?? pageMain())
  useEffect(() => (docked ? undefined : layerOpened(close, true)), [docked])
  const covering = useMedia(media.phone)
  useEffect(() => {
    // What it was opened from lies beneath.
    if (covering) heading.current?.focus({ preventScroll: true })
  }, [covering])
  const upcoming = useMemo(() => items.filter((id) => id !== selectedItem), [items, selectedItem])
  return (
    <aside ref={panel} aria-label={t('playQueue.title')} className={css.queue} inert={inert}>
      <div className={css.head}>
        <h2 ref={heading} tabIndex={-1} data-queue-heading="" className={css.title}>
          {t('playQueue.title')}
        </h2>
        {items.length > 0 && <SaveQueue />}
        <IconButton label={common('close')} icon={<X size={20} />} onClick={close} />
      </div>
      {items.length === 0 && !waits ? (
        <div className={css.nothing}>
          <EmptyQueueDrawing className={css.drawing} />
          <p className={css.nothingTitle}>{t('playQueue.empty')}</p>
          <p className={css.nothingText}>{t('playQueue.emptyHint')}</p>
        </div>
      ) : (
        <div ref={body} className={css.body}>
          {selectedItem !== null && <Current itemId={selectedItem} heading={heading} />}
          <UpNext
            ids={upcoming}
            body={body}
            heading={heading}
            selectedItem={selectedItem}
            hasHistory={history.length > 0}
          />
        </div>
      )}
    </aside>
  )
}

interface CurrentProps {
  itemId: string
  heading: RefObject<HTMLElement | null>
}

function Current({ itemId, heading }: CurrentProps) {
  const { t } = useTranslation('player')
  const id = useId()
  const item = useItem(itemId)
  const song = useSignalValue(currentSong)
  const playing = useSignalValue(isPlaying)
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
          <div className={css.name} dir="auto">
            {titleOf(song)}
          </div>
          <div className={css.second} dir="auto">
            {song.artist}
          </div>
          <div className={css.third}>
            {t('playQueue.track', { number, count: item.songs.length, title: isolated(item.title) })}
          </div>
        </div>
        <PlayingMark moving={playing} />
        <RemoveCurrent itemId={itemId} song={song} heading={heading} />
      </div>
    </section>
  )
}

/** It stays while another song plays after the one it removed; with the last it goes. */
function RemoveCurrent({ itemId, song, heading }: CurrentProps & { song: QueueSong }) {
  const { t } = useTranslation('player')
  const button = useRef<HTMLButtonElement>(null)
  useFocusOnLeave(button, () => heading.current)
  return (
    <IconButton
      ref={button}
      size={36}
      label={t('playQueue.remove', { title: song.title })}
      aria-description={song.version || undefined}
      icon={<X size={18} />}
      onClick={() => skipQueueSong(itemId, song.uuid)}
    />
  )
}
