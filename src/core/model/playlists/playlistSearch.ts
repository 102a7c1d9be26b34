// What is searched for among the playlists.
import { graphemes } from '../text/graphemes.ts'

/** How long a search for playlists may be, in UTF-16 units, as its field counts. */
export const PLAYLIST_SEARCH_MAX = 100

/** A search as an address has it, whoever wrote that: no longer than its field takes, no character torn. */
export function playlistSearchOf(text: string | null): string {
  let search = ''
  for (const one of graphemes((text ?? '').slice(0, 2 * PLAYLIST_SEARCH_MAX))) {
    if (search.length + one.length > PLAYLIST_SEARCH_MAX) break
    search += one
  }
  return search
}
