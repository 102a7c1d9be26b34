import '../../i18n/search.ts'
import { type KeyboardEvent, useEffect, useLayoutEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { searchWhileTyping } from '#actions/search.ts'
import { isEmptyQuery, parseSearch } from '#core/model/search/query.ts'
import { cleanTerm } from '#core/model/search/term.ts'
import { boxSearch } from '#projections/search.ts'
import { isComposed, topDialog } from '../../kit/overlays/layers.state.ts'
import { useRouter } from '../../kit/routing/RouterView.tsx'
import { useSignalValue } from '../../kit/useSignalValue.ts'
import { isSearchFor, searchAddress } from './address.ts'
import { boxText, searchBox, viewOpen, walkItems } from './box.state.ts'
import { ResultsContext, useMarkedWords } from './context.ts'
import * as css from './page.css.ts'
import { QuietView } from './QuietView.tsx'
import { Results } from './Results.tsx'

/** What opens over the page while somebody is in the search box (SEARCH-001). */
export default function SearchView({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['search', 'searchBox'])
  const term = cleanTerm(useSignalValue(boxText))
  // A press between the results leaves the focus nowhere, where neither the box nor the view hears the key.
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      const isFree = event.target === document.body && topDialog.peek() === null
      if (event.key !== 'Escape' || event.defaultPrevented || isComposed(event) || !isFree) return
      event.preventDefault()
      searchBox()?.focus()
      onClose()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [onClose])
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    // The menu of a row lies elsewhere in the page, and has keys of its own.
    if (!event.currentTarget.contains(event.target as Node)) return
    if (event.key === 'Escape') {
      event.preventDefault()
      searchBox()?.focus()
      return onClose()
    }
    if (walkItems(event.key)) event.preventDefault()
    // Letters go on where they are typed, and are no shortcuts: those still see the result that had the focus.
    else if (
      event.key.length === 1 &&
      !' /?'.includes(event.key) &&
      !event.ctrlKey &&
      !event.metaKey &&
      !event.altKey
    ) {
      event.stopPropagation()
      searchBox()?.focus()
    }
  }
  return (
    <section className={css.over} aria-label={t('searchBox:title')} data-search-view="" onKeyDown={onKeyDown}>
      <div className={css.column}>
        {isEmptyQuery(parseSearch(term)) ? <QuietView onOperator={operate} /> : <Live term={term} />}
      </div>
    </section>
  )
}

/**
 * Puts an operator into the box, ready for its word. What stands there asks for nothing, or it would not be offered: at most
 * it is an operator without a word, which would take this one for its own.
 */
export function operate(begins: string): void {
  boxText.value = begins
  const box = searchBox()
  box?.focus()
  requestAnimationFrame(() => box?.setSelectionRange(box.value.length, box.value.length))
}

function Live({ term }: { term: string }) {
  const { t } = useTranslation('search')
  const shown = useSignalValue(boxSearch)
  const words = useMarkedWords(term)
  const router = useRouter()
  // What is followed elsewhere has the search behind it (H-594).
  useLayoutEffect(
    () =>
      router.passing((from, to) => {
        // Who clears the box closes the view in the same press, and leads nobody back to what was cleared. The search
        // itself needs none before it, but a release over it does.
        const isSearch = isSearchFor(term, to) && !new URLSearchParams(to.search).has('release')
        if (!viewOpen.peek() || isSearch || isSearchFor(term, from)) return null
        return searchAddress('top', term)
      }),
    [router, term],
  )
  const countsKnown = shown !== null && (shown.isConfirmed || shown.ask.status !== 'loading')
  const context = useMemo(
    () => ({
      term,
      words,
      releaseHref: (releaseid: string) => searchAddress('top', term, releaseid),
      releaseState: { opened: true },
      countsKnown,
    }),
    [term, words, countsKnown],
  )
  return (
    <ResultsContext value={context}>
      <div className={css.overHead}>
        <span className={css.overTerm}>{t('resultsFor', { term })}</span>
        <span className={css.key}>{t('enter')}</span>
      </div>
      <Results shown={shown} term={term} section="top" onRetry={() => searchWhileTyping(term)} />
    </ResultsContext>
  )
}
