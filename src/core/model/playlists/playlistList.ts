// Lists of playlists: their order, their search, and how many stand beside each other.
import * as z from 'zod/mini'
import { later } from '../later.ts'

const PLAYLIST_CARD_WIDTH_PX = 400
const PLAYLIST_MAX_COLUMNS = 7

/** What a list can be ordered by (PLAYLIST-004); `none` leaves the order to the server. */
const PLAYLIST_SORTS = { newest: '-date', atoz: 'name', starred: '-pinned' } as const
export type PlaylistOrder = keyof typeof PLAYLIST_SORTS | 'none'

/** The address parameter as an order; Newest where there is none that is known. */
export function playlistOrderOf(text: string | null): PlaylistOrder {
  if (text === 'none') return 'none'
  return text !== null && Object.hasOwn(PLAYLIST_SORTS, text) ? (text as PlaylistOrder) : 'newest'
}

/** The id of a list: its order and its search as URL query text, as the call sends them. */
export function playlistListId(order: PlaylistOrder, filter = ''): string {
  // Half a surrogate pair cannot stand in an address.
  const wanted = filter.replace(/\p{Surrogate}/gu, '').trim()
  const parts = order === 'none' ? [] : [`sort=${PLAYLIST_SORTS[order]}`]
  if (wanted !== '') parts.push(`filter=${encodeURIComponent(wanted)}`)
  return parts.join('&')
}

/**
 * The list a menu offers to add to: the newest first, as the page of the playlists has them. It is a list of its own, as
 * that page's may be loaded as far down as somebody went, and is loaded anew as far.
 */
export const PLAYLIST_CHOICES = `${playlistListId('newest')}&in=menu`

/**
 * The list from which the sidebar takes the starred playlists: one of its own for the same reason, of which no more is
 * loaded than has stars.
 */
export const STARRED_LIST = `${playlistListId('starred')}&in=sidebar`

/** How many pages of it are read at most. */
export const STARRED_PAGES_MAX = 5

const Sort = later(() => z.enum(['-date', 'name', '-pinned']))

/** What a list's id asks for. */
export function playlistQueryOf(queryId: string): { sort?: z.infer<typeof Sort>; filter?: string } {
  const query = new Map(
    queryId.split('&').map((part): [string, string] => {
      const [name = '', value = ''] = part.split('=')
      return [name, decodeURIComponent(value)]
    }),
  )
  const sort = z.safeParse(Sort, query.get('sort'))
  const filter = query.get('filter') ?? ''
  return { ...(sort.success ? { sort: sort.data } : {}), ...(filter === '' ? {} : { filter }) }
}

/** Cards beside each other (PLAYLIST-003, D-110). @param width of the grid in CSS px */
export function playlistColumns(width: number): number {
  return Math.max(1, Math.min(Math.floor(width / PLAYLIST_CARD_WIDTH_PX), PLAYLIST_MAX_COLUMNS))
}
