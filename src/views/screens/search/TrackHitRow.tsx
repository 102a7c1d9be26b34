import { Video } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { TrackHit } from '#core/model/search/hits.ts'
import { clock } from '#core/model/text/formats.ts'
import { playingTrack } from '#projections/player.ts'
import { useMedia } from '../../kit/useMedia.ts'
import { useSignalValue } from '../../kit/useSignalValue.ts'
import { HaveSong } from '../../music/HaveIt.tsx'
import { Markets } from '../../music/Markets.tsx'
import { Explicit } from '../../music/marks.tsx'
import { DownloadSong } from '../../music/SongButtons.tsx'
import { FlagSign, SongFlag } from '../../music/SongFlag.tsx'
import { SongMenu } from '../../music/SongMenu.tsx'
import { useArchived } from '../../music/useMarks.ts'
import { isPlayable } from '../../music/verbs.ts'
import { cx } from '../../theme/cx.ts'
import { media } from '../../theme/tokens.css.ts'
import { useResults } from './context.ts'
import { Marked } from './Marked.tsx'
import { PlayButton } from './PlayButton.tsx'
import { HitPicture } from './pictures.tsx'
import * as css from './rows.css.ts'
import * as shared from './shared.css.ts'

/** A song that was found: plays, flags, downloads and queues like a row of its release. */
export function TrackHitRow({ hit, withAlbum = false }: { hit: TrackHit; withAlbum?: boolean }) {
  const { t } = useTranslation('releases')
  const { words, releaseHref, releaseState } = useResults()
  const current = useSignalValue(playingTrack) === hit.trackid
  const playable = isPlayable(hit)
  return (
    <li className={css.row} data-track-id={hit.trackid} aria-current={current || undefined}>
      <span className={css.rowArt}>
        <HitPicture hit={hit} size={40} />
        {playable && (
          <PlayButton
            releaseid={hit.releaseid}
            trackid={hit.trackid}
            title={hit.title}
            version={hit.version}
            size={16}
            className={css.rowPlay}
          />
        )}
      </span>
      <span className={shared.words}>
        <span className={shared.line}>
          <Link
            to={releaseHref(hit.releaseid)}
            state={releaseState}
            className={cx(shared.title, shared.cover, current && shared.playing)}
            dir="auto"
            data-search-item=""
            data-release-id={hit.releaseid}
          >
            <Marked text={hit.title} words={words} beside={hit.artist} />
            {hit.version !== '' && ` (${hit.version})`}
          </Link>
          {hit.explicit && <Explicit />}
          <HaveSong song={hit} />
          <Markets markets={hit.market_tags} size={16} max={2} />
        </span>
        <span className={shared.under} style={{ display: 'block' }} dir="auto">
          <Marked text={hit.artist} words={words} beside={hit.title} />
        </span>
      </span>
      {withAlbum && (
        <span className={css.album} dir="auto">
          {hit.album}
        </span>
      )}
      <span className={css.rowRest}>
        {hit.flagged && <FlagSign size={14} className={shared.flag} />}
        {hit.assettype === 'video' ? (
          <Video size={18} strokeWidth={1.75} role="img" aria-label={t('song.video')} />
        ) : (
          clock(hit.duration)
        )}
      </span>
      <Actions hit={hit} />
    </li>
  )
}

/** As in a row of its release; on the phone all of it is in the menu. */
function Actions({ hit }: { hit: TrackHit }) {
  const phone = useMedia(media.phone)
  const archived = useArchived(hit.releaseid)
  return (
    <span className={css.rowActions}>
      {!phone && <DownloadSong song={hit} />}
      {!phone && <SongFlag song={hit} archived={archived} />}
      <SongMenu song={hit} archived={archived} withInfo />
    </span>
  )
}
