import { computed, type ReadonlySignal } from '@preact/signals-react'
import type { SearchAsk, SearchPlace } from '#core/model/entities.ts'
import type { SearchResult } from '#core/model/search/hits.ts'
import { mergeResults } from '#core/model/search/merge.ts'
import { entity, single } from './entity.ts'

/** Recent searches, newest first (SEARCH-015, SEARCH-016). */
export const recentSearches = computed(() => single('recentSearches').value.terms)

/** What a place shows: one list of each kind from what this device knew and what the server found. */
export interface ShownSearch {
  readonly ask: Readonly<SearchAsk>
  readonly result: SearchResult
  /** This device has looked for this very term; before that the result may be the one of a letter ago. */
  readonly isCurrent: boolean
  /** The server has answered: totals and counts are its own. */
  readonly isConfirmed: boolean
}

const shown = (place: SearchPlace): ReadonlySignal<ShownSearch | null> => {
  const row = entity('search', place)
  let last: ShownSearch | null = null
  return computed(() => {
    const ask = row.value
    if (!ask) {
      last = null
      return null
    }
    const hasLooked = ask.seenFor === ask.askId
    // Until the device has looked, a moment later, what was shown stays: nothing blinks between two letters.
    if (!hasLooked && ask.found === null && last && last.ask.profile === ask.profile)
      last = { ...last, ask, isCurrent: false }
    else {
      const seen = hasLooked ? ask.seen : null
      const result = mergeResults(seen, ask.found, ask.section)
      last = { ask, result, isCurrent: hasLooked || ask.found !== null, isConfirmed: ask.found !== null }
    }
    return last
  })
}

/** The search while somebody types; null when nobody does. */
export const boxSearch = shown('box')
/** The search of the page's address. */
export const pageSearch = shown('page')
