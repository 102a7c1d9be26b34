import { useSignalEffect } from '@preact/signals-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { QueueSong } from '#core/model/entities.ts'
import { titleOf } from '#core/model/text/songTitle.ts'
import { useSignalValue } from '../../kit/useSignalValue.ts'
import { Cover } from '../../music/Cover.tsx'
import { nowPlayingOpen, queueOpen } from '../shell.state.ts'
import { NextButton, PlayButton } from './controls.tsx'
import * as css from './PlayBar.css.ts'
import { share } from './position.state.ts'
import { ScrollingText } from './ScrollingText.tsx'
import { SecondLine, SkippedStatus } from './SecondLine.tsx'
import { useSwipe } from './useSwipe.ts'

/** The phone's play bar: a tap or an upward swipe opens the full-screen player (PLAYER-013). The queue lies over it. */
export function MiniPlayer({ song, offline }: { song: QueueSong; offline: boolean }) {
  const { t } = useTranslation('player')
  const progress = useRef<HTMLDivElement>(null)
  useSignalEffect(() => {
    if (progress.current) progress.current.style.transform = `scaleX(${share.value})`
  })
  const open = () => {
    nowPlayingOpen.value = true
  }
  const swipe = useSwipe(offline ? {} : { up: open })
  return (
    <section aria-label={t('region')} className={css.mini} inert={useSignalValue(queueOpen)} {...swipe}>
      <button
        type="button"
        className={css.miniOpen}
        aria-label={t('expand', { title: song.title })}
        aria-haspopup="dialog"
        inert={offline}
        onClick={open}
      >
        <Cover src={song.coverart} size={52} radius={8} />
        <span className={css.words}>
          <ScrollingText className={css.title} text={titleOf(song)} />
          <SecondLine className={css.artist} song={song} />
        </span>
      </button>
      <SkippedStatus />
      <PlayButton />
      <span className={css.slot} inert={offline}>
        <NextButton />
      </span>
      <div ref={progress} className={css.miniProgress} />
    </section>
  )
}
