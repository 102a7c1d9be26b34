// Rows of the overview's blocks, and the cards of its top results.

import '../../i18n/search.ts'
import { Flag } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { ArtistHit, LabelHit, ReleaseHit, SearchHit } from '#core/model/search/hits.ts'
import { mediumDate } from '#core/model/text/formats.ts'
import { releaseCard } from '#projections/releases.ts'
import { grouped } from '../../kit/numbers.ts'
import { useSignalValue } from '../../kit/useSignalValue.ts'
import { HaveRelease, HaveSong } from '../../music/HaveIt.tsx'
import { Explicit } from '../../music/marks.tsx'
import { useTitled } from '../../music/useTitled.ts'
import { isPlayable } from '../../music/verbs.ts'
import { profileAddress } from './address.ts'
import * as cards from './cards.css.ts'
import { useResults } from './context.ts'
import { Marked } from './Marked.tsx'
import { PlayButton } from './PlayButton.tsx'
import { HitPicture } from './pictures.tsx'
import * as rows from './rows.css.ts'
import * as css from './shared.css.ts'

/** `6 releases`, once that is more than what this device happens to have seen; nothing where nobody counted them. */
function useReleaseCount(): (count: number) => string {
  const { t } = useTranslation('search')
  const { countsKnown } = useResults()
  return (count) => (countsKnown && count > 0 ? t('count.releases', { count, shown: grouped(count) }) : '')
}

/** An artist or a label. */
export function PersonRow({ hit }: { hit: ArtistHit | LabelHit }) {
  const { words } = useResults()
  const countOf = useReleaseCount()
  const name = hit.kind === 'artist' ? hit.artist : hit.label
  return (
    <li className={rows.row}>
      <HitPicture hit={hit} size={40} />
      <span className={css.words}>
        <Link
          to={profileAddress(hit.kind, name)}
          className={`${css.title} ${css.cover}`}
          dir="auto"
          data-search-item=""
        >
          <Marked text={name} words={words} />
        </Link>
      </span>
      <span className={rows.aside}>{countOf(hit.releases)}</span>
    </li>
  )
}

/** Whether a release was downloaded before, and whether it is flagged itself (H-596). */
export function ReleaseSigns({ hit }: { hit: ReleaseHit }) {
  const { flagged } = useSignalValue(releaseCard(hit.releaseid)) ?? hit
  return (
    <>
      <HaveRelease releaseid={hit.releaseid} />
      {flagged && <Flagged />}
    </>
  )
}

function Flagged() {
  const { t } = useTranslation('gallery')
  return <Flag size={13} fill="currentColor" className={css.flag} role="img" aria-label={t('flagged')} />
}

export function ReleaseRow({ hit }: { hit: ReleaseHit }) {
  const { t } = useTranslation('releases')
  const { words, releaseHref, releaseState } = useResults()
  const card = useSignalValue(releaseCard(hit.releaseid)) ?? hit
  const title = useTitled()(card.title)
  return (
    <li className={rows.row}>
      <span className={rows.rowArt}>
        <HitPicture hit={hit} size={40} />
        {isPlayable(card) && <PlayButton releaseid={hit.releaseid} title={title} size={16} className={rows.rowPlay} />}
      </span>
      <span className={css.words}>
        <span className={css.line}>
          <Link
            to={releaseHref(hit.releaseid)}
            state={releaseState}
            className={`${css.title} ${css.cover}`}
            dir="auto"
            data-search-item=""
            data-release-id={hit.releaseid}
          >
            <Marked text={title} words={words} beside={card.artist} />
          </Link>
          {card.explicit && <Explicit />}
          <ReleaseSigns hit={hit} />
        </span>
        <span className={css.underLine}>
          <bdi className={css.underName}>
            <Marked text={card.artist} words={words} beside={card.title} />
          </bdi>
          <span className={css.underKind}> · {t(`type.${card.release_type}`)}</span>
        </span>
      </span>
      <span className={rows.aside}>{mediumDate(card.available)}</span>
    </li>
  )
}

/** One of the best of all kinds. */
export function TopCard({ hit }: { hit: SearchHit }) {
  const { t } = useTranslation('search')
  const { words, releaseHref, releaseState } = useResults()
  const countOf = useReleaseCount()
  const isMusic = hit.kind === 'release' || hit.kind === 'track'
  const name = hit.kind === 'artist' ? hit.artist : hit.kind === 'label' ? hit.label : hit.title
  const to = isMusic ? releaseHref(hit.releaseid) : profileAddress(hit.kind, name)
  const more = isMusic ? hit.artist : countOf(hit.releases)
  return (
    <li className={cards.card} data-hit={hit.kind}>
      <HitPicture hit={hit} size={64} />
      <span className={css.words}>
        <span className={css.line}>
          <Link
            to={to}
            {...(isMusic && { state: releaseState, 'data-release-id': hit.releaseid })}
            className={`${cards.cardTitle} ${css.cover}`}
            dir="auto"
            data-search-item=""
          >
            <Marked text={name} words={words} beside={isMusic ? hit.artist : ''} />
            {hit.kind === 'track' && hit.version !== '' && ` (${hit.version})`}
          </Link>
          {hit.kind === 'release' && <ReleaseSigns hit={hit} />}
          {hit.kind === 'track' && <HaveSong song={hit} />}
          {hit.kind === 'track' && hit.flagged && <Flagged />}
        </span>
        <span className={css.underLine}>
          <span className={css.underKind}>
            {t(`kind.${hit.kind}`)}
            {more !== '' && ' · '}
          </span>
          {more !== '' && <bdi className={css.underName}>{more}</bdi>}
        </span>
      </span>
      {isMusic && isPlayable(hit) && (
        <PlayButton
          releaseid={hit.releaseid}
          trackid={hit.kind === 'track' ? hit.trackid : null}
          title={name}
          version={hit.kind === 'track' ? hit.version : ''}
          size={16}
          className={cards.play}
        />
      )}
    </li>
  )
}
