/**
 * The card of the peers: the same elements and classes as the gallery's, its actions built only while it is
 * hovered. It asks for no cover while the list moves faster than the gallery would ask for one, and for those
 * in view as soon as that slows down.
 */
import { memo, useEffect, useState } from 'react'
import { type GridLayout, leftOf } from '#core/model/catalogue/grid.ts'
import { isCanadian, type ReleaseCard } from '#core/model/catalogue/release.ts'
import { genresText } from '#core/model/text/formats.ts'
import { Motion } from '../../../src/views/gallery/scroll/motion.ts'
import * as css from '../../../src/views/gallery/slots/gallery.css.ts'
import { GLYPHS, type Glyph } from '../../../src/views/gallery/slots/icons.ts'

const waiting = new Set<() => void>()
const askAll = () => {
  for (const ask of waiting) ask()
}
const motion = new Motion(askAll)

/** Peers ask for no cover in a fling from here on, as the gallery does. Without it they ask as they come. */
export function deferCovers(): void {
  let top = 0
  // Heard before the library hears it, so that what it draws now knows how fast it is.
  document.addEventListener(
    'scroll',
    ({ target }) => {
      if (!(target instanceof HTMLElement)) return
      const px = target.scrollTop - top
      top += px
      if (motion.moved(px)) askAll()
      motion.awaitRest()
    },
    { capture: true, passive: true },
  )
}

function Cover({ url }: { url: string }) {
  return <img key={url} className={css.cover} alt="" decoding="async" draggable={false} src={url} />
}

/** Only what is drawn in a fling waits: at rest a cover costs no more than its element. */
function LateCover({ url }: { url: string }) {
  const [isAsked, setAsked] = useState(false)
  useEffect(() => {
    const ask = () => setAsked(true)
    waiting.add(ask)
    return () => void waiting.delete(ask)
  }, [])
  return isAsked && <Cover url={url} />
}

function Icon({ glyph, className, name }: { glyph: Glyph; className: string; name: string }) {
  const { d, line } = GLYPHS[glyph] as { d: string; line?: true }
  const stroke = {
    fill: 'none',
    stroke: 'currentColor',
    strokeWidth: 2,
    strokeLinecap: 'round',
    strokeLinejoin: 'round',
  } as const
  return (
    <svg viewBox="0 0 24 24" className={className} role="img" aria-label={name}>
      <path d={d} {...(line ? stroke : { fill: 'currentColor' })} />
    </svg>
  )
}

const badge = (glyph: Glyph, name: string) => <Icon glyph={glyph} className={css.badge} name={name} />

interface Props {
  readonly release: ReleaseCard
  readonly index: number
  readonly count: number
  readonly grid: GridLayout
}

export const Card = memo(function Card({ release, index, count, grid }: Props) {
  const [hovered, setHovered] = useState(false)
  const [isLate] = useState(motion.fast)
  const canadian = isCanadian(release)
  return (
    <article
      className={css.card}
      tabIndex={-1}
      data-release-id={release.releaseid}
      aria-label={`${release.title} by ${release.artist}`}
      aria-posinset={index + 1}
      aria-setsize={count}
      style={{ left: leftOf(grid, index % grid.columns), width: grid.cardWidth, height: grid.cardHeight }}
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
    >
      <div className={css.art} style={{ backgroundColor: release.colour }}>
        {isLate ? <LateCover url={release.thumbnail} /> : <Cover url={release.thumbnail} />}
        {(canadian || release.trending || release.videocount > 0) && (
          <div className={css.badges}>
            {canadian && badge('maple', 'Canadian content')}
            {release.trending && badge('trending', 'Trending')}
            {release.videocount > 0 && badge('video', 'Has video')}
          </div>
        )}
        {hovered && (
          <div className={css.actions}>
            <button type="button" className={css.play} aria-label={`Play ${release.title}`} />
            <button type="button" className={`${css.quiet} ${css.download}`} aria-label={`Download ${release.title}`} />
            <button
              type="button"
              className={`${css.quiet} ${css.info}`}
              aria-label={`Release info: ${release.title}`}
            />
          </div>
        )}
      </div>
      <div className={css.titleLine}>
        <span className={css.title}>{release.title}</span>
        {release.explicit && (
          <span className={css.explicit} role="img" aria-label="Explicit">
            E
          </span>
        )}
        {release.flagged && <Icon glyph="flag" className={css.flagged} name="Flagged" />}
      </div>
      <div className={css.artist}>{release.artist}</div>
      <div className={css.genres}>{genresText(release.genres)}</div>
    </article>
  )
})
