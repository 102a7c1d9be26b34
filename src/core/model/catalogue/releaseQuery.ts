/**
 * What the gallery shows, as one plain value: the chosen ids of each filter group and the order
 * (FILTER-015 to FILTER-023). It is read from an address, written into one, and turned into the
 * query of GET releases, whose text names the list.
 */

/** The filter groups in the order they stand in the menu, the address and the query. */
export const FILTER_GROUPS = ['genres', 'packages', 'markets', 'versions', 'releaseTypes'] as const
export type FilterGroup = (typeof FILTER_GROUPS)[number]

/** What GET releases and the address call a group. */
const KEYS = {
  genres: 'genres',
  packages: 'packages',
  markets: 'markets',
  versions: 'versions',
  releaseTypes: 'release_types',
} as const satisfies Record<FilterGroup, string>

/** What a list can be sorted by, in either direction (FILTER-022, D-074). */
export const SORT_ATTRIBUTES = ['date', 'trend', 'artist', 'title', 'time'] as const
export type SortAttribute = (typeof SORT_ATTRIBUTES)[number]
export type ReleaseSort = SortAttribute | `-${SortAttribute}`
export const RELEASE_SORTS: readonly ReleaseSort[] = SORT_ATTRIBUTES.flatMap((one) => [one, `-${one}` as const])
/** The columns a list can be sorted by (TABLE-006). */
export const SORT_COLUMNS = ['artist', 'title', 'time', 'date'] as const satisfies readonly SortAttribute[]
export type SortColumn = (typeof SORT_COLUMNS)[number]

/** The order of a list nobody has sorted: newest first (D-075). */
export const DEFAULT_SORT = '-date' satisfies ReleaseSort

/** The id of the version that is not one: it stands for `explicit` (FILTER-015, D-080). */
export const EXPLICIT_VERSION = 'explicit'

/** Ids of one group at most, and characters of one id. */
export const GROUP_IDS_MAX = 50
export const FILTER_ID_MAX = 100
/** Characters all ids together may take when encoded, so that the name of a list stays below its limit. */
const ENCODED_MAX = 1600

export interface ReleaseQuery {
  readonly sort: ReleaseSort
  /** Ids in the order they were chosen. */
  readonly genres: readonly string[]
  readonly packages: readonly string[]
  readonly markets: readonly string[]
  readonly versions: readonly string[]
  readonly releaseTypes: readonly string[]
  /** Only explicit releases; false sends nothing (D-080). */
  readonly explicit: boolean
  /** Only what somebody shared with the player. */
  readonly shared?: true | undefined
  /** One exact name each (D-079). */
  readonly artist?: string | undefined
  readonly label?: string | undefined
}

export const EMPTY_QUERY: ReleaseQuery = {
  sort: DEFAULT_SORT,
  genres: [],
  packages: [],
  markets: [],
  versions: [],
  releaseTypes: [],
  explicit: false,
}

/** `-date` is `{ attribute: 'date', sign: '-' }`. */
export function sortAttribute(sort: ReleaseSort): SortAttribute {
  return (sort.startsWith('-') ? sort.slice(1) : sort) as SortAttribute
}

/**
 * Whether the greatest value comes first. `trend` is the key of "Popular": the most popular come first without
 * a sign.
 */
export function isDescending(sort: ReleaseSort): boolean {
  return sort.startsWith('-') !== (sortAttribute(sort) === 'trend')
}

/** The key that sorts an attribute with the greatest value first, or last. */
export function sortOf(attribute: SortAttribute, descending: boolean): ReleaseSort {
  return descending === (attribute === 'trend') ? attribute : `-${attribute}`
}

function isSort(text: string): text is ReleaseSort {
  return (RELEASE_SORTS as readonly string[]).includes(text)
}

/** The direction an attribute is sorted in when it is chosen first. */
function firstSort(attribute: SortAttribute): ReleaseSort {
  return attribute === 'date' ? '-date' : attribute
}

/**
 * Reads a query from the parameters of an address. Anything can stand there: what is not understood is left
 * out, too much is cut, and ids no list knows are kept, so that they can be shown and taken away.
 * @param params names and values, such as a URLSearchParams
 */
export function parseReleaseQuery(params: Iterable<readonly [string, string]>): ReleaseQuery {
  const read: Record<FilterGroup, string[]> = { genres: [], packages: [], markets: [], versions: [], releaseTypes: [] }
  let sort: ReleaseSort = DEFAULT_SORT
  let explicit = false
  let shared: true | undefined
  let artist: string | undefined
  let label: string | undefined
  for (const [name, value] of params) {
    const group = FILTER_GROUPS.find((one) => KEYS[one] === name)
    if (group) read[group].push(...value.split(','))
    else if (name === 'sort' && isSort(value)) sort = value
    else if (name === 'explicit') explicit = value === 'true'
    else if (name === 'shared') shared = value === 'true' ? true : undefined
    else if (name === 'artist') artist = value
    else if (name === 'label') label = value
  }
  return bounded({ ...read, sort, explicit, shared, artist, label })
}

