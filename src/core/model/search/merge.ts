/**
 * One list from two answers: what this device has seen and what the server found. Scores mean the same in both
 * (`score.ts`), so the better score stands first; what both know stands once, as the server has it.
 */
import { SEARCH_BLOCK_ITEMS, SEARCH_CATEGORY_LIMIT, SEARCH_OVERVIEW_LIMIT, SEARCH_TOP_MAX } from '../constants.ts'
import { fold } from '../text/fold.ts'
import type { SearchHit, SearchResult, SearchSection } from './hits.ts'

/** What tells hits apart. */
export function hitKey(hit: SearchHit): string {
  switch (hit.kind) {
    case 'track':
      return `track ${hit.trackid}`
    case 'release':
      return `release ${hit.releaseid}`
    case 'artist':
      return `artist ${fold(hit.artist)}`
    case 'label':
      return `label ${fold(hit.label)}`
  }
}

/** How many items a section of a result holds at most when this one is shown. */
export function sectionLimit(shown: SearchSection, section: SearchSection): number {
  if (section === 'top') return SEARCH_TOP_MAX
  return shown === section ? SEARCH_CATEGORY_LIMIT : SEARCH_OVERVIEW_LIMIT
}

export const EMPTY_RESULT: SearchResult = {
  top: { items: [], total: 0 },
  tracks: { items: [], total: 0 },
  artists: { items: [], total: 0 },
  labels: { items: [], total: 0 },
  releases: { items: [], total: 0 },
}

interface List<T> {
  items: readonly T[]
  total: number
  atLeast?: true
}

/**
 * Best first. Of equals the server's order stays, then what only this device knows.
 * @param local the answer of this device, or null
 * @param server the server's, or null while it is not there
 */
export function mergeResults(
  local: SearchResult | null,
  server: SearchResult | null,
  shown: SearchSection,
): SearchResult {
  const one = local ?? EMPTY_RESULT
  const other = server ?? EMPTY_RESULT
  const merged = {
    tracks: mergeLists(one.tracks, other.tracks, sectionLimit(shown, 'tracks')),
    artists: mergeLists(one.artists, other.artists, sectionLimit(shown, 'artists')),
    labels: mergeLists(one.labels, other.labels, sectionLimit(shown, 'labels')),
    releases: mergeLists(one.releases, other.releases, sectionLimit(shown, 'releases')),
  }
  const top = mergeLists<SearchHit>(one.top, other.top, SEARCH_TOP_MAX)
  const total = merged.tracks.total + merged.artists.total + merged.labels.total + merged.releases.total
  return { ...merged, top: { ...top, total: Math.max(total, top.items.length) } }
}

function mergeLists<T extends SearchHit>(local: List<T>, server: List<T>, limit: number) {
  const known = new Set(server.items.map(hitKey))
  const added = local.items.filter((hit) => !known.has(hitKey(hit)))
  // Stable, so that equals keep the order they came in.
  const items = [...server.items, ...added].sort((a, b) => b._score - a._score)
  const total = Math.max(server.total, local.total, items.length)
  return { items: items.slice(0, limit), total, ...(server.atLeast || local.atLeast ? { atLeast: true as const } : {}) }
}

/** The hits of all four lists, mixed by score; of equals the artist comes first: who types a name means its bearer. */
export function mixTop(result: Omit<SearchResult, 'top'>): SearchResult['top'] {
  const items: SearchHit[] = [
    ...result.artists.items,
    ...result.releases.items,
    ...result.labels.items,
    ...result.tracks.items,
  ]
  items.sort((a, b) => b._score - a._score)
  const total = result.tracks.total + result.artists.total + result.labels.total + result.releases.total
  const atLeast = [result.tracks, result.artists, result.labels, result.releases].some((list) => list.atLeast)
  const top = { items: items.slice(0, SEARCH_TOP_MAX), total: Math.max(total, items.length) }
  return atLeast ? { ...top, atLeast } : top
}

/** Whether there is more than a block of the overview shows (SEARCH-009, D-097). */
export function hasMore(list: { items: readonly unknown[]; total: number }): boolean {
  return list.total > SEARCH_BLOCK_ITEMS || list.items.length > SEARCH_BLOCK_ITEMS
}
