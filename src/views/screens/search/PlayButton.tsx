import { Pause, Play } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { usePlay } from './usePlay.ts'

interface Props {
  releaseid: string
  trackid?: string | null
  title: string
  size: number
  className: string
}

/** Plays a release or one song; while it sounds the same button pauses it. */
export function PlayButton({ releaseid, trackid = null, title, size, className }: Props) {
  const { t } = useTranslation('search')
  const { sounding, press } = usePlay(releaseid, trackid)
  return (
    <button
      type="button"
      className={className}
      aria-label={t(sounding ? 'row.pause' : 'row.play', { title })}
      aria-pressed={sounding}
      onClick={press}
    >
      {sounding ? (
        <Pause size={size} fill="currentColor" strokeWidth={0} aria-hidden="true" />
      ) : (
        <Play size={size} fill="currentColor" aria-hidden="true" />
      )}
    </button>
  )
}