/** Holds a query within its limits, each id once, the explicit version in its own field. */
function bounded({ sort, explicit, shared, artist, label, ...groups }: ReleaseQuery): ReleaseQuery {
  let left = ENCODED_MAX
  const fits = (text: string) => {
    const taken = encodeURIComponent(text).length + 1
    if (taken > left) return false
    left -= taken
    return true
  }
  const named = (text: string | undefined) => {
    const name = clean(text ?? '')
    return name !== '' && fits(name) ? name : undefined
  }
  const [oneArtist, oneLabel] = [named(artist), named(label)]
  const ids = (group: FilterGroup) =>
    [...new Set(groups[group].map((id) => id.trim()))]
      .filter((id) => isFilterId(id) && !(group === 'versions' && id === EXPLICIT_VERSION))
      .slice(0, GROUP_IDS_MAX)
      .filter(fits)
  return {
    sort,
    genres: ids('genres'),
    packages: ids('packages'),
    markets: ids('markets'),
    versions: ids('versions'),
    releaseTypes: ids('releaseTypes'),
    explicit: explicit || groups.versions.some((id) => id.trim() === EXPLICIT_VERSION),
    ...(shared && { shared }),
    ...(oneArtist !== undefined && { artist: oneArtist }),
    ...(oneLabel !== undefined && { label: oneLabel }),
  }
}

/** Whether an option can be asked for: ids travel in a list, parted by commas (D-079). */
export function isFilterId(id: string): boolean {
  return id !== '' && clean(id) === id && !id.includes(',')
}

/** An id or a name as it may travel; empty when it may not. Half characters and control characters cannot. */
function clean(text: string): string {
  const trimmed = text.trim()
  return trimmed.length > FILTER_ID_MAX || /[\p{Cs}\p{Cc}]/u.test(trimmed) ? '' : trimmed
}

/**
 * The query as parameters of an address, always in the same order, without what is so anyway; empty for the
 * whole gallery. Ids keep the order they were chosen in.
 */
export function formatReleaseQuery(query: ReleaseQuery): string {
  return written(query.sort === DEFAULT_SORT ? [] : [['sort', query.sort]], query, (ids) => ids)
}

/**
 * The query text of GET releases (API-REL-001), which names the list: filters that are equal, in whatever order
 * they were chosen, have one name.
 */
export function queryIdOf(query: ReleaseQuery): string {
  return written([['sort', query.sort]], query, (ids) => [...ids].sort((a, b) => (a < b ? -1 : 1)))
}

function written(
  head: readonly (readonly [string, string])[],
  query: ReleaseQuery,
  order: (ids: readonly string[]) => readonly string[],
): string {
  const parts = head.map(([name, value]) => `${name}=${value}`)
  for (const group of FILTER_GROUPS)
    if (query[group].length > 0) parts.push(`${KEYS[group]}=${order(query[group]).map(encodeURIComponent).join(',')}`)
  if (query.explicit) parts.push('explicit=true')
  if (query.shared) parts.push('shared=true')
  if (query.artist !== undefined) parts.push(`artist=${encodeURIComponent(query.artist)}`)
  if (query.label !== undefined) parts.push(`label=${encodeURIComponent(query.label)}`)
  return parts.join('&')
}

/** The chosen ids of a group as the menu shows them: the explicit version is one of the versions. */
export function chosenIn(query: ReleaseQuery, group: FilterGroup): readonly string[] {
  return group === 'versions' && query.explicit ? [...query.versions, EXPLICIT_VERSION] : query[group]
}

/** How many options are chosen in all groups. */
export function chosenCount(query: ReleaseQuery): number {
  return FILTER_GROUPS.reduce((count, group) => count + chosenIn(query, group).length, 0)
}

/** Whether anything narrows the gallery; the order does not. */
export function isFiltered(query: ReleaseQuery): boolean {
  return chosenCount(query) > 0 || query.shared === true || query.artist !== undefined || query.label !== undefined
}

/**
 * Chooses an option, or takes the choice back.
 * @returns the same query where one more is beyond the limits of a query, or would push another out
 */
export function toggleOption(query: ReleaseQuery, group: FilterGroup, id: string): ReleaseQuery {
  if (group === 'versions' && id === EXPLICIT_VERSION) return { ...query, explicit: !query.explicit }
  const ids = query[group]
  if (ids.includes(id)) return { ...query, [group]: ids.filter((other) => other !== id) }
  const next = bounded({ ...query, [group]: [...ids, id] })
  return chosenCount(next) > chosenCount(query) ? next : query
}

/** Takes every choice of a group back (FILTER-013); with the versions goes explicit. */
export function clearGroup(query: ReleaseQuery, group: FilterGroup | 'artist' | 'label' | 'shared'): ReleaseQuery {
  if (group === 'artist' || group === 'label' || group === 'shared') {
    const { [group]: _, ...rest } = query
    return rest
  }
  return { ...query, [group]: [], explicit: group === 'versions' ? false : query.explicit }
}

/** Takes the choice of what was shared, or takes it back. */
export function toggleShared(query: ReleaseQuery): ReleaseQuery {
  return query.shared ? clearGroup(query, 'shared') : { ...query, shared: true }
}

/** Takes every choice back (FILTER-014, D-080); the order stays. */
export function clearAll(query: ReleaseQuery): ReleaseQuery {
  return { ...EMPTY_QUERY, sort: query.sort }
}

/** The sort toggle: from popular to newest, from anything else to popular (FILTER-008). */
export function toggleSort(sort: ReleaseSort): ReleaseSort {
  return sort === 'trend' ? '-date' : 'trend'
}

/** A press on a column's head: its listed direction first, then the other (TABLE-007, TABLE-008, D-074). */
export function nextColumnSort(current: ReleaseSort, column: SortColumn): ReleaseSort {
  return sortAttribute(current) === column ? sortOf(column, !isDescending(current)) : firstSort(column)
}

/** An attribute of the sort menu: chosen again it is cleared, which is the default order (FILTER-023, D-076). */
export function chooseSortAttribute(current: ReleaseSort, attribute: SortAttribute): ReleaseSort {
  return sortAttribute(current) === attribute ? DEFAULT_SORT : firstSort(attribute)
}
