import '../../i18n/search.ts'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { SEARCH_BLOCK_ITEMS, SEARCH_TOP_MAX } from '#core/model/constants.ts'
import type { SearchResult } from '#core/model/search/hits.ts'
import { hasMore, hitKey } from '#core/model/search/merge.ts'
import { type Category, searchAddress } from './address.ts'
import * as cards from './cards.css.ts'
import { useResults } from './context.ts'
import { PersonRow, ReleaseRow, TopCard } from './hitRows.tsx'
import * as rows from './rows.css.ts'
import * as css from './shared.css.ts'
import { TrackHitRow } from './TrackHitRow.tsx'

/** The best of all kinds, and the best of each (SEARCH-007 to SEARCH-009). */
export function Overview({ result }: { result: SearchResult }) {
  const { t } = useTranslation('search')
  const headingId = useId()
  const of = <T,>(list: { items: readonly T[] }) => list.items.slice(0, SEARCH_BLOCK_ITEMS)
  return (
    <>
      {result.top.items.length > 0 && (
        <section aria-labelledby={headingId}>
          <div className={css.sectionHead}>
            <h2 id={headingId} className={css.heading}>
              {t('topResults')}
            </h2>
          </div>
          <ul className={cards.cards} aria-labelledby={headingId}>
            {result.top.items.slice(0, SEARCH_TOP_MAX).map((hit) => (
              <TopCard key={hitKey(hit)} hit={hit} />
            ))}
          </ul>
        </section>
      )}
      <div className={rows.blocks}>
        <Block category="tracks" list={result.tracks}>
          {of(result.tracks).map((hit) => (
            <TrackHitRow key={hit.trackid} hit={hit} />
          ))}
        </Block>
        <Block category="artists" list={result.artists}>
          {of(result.artists).map((hit) => (
            <PersonRow key={hitKey(hit)} hit={hit} />
          ))}
        </Block>
        <Block category="labels" list={result.labels}>
          {of(result.labels).map((hit) => (
            <PersonRow key={hitKey(hit)} hit={hit} />
          ))}
        </Block>
        <Block category="releases" list={result.releases}>
          {of(result.releases).map((hit) => (
            <ReleaseRow key={hit.releaseid} hit={hit} />
          ))}
        </Block>
      </div>
    </>
  )
}

interface BlockProps {
  category: Category
  list: { items: readonly unknown[]; total: number }
  children: ReactNode
}

function Block({ category, list, children }: BlockProps) {
  const { t } = useTranslation('search')
  const { term } = useResults()
  if (list.items.length === 0) return null
  return (
    <section aria-label={t(`tabs.${category}`)}>
      <div className={css.sectionHead}>
        <h2 className={css.heading}>{t(`tabs.${category}`)}</h2>
        {hasMore(list) && (
          <Link to={searchAddress(category, term)} className={css.seeAll} data-search-item="">
            {t(`seeAll.${category}`)}
          </Link>
        )}
      </div>
      <ul className={css.list}>{children}</ul>
    </section>
  )
}
