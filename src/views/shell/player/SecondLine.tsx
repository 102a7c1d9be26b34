import { signal } from '@preact/signals-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { QueueSong } from '#core/model/entities.ts'
import { isolated } from '#core/model/text/direction.ts'
import { isPlaying, player } from '#projections/player.ts'
import { useSignalValue } from '../../kit/useSignalValue.ts'
import { cx } from '../../theme/cx.ts'
import * as css from './PlayBar.css.ts'
import { ScrollingText } from './ScrollingText.tsx'

/** So long a song that was passed over is named, in ms; where nothing plays instead, until play is pressed. */
export const NAMED_MS = 8000
/** The request whose song was named for so long. Of the page, not of each line that names it. */
const named = signal<string | null>(null, { name: 'namedSkipped' })
/** The request in whose place something was heard: paused later, that is not what could not be played. */
const replaced = signal<string | null>(null, { name: 'replacedSkipped' })

/** Which song could not be played, for a while. */
export function useSkipped(): string | null {
  const { t } = useTranslation('player')
  const skipped = useSignalValue(player, (state) => state.skipped)
  const playing = useSignalValue(isPlaying)
  const failed = skipped?.requestId ?? null
  const isNamed = useSignalValue(named) === failed
  const isReplaced = useSignalValue(replaced) === failed
  useEffect(() => {
    if (playing || failed === null) replaced.value = failed
  }, [failed, playing])
  useEffect(() => {
    if (failed === null) named.value = null
    if (failed === null || isNamed) return
    const timer = setTimeout(() => {
      named.value = failed
    }, NAMED_MS)
    return () => clearTimeout(timer)
  }, [failed, isNamed])
  if (skipped === null || (isNamed && isReplaced)) return null
  const { title, why } = skipped
  return t(title === '' && why === 'song' ? 'skipped.unnamed' : `skipped.${why}`, { title: isolated(title) })
}

/** Who made the song; for a while, which one could not be played, which `SkippedStatus` says beside it. */
export function SecondLine({ song, className }: { song: QueueSong; className: string }) {
  const shown = useSkipped()
  return shown === null ? (
    <ScrollingText className={className} text={song.artist} />
  ) : (
    <span className={css.line} aria-hidden="true">
      <ScrollingText className={cx(css.trouble, className)} text={shown} dir="ltr" />
    </span>
  )
}

/** Says which song could not be played: no dialog, no notification (SHELL-057). In a button nobody would hear it. */
export function SkippedStatus() {
  return (
    <span role="status" className={css.said}>
      {useSkipped()}
    </span>
  )
}
