import { computed } from '@preact/signals-react'
import { Pause, Play, Star } from 'lucide-react'
import { type MouseEvent, memo, useId, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { starPlaylist } from '#actions/playlists.ts'
import { BP_MOBILE } from '#core/model/constants.ts'
import type { PlaylistCard as Card } from '#core/model/playlists/playlist.ts'
import { isPlaying } from '#projections/player.ts'
import { playingPlaylist, playlist } from '#projections/playlists.ts'
import { IconButton } from '../../kit/controls/Button.tsx'
import { Tooltip } from '../../kit/controls/Tooltip.tsx'
import { grouped } from '../../kit/numbers.ts'
import { useSignalValue } from '../../kit/useSignalValue.ts'
import { PlaylistCarousel } from '../../music/playlists/PlaylistArt.tsx'
import { playPlaylistOrAsk } from '../../music/playlists/playPlaylist.ts'
import { cx } from '../../theme/cx.ts'
import * as css from './playlists.css.ts'

interface Props {
  playlistid: string
  /** A first tap chose it (PLAYLIST-007). */
  selected: boolean
  onSelect: (playlistid: string) => void
}

/** A playlist: its covers in turn, name, number of songs, star and play (PLAYLIST-006). */
export const PlaylistCard = memo(function PlaylistCard({ playlistid, selected, onSelect }: Props) {
  const { t } = useTranslation('playlists')
  const held = useSignalValue(useMemo(() => playlist(playlistid), [playlistid]))
  const nameId = useId()
  // Each goes and comes without the other.
  const [pointed, setPointed] = useState(false)
  const [focused, setFocused] = useState(false)
  const pressedWith = useRef('mouse')
  if (!held) return null
  const press = (event: MouseEvent<HTMLElement>) => {
    if (!selectsFirst(event, pressedWith.current) || selected) return
    event.preventDefault()
    onSelect(playlistid)
  }
  return (
    <article
      aria-labelledby={nameId}
      className={css.card}
      data-playlist-id={playlistid}
      data-selected={selected || undefined}
      onPointerDown={(event) => {
        pressedWith.current = event.pointerType
      }}
      onPointerEnter={() => setPointed(true)}
      onPointerLeave={() => setPointed(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      <div className={css.artBox}>
        <PlaylistCarousel playlist={held} size={120} radius={10} turning={pointed || focused || selected} />
        <span className={css.scrim} />
        <span className={css.edge} />
      </div>
      <div className={css.words}>
        <h2 className={css.name} id={nameId}>
          <Link to={`/playlists/${encodeURIComponent(playlistid)}`} className={css.link} dir="auto" onClick={press}>
            {held.name}
          </Link>
        </h2>
        {held.desc !== '' && (
          <p className={css.desc} dir="auto">
            {held.desc}
          </p>
        )}
        <p className={css.songs}>{t('songs', { count: held.tracks, shown: grouped(held.tracks) })}</p>
      </div>
      <PlayCard card={held} />
      <StarButton card={held} className={css.above} />
    </article>
  )
})

/**
 * On a tablet the first tap selects and the second opens; a mouse, a key and a phone open at once (D-060). The press
 * says what it was made with, not the device, which may have both; a click tells it in some browsers alone.
 * @param pressedWith pointer type of the last press on the card
 */
function selectsFirst({ detail }: MouseEvent, pressedWith: string): boolean {
  const byKey = detail === 0
  return !byKey && window.innerWidth >= BP_MOBILE && pressedWith !== 'mouse'
}

function PlayCard({ card }: { card: Readonly<Card> }) {
  const { t } = useTranslation('playlists')
  const { playlistid } = card
  // Of all the cards those render where it begins or ends.
  const standing = useMemo(
    () => computed(() => (playingPlaylist.value !== playlistid ? 'none' : isPlaying.value ? 'sounding' : 'still')),
    [playlistid],
  )
  const stands = useSignalValue(standing)
  const mine = stands !== 'none'
  const sounding = stands === 'sounding'
  const isEmpty = card.tracks === 0
  const reason = isEmpty ? t('noSongs') : undefined
  const name = t(sounding ? 'pauseNamed' : 'playNamed', { name: card.name })
  return (
    <span className={css.playBox}>
      <Tooltip text={reason ?? name} isReason={isEmpty}>
        <button
          type="button"
          className={css.play}
          aria-label={name}
          aria-disabled={isEmpty || undefined}
          aria-description={reason}
          data-on={mine || undefined}
          onClick={(event) => {
            if (!isEmpty) playPlaylistOrAsk(event, card.playlistid, card.name)
          }}
        >
          {sounding ? <Pause size={18} fill="currentColor" strokeWidth={0} /> : <Play size={18} fill="currentColor" />}
        </button>
      </Tooltip>
    </span>
  )
}

/** Filled while it is starred (PLAYLIST-029). */
export function StarButton({ card, className }: { card: Readonly<Card>; className?: string }) {
  const { t } = useTranslation('playlists')
  return (
    <IconButton
      label={t('star', { name: card.name })}
      hint={t(card.pinned ? 'unstarHint' : 'starHint')}
      aria-pressed={card.pinned}
      className={cx(className, card.pinned && css.starred)}
      icon={<Star size={18} strokeWidth={1.75} fill={card.pinned ? 'currentColor' : 'none'} />}
      onClick={() => starPlaylist(card.playlistid, !card.pinned)}
    />
  )
}
