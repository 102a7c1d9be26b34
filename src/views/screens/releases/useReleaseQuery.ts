import { useCallback, useEffect, useMemo, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { changeReleaseFilter, openReleaseList } from '#actions/releases.ts'
import {
  formatReleaseQuery,
  parseReleaseQuery,
  queryIdOf,
  type ReleaseQuery,
} from '#core/model/catalogue/releaseQuery.ts'
import { releaseFilter } from '#projections/releases.ts'
import { readPlaces } from '../../gallery/scroll/anchors.ts'
import { useNavigate } from '../../kit/routing/RouterView.tsx'

/** The address of the gallery with these filters, and of a release over it. */
export function galleryAddress(query: ReleaseQuery, releaseid?: string): string {
  const filters = formatReleaseQuery(query)
  const release = releaseid === undefined ? '' : `release=${encodeURIComponent(releaseid)}`
  const search = [filters, release].filter(Boolean).join('&')
  return search === '' ? '/releases' : `/releases?${search}`
}

/**
 * Asks for the list that the gallery will show at an address, before it stands; that the gallery opens it as well costs
 * nothing.
 * @param search with its question mark
 */
export function openGalleryAhead(search: string): void {
  openReleaseList(queryIdOf(parseReleaseQuery(new URLSearchParams(search))))
  readPlaces()
}

/** @param replace true: the way back leads to what was before this change and the one before it */
export type ChangeQuery = (query: ReleaseQuery, replace?: boolean) => void

/**
 * The gallery's filters and order as the address has them, and what changes them: the wish is shown at once,
 * the address follows in the same task. What comes by the way back or a bookmark becomes a wish as well.
 */
export function useReleaseQuery(): readonly [query: ReleaseQuery, change: ChangeQuery] {
  const { search } = useLocation()
  const navigate = useNavigate()
  // An address that differs in other things, such as the release that lies over the gallery, is the same query.
  const text = formatReleaseQuery(parseReleaseQuery(new URLSearchParams(search)))
  const query = useMemo(() => parseReleaseQuery(new URLSearchParams(text)), [text])
  const latest = useRef(text)
  latest.current = text
  useEffect(() => {
    if (formatReleaseQuery(releaseFilter.peek()) !== text) changeReleaseFilter(query)
  }, [query, text])
  const change = useCallback<ChangeQuery>(
    (next, replace = false) => {
      if (formatReleaseQuery(next) === latest.current) return
      changeReleaseFilter(next)
      navigate(galleryAddress(next), { replace, flushSync: true })
    },
    [navigate],
  )
  return [query, change]
}
