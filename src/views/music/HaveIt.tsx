import { CircleCheck } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Song } from '#core/model/catalogue/release.ts'
import { hasDownloadedRelease, hasDownloadedSong, hasDownloadedVideo } from '#projections/downloads/downloads.ts'
import { useSignalValue } from '../kit/useSignalValue.ts'
import * as css from './HaveIt.css.ts'

/** Says that something was downloaded on this device before. */
function HaveIt({ size = 14 }: { size?: number }) {
  const { t } = useTranslation('downloads')
  return (
    <span role="img" aria-label={t('haveIt')} title={t('haveIt')} className={css.haveIt}>
      <CircleCheck size={size} strokeWidth={2} aria-hidden="true" />
    </span>
  )
}

/** The same of a release, where it was downloaded whole. */
export function HaveRelease({ releaseid }: { releaseid: string }) {
  return useSignalValue(useMemo(() => hasDownloadedRelease(releaseid), [releaseid])) && <HaveIt />
}

/** The same of a song or video, where it is so: alone or with its release, in any format. */
export function HaveSong({ song }: { song: Readonly<Pick<Song, 'trackid' | 'releaseid' | 'assettype'>> }) {
  const { trackid, releaseid, assettype } = song
  const had = useMemo(
    () => (assettype === 'video' ? hasDownloadedVideo(trackid) : hasDownloadedSong(trackid, releaseid)),
    [trackid, releaseid, assettype],
  )
  const here = useSignalValue(had)
  return here && <HaveIt />
}
