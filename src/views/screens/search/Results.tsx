import '../../i18n/search.ts'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { SearchResult, SearchSection } from '#core/model/search/hits.ts'
import type { ShownSearch } from '#projections/search.ts'
import { grouped } from '../../kit/numbers.ts'
import { visuallyHidden } from '../../theme/hidden.css.ts'
import type { Category } from './address.ts'
import { Overview } from './Overview.tsx'
import { PersonTable } from './PersonTable.tsx'
import { ReleaseGrid } from './ReleaseGrid.tsx'
import * as shared from './shared.css.ts'
import { NoResults, OfflineNote, SearchAlert, SearchSkeleton } from './states.tsx'
import { TrackHitRow } from './TrackHitRow.tsx'
import { useItemFocus } from './useItemFocus.ts'

interface Props {
  /** Null before the search was asked. */
  shown: ShownSearch | null
  term: string
  section: SearchSection
  onRetry: () => void
}

/** The answer to a search, in whatever state it is. */
export function Results({ shown, term, section, onRetry }: Props) {
  const { t } = useTranslation('search')
  const said = useRef<HTMLParagraphElement>(null)
  useItemFocus(said)
  const status = shown?.ask.status ?? 'loading'
  const list = shown ? shown.result[section] : null
  const count = list?.items.length ?? 0
  // A search that failed, or was made without a connection, found nothing that anybody knows of.
  const isOver = status === 'done' || (status !== 'loading' && count > 0)
  return (
    <>
      <p ref={said} role="status" className={visuallyHidden}>
        {isOver && list ? wordsOf(t, list, term) : ''}
      </p>
      {status === 'error' && <SearchAlert kept={count > 0} onRetry={onRetry} />}
      {status === 'offline' && <OfflineNote hasResults={count > 0} />}
      {count === 0 && status === 'loading' && <SearchSkeleton section={section} />}
      {count === 0 && status === 'done' && (
        <NoResults
          title={t(list?.atLeast ? 'none.among' : 'none.title', { term })}
          text={t(list?.atLeast ? 'none.amongTip' : 'none.tip')}
        />
      )}
      {count > 0 && shown && <Found result={shown.result} section={section} />}
    </>
  )
}

type Words = ReturnType<typeof useTranslation<'search'>>['t']

function wordsOf(t: Words, { total, atLeast }: SearchResult[SearchSection], term: string): string {
  if (total === 0) return t(atLeast ? 'none.among' : 'said.none', { term })
  return t(atLeast ? 'said.least' : 'said.some', { count: total, term })
}

function Found({ result, section }: { result: SearchResult; section: SearchSection }) {
  const { t } = useTranslation('search')
  switch (section) {
    case 'top':
      return <Overview result={result} />
    case 'tracks':
      return (
        <>
          <Count category="tracks" list={result.tracks} />
          <ul className={shared.list} aria-label={t('tabs.tracks')}>
            {result.tracks.items.map((hit) => (
              <TrackHitRow key={hit.trackid} hit={hit} withAlbum />
            ))}
          </ul>
        </>
      )
    case 'artists':
      return (
        <>
          <Count category="artists" list={result.artists} />
          <PersonTable kind="artist" hits={result.artists.items} />
        </>
      )
    case 'labels':
      return (
        <>
          <Count category="labels" list={result.labels} />
          <PersonTable kind="label" hits={result.labels.items} />
        </>
      )
    case 'releases':
      return (
        <>
          <Count category="releases" list={result.releases} />
          <ReleaseGrid hits={result.releases.items} label={t('tabs.releases')} />
        </>
      )
  }
}

interface CountProps {
  category: Category
  list: { items: readonly unknown[]; total: number; atLeast?: true }
  /** Those that are shown are the newest (API-SEARCH-002), not the best. */
  newest?: boolean
}

/** How many there are, and how many of them are shown. */
export function Count({ category, list, newest = false }: CountProps) {
  const { t } = useTranslation('search')
  const counted = t(`count.${category}`, { count: list.total, shown: grouped(list.total) })
  const whole = list.atLeast ? t('count.least', { whole: counted }) : counted
  const isAll = list.items.length >= list.total
  return (
    <p className={shared.note} style={{ paddingTop: 16 }}>
      {isAll ? whole : t(newest ? 'count.newest' : 'count.first', { part: grouped(list.items.length), whole })}
    </p>
  )
}
