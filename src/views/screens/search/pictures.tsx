// The pictures of hits: releases and tracks square, artists round, labels by their logo or their first letters.
import { readCoverAddress } from '#core/model/catalogue/cover.ts'
import type { SearchHit } from '#core/model/search/hits.ts'
import { Picture } from '../../kit/graphics/Picture.tsx'
import { Cover } from '../../music/Cover.tsx'
import * as css from './pictures.css.ts'

export function HitPicture({ hit, size }: { hit: SearchHit; size: number }) {
  if (hit.kind === 'label') return <Logo name={hit.label} src={hit.logo} size={size} />
  if (hit.kind === 'artist') return <Cover src={hit.thumbnail} size={size} radius={size / 2} />
  if (hit.kind === 'track') return <Cover src={smallCover(hit.coverart)} size={size} radius={size > 48 ? 8 : 6} />
  return <Cover src={hit.thumbnail} size={size} radius={size > 48 ? 8 : 6} colour={hit.colour} />
}

/** Songs carry the address of the large cover; a row takes the one of a card. */
function smallCover(address: string): string {
  const parts = readCoverAddress(address)
  return parts ? `${parts.name}-300.${parts.format}${parts.query}` : address
}

/** A label's logo; without one its first letters. */
function Logo({ name, src, size }: { name: string; src: string; size: number }) {
  const letters = (
    <span className={css.initials} style={{ width: size, height: size, fontSize: size * 0.36 }} aria-hidden="true">
      {initials(name)}
    </span>
  )
  return <Picture className={css.logo} src={src} alt="" width={size} height={size} instead={letters} />
}

function initials(name: string): string {
  const words = name.match(/[\p{L}\p{N}]+/gu) ?? []
  return words
    .slice(0, 2)
    .map((word) => [...word][0] ?? '')
    .join('')
    .toUpperCase()
}
