/* biome-ignore-all lint/a11y/useSemanticElements: rows are grids, where table elements lose their roles in some browsers */
/* biome-ignore-all lint/a11y/useFocusableInteractive: the table is read, not operated: its buttons take the focus */

import { X } from 'lucide-react'
import { type MouseEvent, memo, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { togglePlay } from '#actions/player.ts'
import { changePlaylist } from '#actions/playlists.ts'
import { clock, isoFromSeconds, shortDate } from '#core/model/text/formats.ts'
import { playlistTrack } from '#projections/playlists.ts'
import * as button from '../../kit/controls/Button.css.ts'
import { Grip } from '../../kit/lists/reorder/Grip.tsx'
import type { Handle } from '../../kit/lists/reorder/reorder.ts'
import { MenuItem } from '../../kit/overlays/Popover.tsx'
import { useMedia } from '../../kit/useMedia.ts'
import { useSignalValue } from '../../kit/useSignalValue.ts'
import { Cover } from '../../music/Cover.tsx'
import { HaveSong } from '../../music/HaveIt.tsx'
import { Explicit, PlayingMark } from '../../music/marks.tsx'
import { playPlaylistOrAsk } from '../../music/playlists/playPlaylist.ts'
import { PlayGlyph } from '../../music/SongButtons.tsx'
import { ReleaseInfoItem, SongCommands, type Then } from '../../music/SongMenu.tsx'
import { isPlayable } from '../../music/verbs.ts'
import { cx } from '../../theme/cx.ts'
import { media } from '../../theme/tokens.css.ts'
import * as css from './PlaylistTracks.css.ts'

interface Props {
  playlistid: string
  playlistName: string
  trackid: string
  /** From 0. */
  place: number
  lifted: boolean
  /** It is the song of the player. */
  current: boolean
  /** The queue is this playlist, and it is that song's turn in it. */
  own: boolean
  sounding: boolean
  handle: Handle
}

/** A track of a playlist: where it stands, what it is, and what takes it away. */
export const PlaylistTrackRow = memo(function PlaylistTrackRow({
  playlistid,
  playlistName,
  trackid,
  place,
  lifted,
  handle,
  ...playing
}: Props) {
  const { t } = useTranslation('playlists')
  const { current, own, sounding } = playing
  const phone = useMedia(media.phone)
  const track = useSignalValue(useMemo(() => playlistTrack(trackid), [trackid]))
  if (!track) return null
  const { title } = track
  const playable = isPlayable(track)
  const press = (event: MouseEvent) => {
    if (!own) playPlaylistOrAsk(event, playlistid, playlistName, trackid)
    else if (event.detail < 2) togglePlay()
  }
  const remove = () => changePlaylist(playlistid, { kind: 'remove', tracks: [trackid] })
  // On the phone one button has room beside the words.
  const more = (then: Then) => (
    <>
      <ReleaseInfoItem song={track} then={then} />
      {phone && (
        <MenuItem icon={<X size={18} strokeWidth={1.75} />} onSelect={then(remove)}>
          {t('tracks.removeHere')}
        </MenuItem>
      )}
    </>
  )
  return (
    <div
      role="row"
      aria-label={title}
      aria-rowindex={place + 2}
      aria-current={current || undefined}
      data-track-id={trackid}
      data-lifted={lifted || undefined}
      className={css.row}
      style={{ transform: `translateY(${place * css.ROW_PX}px)` }}
    >
      <span role="cell" aria-colindex={1} className={css.gripCell}>
        <Grip
          id={trackid}
          handle={handle}
          label={t('tracks.reorder', { title })}
          lifted={lifted}
          describedBy="playlist-reorder"
          className={css.grip}
          size={16}
          wordsOf={(way) => t(`tracks.move.${way}`)}
        />
      </span>
      <span role="cell" aria-colindex={2} className={css.index}>
        {current ? <PlayingMark moving={sounding} /> : place + 1}
      </span>
      <span role="cell" aria-colindex={3} className={css.art}>
        <Cover src={track.coverart} size={40} radius={6} />
        {playable && (
          <PlayGlyph
            sounding={sounding && own}
            className={css.play}
            aria-label={t(sounding && own ? 'tracks.pause' : 'tracks.play', { title })}
            aria-description={track.version || undefined}
            onClick={press}
          />
        )}
      </span>
      <span role="cell" aria-colindex={4} className={css.artist} dir="auto">
        {track.artist}
      </span>
      <span role="cell" aria-colindex={5} className={css.titleCell}>
        <span className={cx(css.title, current && css.playing)} dir="auto">
          {title}
        </span>
        {track.version !== '' && <bdi className={css.version}>({track.version})</bdi>}
        {track.explicit && <Explicit />}
        <HaveSong song={track} />
      </span>
      <span role="cell" aria-colindex={6} className={css.duration}>
        {clock(track.duration)}
      </span>
      <span role="cell" aria-colindex={7} className={css.wide} dir="auto">
        {track.labels.map((label) => label.name).join(', ')}
      </span>
      <span role="cell" aria-colindex={8} className={css.wide}>
        {shortDate(track.available)}
      </span>
      <span role="cell" aria-colindex={9} className={css.impactDate}>
        {shortDate(isoFromSeconds(track.impactdate))}
      </span>
      <span role="cell" aria-colindex={10} className={css.actions}>
        <SongCommands song={track} more={more} />
        {!phone && (
          <button
            type="button"
            className={cx(button.button, button.variant.quiet, button.size[36], button.square[36], button.reach)}
            aria-label={t('tracks.remove', { title })}
            aria-description={track.version || undefined}
            onClick={remove}
          >
            <X size={18} aria-hidden="true" />
          </button>
        )}
      </span>
    </div>
  )
})
