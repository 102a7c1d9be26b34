// What every part of a page of results needs to know of it.
import { createContext, useContext, useMemo } from 'react'
import { markedWords } from '#core/model/search/marks.ts'

export interface SearchContext {
  /** What is searched for. */
  readonly term: string
  /** Its folded words, for the marks. */
  readonly words: readonly string[]
  /** Where a release is shown over the results. */
  readonly releaseHref: (releaseid: string) => string
  /** History state a link to a release carries. */
  readonly releaseState: object | undefined
  /** Counts of artists and labels are the server's, or all there is to be had. */
  readonly countsKnown: boolean
}

const NOTHING: SearchContext = {
  term: '',
  words: [],
  releaseHref: (releaseid) => `/releases/releaseInfo/${encodeURIComponent(releaseid)}`,
  releaseState: undefined,
  countsKnown: true,
}

export const ResultsContext = createContext<SearchContext>(NOTHING)
export const useResults = (): SearchContext => useContext(ResultsContext)

/** The words of a term that are marked, the same array while the term is the same. */
export function useMarkedWords(term: string): readonly string[] {
  return useMemo(() => markedWords(term), [term])
}
