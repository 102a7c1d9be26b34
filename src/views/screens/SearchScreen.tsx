import '../i18n/search.ts'
import { type KeyboardEvent, useEffect, useId, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'
import { leaveSearch, searchFor, searchReleasesOf } from '#actions/search.ts'
import { searchPlace } from '#core/model/pages.ts'
import type { SearchProfile, SearchSection } from '#core/model/search/hits.ts'
import { isEmptyQuery, parseSearch } from '#core/model/search/query.ts'
import { cleanTerm } from '#core/model/search/term.ts'
import { pageSearch } from '#projections/search.ts'
import { useScrollReturn } from '../kit/lists/useScrollReturn.ts'
import { useSignalValue } from '../kit/useSignalValue.ts'
import { NotFoundScreen } from './problems/NotFoundScreen.tsx'
import { profileAddress, searchAddress } from './search/address.ts'
import { walkItems } from './search/box.state.ts'
import { ResultsContext, type SearchContext, useMarkedWords } from './search/context.ts'
import { ProfilePage } from './search/ProfilePage.tsx'
import * as css from './search/page.css.ts'
import { QuietView } from './search/QuietView.tsx'
import { Results } from './search/Results.tsx'
import { SearchTabs } from './search/SearchTabs.tsx'
import { operate } from './search/SearchView.tsx'
import { useReleaseOver } from './useReleaseOver.tsx'

/** `/search/:category?/:profile?` (ROUTE-021 to ROUTE-024); what names no such page is not found (D-093). */
export function SearchScreen() {
  const { pathname, search } = useLocation()
  const place = searchPlace(pathname)
  const term = cleanTerm(new URLSearchParams(search).get('q') ?? '')
  if (place === null) return <NotFoundScreen />
  return <SearchPage {...place} term={term} />
}

interface Props {
  section: SearchSection
  profile: SearchProfile | null
  term: string
}

function SearchPage({ section, profile, term }: Props) {
  const { t } = useTranslation(['search', 'searchBox'])
  const scroller = useRef<HTMLElement>(null)
  useScrollReturn(scroller, `${section} ${profile} ${term}`)
  // An operator alone asks nothing; a name may look like one.
  const asksNothing = profile ? term === '' : isEmptyQuery(parseSearch(term))
  useEffect(() => {
    if (asksNothing) return
    if (profile) searchReleasesOf(profile, term)
    else searchFor(term, section)
  }, [term, section, profile, asksNothing])
  useEffect(() => () => leaveSearch('page'), [])
  const address = (release?: string) =>
    profile ? profileAddress(profile, term, release) : searchAddress(section, term, release)
  const { over } = useReleaseOver(address)
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { target } = event
    if (target instanceof HTMLElement && target.hasAttribute('data-search-item') && walkItems(event.key))
      event.preventDefault()
  }
  return (
    <>
      <section
        ref={scroller}
        className={css.page}
        aria-label={t('searchBox:title')}
        data-search-view=""
        onKeyDown={onKeyDown}
      >
        <div className={css.column}>
          {asksNothing ? (
            <QuietView onOperator={operate} />
          ) : (
            <Answer section={section} profile={profile} term={term} address={address} />
          )}
        </div>
      </section>
      {over}
    </>
  )
}

function Answer({ section, profile, term, address }: Props & { address: (release: string) => string }) {
  const { t } = useTranslation('search')
  const panel = useId()
  const last = useSignalValue(pageSearch)
  // What stands there may still be the answer of the page before.
  const shown = last && last.ask.section === section && last.ask.profile === profile ? last : null
  const marked = useMarkedWords(term)
  const countsKnown = shown !== null && (shown.isConfirmed || shown.ask.status !== 'loading')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address follows from what is named
  const context = useMemo<SearchContext>(
    () => ({
      term,
      words: profile ? [] : marked,
      releaseHref: address,
      releaseState: { opened: true },
      countsKnown,
    }),
    [term, marked, section, profile, countsKnown],
  )
  const again = () => (profile ? searchReleasesOf(profile, term) : searchFor(term, section))
  return (
    <ResultsContext value={context}>
      {profile ? (
        <ProfilePage profile={profile} name={term} shown={shown} onRetry={again} />
      ) : (
        <>
          <div className={css.tabs}>
            <SearchTabs section={section} term={term} panel={panel} />
            <span className={css.resultsFor}>{t('resultsFor', { term })}</span>
          </div>
          <div id={panel} role="tabpanel" aria-label={t(`tabs.${section}`)}>
            <Results shown={shown} term={term} section={section} onRetry={again} />
          </div>
        </>
      )}
    </ResultsContext>
  )
}
