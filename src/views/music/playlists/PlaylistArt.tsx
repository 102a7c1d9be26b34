import { ListMusic } from 'lucide-react'
import { useEffect, useState } from 'react'
import { CAROUSEL_INTERVAL_MS } from '#core/model/constants.ts'
import type { PlaylistCard } from '#core/model/playlists/playlist.ts'
import { useMedia } from '../../kit/useMedia.ts'
import { cx } from '../../theme/cx.ts'
import { media } from '../../theme/tokens.css.ts'
import { Cover } from '../Cover.tsx'
import * as css from './PlaylistArt.css.ts'

type Pictures = Pick<Readonly<PlaylistCard>, 'thumbnail' | 'thumbnails'>

interface Props {
  playlist: Pictures
  /** Edge in px. */
  size: number
  radius: number
}

function picturesOf({ thumbnail, thumbnails }: Pictures): readonly string[] {
  return thumbnails.length > 0 ? thumbnails : thumbnail === '' ? [] : [thumbnail]
}

/** Four covers of a playlist side by side, or the one there is. */
export function PlaylistMosaic({ playlist, size, radius }: Props) {
  const pictures = picturesOf(playlist)
  const style = { width: size, height: size, borderRadius: radius }
  if (pictures.length < 4) return <Single pictures={pictures} size={size} radius={radius} />
  return (
    <span className={css.mosaic} style={style}>
      {pictures.slice(0, 4).map((src) => (
        <Cover key={src} src={src} size={size / 2} radius={0} />
      ))}
    </span>
  )
}

/** The covers of a playlist in turn while `turning`; without movement the first stays (PLAYLIST-030, D-071). */
export function PlaylistCarousel({ playlist, size, radius, turning }: Props & { turning: boolean }) {
  const pictures = picturesOf(playlist)
  const reduced = useMedia(media.reduced)
  const [at, setAt] = useState(0)
  const turns = turning && !reduced && pictures.length > 1
  const count = pictures.length
  useEffect(() => {
    if (!turns) return setAt(0)
    const timer = setInterval(() => setAt((now) => (now + 1) % count), CAROUSEL_INTERVAL_MS)
    return () => clearInterval(timer)
  }, [turns, count])
  if (count <= 1) return <Single pictures={pictures} size={size} radius={radius} />
  return (
    <span
      className={css.art}
      style={{ width: size, height: size, borderRadius: radius }}
      data-carousel={turns ? 'turning' : 'still'}
    >
      {pictures.map((src, place) => (
        // Pictures nobody has seen yet are not loaded before somebody looks.
        <span key={src} className={cx(css.layer, place === at && css.shown)} data-shown={place === at || undefined}>
          {(turns || place === 0) && <Cover src={src} size={size} radius={radius} />}
        </span>
      ))}
    </span>
  )
}

function Single({ pictures, size, radius }: { pictures: readonly string[]; size: number; radius: number }) {
  const [src] = pictures
  if (src !== undefined) return <Cover src={src} size={size} radius={radius} />
  return (
    <span className={css.none} style={{ width: size, height: size, borderRadius: radius }}>
      <ListMusic size={Math.round(size * 0.36)} strokeWidth={1.25} aria-hidden="true" />
    </span>
  )
}
