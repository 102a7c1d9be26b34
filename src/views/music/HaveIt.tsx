import { CircleCheck } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Song } from '#core/model/catalogue/release.ts'
import { hasDownloadedSong } from '#projections/downloads/downloads.ts'
import { useSignalValue } from '../kit/useSignalValue.ts'
import * as css from './HaveIt.css.ts'

/** Says that something was downloaded on this device before. */
export function HaveIt({ size = 14 }: { size?: number }) {
  const { t } = useTranslation('downloads')
  return (
    <span role="img" aria-label={t('haveIt')} title={t('haveIt')} className={css.haveIt}>
      <CircleCheck size={size} strokeWidth={2} aria-hidden="true" />
    </span>
  )
}

/** The same of a song or video, where it is so: alone or with its release, in any format. */
export function HaveSong({ song: { trackid, releaseid } }: { song: Readonly<Pick<Song, 'trackid' | 'releaseid'>> }) {
  const here = useSignalValue(useMemo(() => hasDownloadedSong(trackid, releaseid), [trackid, releaseid]))
  return here && <HaveIt />
}
