import { useEffect, useState } from 'react'
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

/** Which song could not be played, for a while. */
export function useSkipped(): string | null {
  const { t } = useTranslation('player')
  const skipped = useSignalValue(player, (state) => state.skipped)
  const playing = useSignalValue(isPlaying)
  const failed = skipped?.requestId ?? null
  const [over, setOver] = useState<string | null>(null)
  useEffect(() => {
    if (failed === null) return
    const timer = setTimeout(() => setOver(failed), NAMED_MS)
    return () => clearTimeout(timer)
  }, [failed])
  if (skipped === null || (over === failed && playing)) return null
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
