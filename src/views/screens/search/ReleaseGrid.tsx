import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { ReleaseHit } from '#core/model/search/hits.ts'
import { genresText } from '#core/model/text/formats.ts'
import { playingRelease } from '#projections/player.ts'
import { releaseCard } from '#projections/releases.ts'
import { useSignalValue } from '../../kit/useSignalValue.ts'
import { Cover } from '../../music/Cover.tsx'
import { Explicit } from '../../music/marks.tsx'
import { useTitled } from '../../music/useTitled.ts'
import { isPlayable } from '../../music/verbs.ts'
import { cx } from '../../theme/cx.ts'
import { useResults } from './context.ts'
import { ReleaseSigns } from './hitRows.tsx'
import { Marked } from './Marked.tsx'
import { PlayButton } from './PlayButton.tsx'
import * as css from './ReleaseGrid.css.ts'
import * as shared from './shared.css.ts'

/** Releases as cards, at most SEARCH_CATEGORY_LIMIT of them. */
export function ReleaseGrid({ hits, label }: { hits: readonly ReleaseHit[]; label: string }) {
  return (
    <ul className={css.releaseGrid} aria-label={label}>
      {hits.map((hit) => (
        <Card key={hit.releaseid} hit={hit} />
      ))}
    </ul>
  )
}

function Card({ hit }: { hit: ReleaseHit }) {
  const { t } = useTranslation('gallery')
  const { words, releaseHref, releaseState } = useResults()
  const card = useSignalValue(releaseCard(hit.releaseid)) ?? hit
  const title = useTitled()(card.title)
  const current = useSignalValue(playingRelease) === hit.releaseid
  return (
    <li>
      <article
        className={css.release}
        aria-label={t('card', { title, artist: card.artist })}
        data-release-id={hit.releaseid}
      >
        <div className={css.art}>
          <Cover src={card.thumbnail} radius={10} colour={card.colour} className={css.artCover} />
          {isPlayable(card) && <PlayButton releaseid={hit.releaseid} title={title} size={18} className={css.artPlay} />}
        </div>
        <span className={shared.line}>
          <Link
            to={releaseHref(hit.releaseid)}
            state={releaseState}
            className={cx(css.releaseTitle, shared.cover, current && shared.playing)}
            dir="auto"
            data-search-item=""
          >
            <Marked text={title} words={words} beside={card.artist} />
          </Link>
          {card.explicit && <Explicit />}
          <ReleaseSigns hit={hit} />
        </span>
        <div className={shared.under} dir="auto">
          <Marked text={card.artist} words={words} beside={card.title} />
        </div>
        <div className={css.genres}>{genresText(card.genres)}</div>
      </article>
    </li>
  )
}
