import '../../i18n/search.ts'
import { useTranslation } from 'react-i18next'
import { PlayGlyph } from '../../music/SongButtons.tsx'
import { usePlay } from '../../music/usePlay.ts'

interface Props {
  releaseid: string
  trackid?: string | null
  title: string
  /** Of one song: tells it from others of its title. */
  version?: string
  size: number
  className: string
}

/** Plays a release or one song; while it sounds the same button pauses it. */
export function PlayButton({ releaseid, trackid = null, title, version, size, className }: Props) {
  const { t } = useTranslation('search')
  const { sounding, press } = usePlay(releaseid, trackid)
  return (
    <PlayGlyph
      sounding={sounding}
      size={size}
      className={className}
      aria-label={t(sounding ? 'row.pause' : 'row.play', { title })}
      aria-description={version || undefined}
      data-on={sounding || undefined}
      onClick={press}
    />
  )
}
