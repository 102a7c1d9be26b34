/* biome-ignore-all lint/a11y/useSemanticElements: rows are laid out as flex boxes, where table elements lose their roles in some browsers */
/* biome-ignore-all lint/a11y/useFocusableInteractive: the table is read, not operated: its buttons take the focus */

import { Download, Video } from 'lucide-react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReleaseDetail, Song } from '#core/model/catalogue/release.ts'
import { clock } from '#core/model/text/formats.ts'
import { playingTrack } from '#projections/player.ts'
import { useGrowing } from '../../kit/lists/useGrowing.ts'
import { useMedia } from '../../kit/useMedia.ts'
import { useSignalValue } from '../../kit/useSignalValue.ts'
import { HaveSong } from '../../music/HaveIt.tsx'
import { Markets } from '../../music/Markets.tsx'
import { Explicit } from '../../music/marks.tsx'
import { DownloadSong, NowPlayingMark, PlaySong } from '../../music/SongButtons.tsx'
import { SongFlag } from '../../music/SongFlag.tsx'
import { SongMenu } from '../../music/SongMenu.tsx'
import { isPlayable } from '../../music/verbs.ts'
import { cx } from '../../theme/cx.ts'
import { visuallyHidden } from '../../theme/hidden.css.ts'
import { media } from '../../theme/tokens.css.ts'
import * as css from './tracks.css.ts'
import { Waveform } from './Waveform.tsx'

/** Rows made at first, and with each frame after it: those of most releases, and of any that are in sight. */
const STEP = 30
/** The same in a dialog: what is in sight of most releases. */
const DIALOG_STEP = 8

interface Props {
  release: Readonly<ReleaseDetail>
  /** Rows reach from edge to edge of a dialog. */
  inDialog?: boolean
}

/** The songs of a release (RELEASE-011 to RELEASE-016). */
export function TrackList({ release, inDialog = false }: Props) {
  const { t } = useTranslation('releases')
  const playing = useSignalValue(playingTrack)
  // A dialog shows with the press what it is about; its songs come behind that frame, while it fades in.
  const made = useGrowing(release.songs.length, inDialog ? DIALOG_STEP : STEP, inDialog ? 0 : STEP)
  return (
    <div role="table" aria-label={t('song.table')} className={css.table}>
      <div role="rowgroup" className={visuallyHidden}>
        <div role="row">
          <span role="columnheader">{t('song.number')}</span>
          <span role="columnheader">{t('song.title')}</span>
          <span role="columnheader">{t('song.actions')}</span>
          <span role="columnheader">{t('song.duration')}</span>
        </div>
      </div>
      <div role="rowgroup" style={{ minHeight: release.songs.length * css.ROW_PX }}>
        {release.songs.slice(0, made).map((song) => (
          <SongRow
            key={song.trackid}
            song={song}
            current={playing === song.trackid}
            archived={release.archived}
            inDialog={inDialog}
          />
        ))}
      </div>
    </div>
  )
}

const DOWNLOAD = {
  className: css.download,
  icon: <Download size={14} className={css.downloadGlyph} aria-hidden="true" />,
}

interface RowProps {
  song: Readonly<Song>
  current: boolean
  archived: boolean
  inDialog: boolean
}

const SongRow = memo(function SongRow({ song, current, archived, inDialog }: RowProps) {
  const { t } = useTranslation('releases')
  const phone = useMedia(media.phone)
  const playable = isPlayable(song)
  return (
    <div
      role="row"
      aria-label={song.title}
      aria-current={current || undefined}
      data-track-id={song.trackid}
      className={cx(css.row, inDialog && css.edgeToEdge)}
    >
      <div role="cell" className={css.number}>
        {current ? (
          // Under the pointer its button takes their place.
          <span className={css.numberText}>
            <NowPlayingMark />
          </span>
        ) : (
          <span className={playable ? css.numberText : css.numberKept}>{song.ordinal}</span>
        )}
        {playable && <PlaySong song={song} className={css.play} />}
      </div>
      <div role="cell" className={css.words}>
        <div className={css.first}>
          <span className={cx(css.title, current && css.playing)} dir="auto">
            {song.title}
          </span>
          {song.version !== '' && <span className={css.version}>({song.version})</span>}
          {song.explicit && <Explicit />}
          <HaveSong song={song} />
          <Markets markets={song.market_tags} size={16} max={2} />
        </div>
        <div className={css.artist} dir="auto">
          {song.artist}
        </div>
        {playable && <Waveform song={song} className={css.wave} />}
      </div>
      <div role="cell" className={css.actions}>
        {!phone && <DownloadSong song={song} {...DOWNLOAD} />}
        {!song.candownload && <span className={css.streamOnly}>{t('streamOnly')}</span>}
        <span className={cx(css.flag, song.flagged && css.shown)}>
          <SongFlag song={song} archived={archived} />
        </span>
        <span className={css.more}>
          <SongMenu song={song} archived={archived} />
        </span>
      </div>
      <div role="cell" className={css.duration}>
        {song.assettype === 'video' ? (
          <Video size={18} strokeWidth={1.75} role="img" aria-label={t('song.video')} />
        ) : (
          clock(song.duration)
        )}
      </div>
    </div>
  )
})

/** Rows in the shape of those that come. */
export function TrackSkeleton({ count, inDialog = false }: { count: number; inDialog?: boolean }) {
  return (
    <div aria-hidden="true" className={css.table}>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike
        <div key={index} className={cx(css.row, inDialog && css.edgeToEdge)} data-skeleton="">
          <span className={css.number}>
            <span className={css.bone} style={{ width: 14 }} />
          </span>
          <span className={css.words} style={{ display: 'grid', gap: 8 }}>
            <span className={css.bone} style={{ width: `${28 + ((index * 37) % 30)}%` }} />
            <span className={css.bone} style={{ width: `${14 + ((index * 23) % 14)}%`, height: 10 }} />
          </span>
          <span className={css.bone} style={{ width: 32 }} />
        </div>
      ))}
    </div>
  )
}
