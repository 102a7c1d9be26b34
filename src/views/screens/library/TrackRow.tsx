/* biome-ignore-all lint/a11y/useSemanticElements: rows are grids, where table elements lose their roles in some browsers */
/* biome-ignore-all lint/a11y/useFocusableInteractive: the table is read, not operated: its buttons take the focus */

import { computed, type ReadonlySignal } from '@preact/signals-react'
import { Video } from 'lucide-react'
import { memo, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Song } from '#core/model/catalogue/release.ts'
import { clock, genresText, isoFromSeconds, mediumDate } from '#core/model/text/formats.ts'
import { playingTrack } from '#projections/player.ts'
import { useMedia } from '../../kit/useMedia.ts'
import { useSignalValue } from '../../kit/useSignalValue.ts'
import { Cover } from '../../music/Cover.tsx'
import { HaveSong } from '../../music/HaveIt.tsx'
import { Markets } from '../../music/Markets.tsx'
import { Explicit } from '../../music/marks.tsx'
import { DownloadSong, NowPlayingMark, PlaySong } from '../../music/SongButtons.tsx'
import { FlagSign, SongFlag } from '../../music/SongFlag.tsx'
import { SongMenu } from '../../music/SongMenu.tsx'
import { useArchived } from '../../music/useMarks.ts'
import { isPlayable } from '../../music/verbs.ts'
import { cx } from '../../theme/cx.ts'
import { media } from '../../theme/tokens.css.ts'
import * as css from './TrackTable.css.ts'

interface Props {
  trackid: string
  /** Its place in the table, from 1. */
  number: number
  songOf: (trackid: string) => ReadonlySignal<Readonly<Song> | undefined>
}

/** A song of the table. Its number changes with each song that is played; what else is in the row does not. */
export function TrackRow({ trackid, number, songOf }: Props) {
  const song = useSignalValue(useMemo(() => songOf(trackid), [songOf, trackid]))
  const current = useSignalValue(useMemo(() => computed(() => playingTrack.value === trackid), [trackid]))
  if (!song) return null
  return (
    <div
      role="row"
      aria-label={song.title}
      aria-rowindex={number + 1}
      aria-current={current || undefined}
      data-track-id={trackid}
      className={css.row}
    >
      <div role="cell" aria-colindex={1} className={css.index}>
        {current ? <NowPlayingMark /> : number}
      </div>
      <Cells song={song} current={current} />
    </div>
  )
}

const Cells = memo(function Cells({ song, current }: { song: Readonly<Song>; current: boolean }) {
  const { t } = useTranslation('releases')
  return (
    <>
      <div role="cell" aria-colindex={2} className={css.art}>
        <Cover src={song.coverart} size={40} radius={6} />
        {isPlayable(song) && <PlaySong song={song} className={css.play} />}
      </div>
      <div role="cell" aria-colindex={3} className={css.artist} dir="auto">
        {song.artist}
      </div>
      <div role="cell" aria-colindex={4} className={css.titleCell}>
        <span className={cx(css.title, current && css.playing)} dir="auto">
          {song.title}
        </span>
        {song.version !== '' && <span className={css.version}>({song.version})</span>}
        {song.explicit && <Explicit />}
        <HaveSong song={song} />
        {song.flagged && <FlagSign size={13} className={css.flag} />}
      </div>
      <div role="cell" aria-colindex={5} className={css.duration}>
        {song.assettype === 'video' ? (
          <Video size={18} strokeWidth={1.75} role="img" aria-label={t('song.video')} />
        ) : (
          clock(song.duration)
        )}
      </div>
      <div role="cell" aria-colindex={6} className={cx(css.available, css.date)}>
        {mediumDate(song.available)}
      </div>
      <div role="cell" aria-colindex={7} className={cx(css.cell, css.labels)} dir="auto">
        {song.labels.map((label) => label.name).join(', ')}
      </div>
      <div role="cell" aria-colindex={8} className={cx(css.cell, css.widest)} title={song.genres.join(', ')}>
        {genresText(song.genres)}
      </div>
      <div role="cell" aria-colindex={9} className={cx(css.cell, css.widest, css.yields)}>
        <Markets markets={song.market_tags} size={16} max={3} />
      </div>
      <div role="cell" aria-colindex={10} className={cx(css.cell, css.widest, css.yields)}>
        {mediumDate(isoFromSeconds(song.impactdate))}
      </div>
      <Actions song={song} />
    </>
  )
})

/** Shown under the pointer and with the focus, in the place of the last columns. */
function Actions({ song }: { song: Readonly<Song> }) {
  const phone = useMedia(media.phone)
  const archived = useArchived(song.releaseid)
  return (
    <div role="cell" aria-colindex={11} className={css.actions}>
      {!phone && <DownloadSong song={song} />}
      {!phone && <SongFlag song={song} archived={archived} />}
      <SongMenu song={song} archived={archived} withInfo />
    </div>
  )
}
