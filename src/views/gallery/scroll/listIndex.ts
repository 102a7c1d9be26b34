/**
 * The words of releases whose page is not here, from the light index of their list (H-124). No state holds them: they
 * are shown for as long as a page is on its way, and nothing is decided by them.
 */
import { placeInRest, placeInWhole } from '#core/model/catalogue/gone.ts'
import { INDEX_ROWS_MAX, type ListIndexPart } from '#core/model/catalogue/listIndex.ts'
import type { ReleaseListState } from '#core/model/entities.ts'
import { peekReleaseAt } from '#projections/releases.ts'
import { session } from '#projections/session.ts'
import type { Sketch } from '../slots/slot.ts'

type List = Readonly<Pick<ReleaseListState, 'queryId' | 'round' | 'edition' | 'total' | 'counted' | 'page' | 'gone'>>

/** Between the parts of a row: no text of a database holds it. */
const NUL = '\0'

/**
 * The index of one list. Rows stand where their releases stood before any mark took one out of the list, as
 * `gone` counts: one that comes back has its words again.
 */
export class ListIndex {
  /** A text for each row: 100,000 small objects would be five times as much memory. */
  #rows: string[] = []
  /** Parts that are here, by their number. */
  readonly #parts = new Set<number>()
  #list: List | null = null

  /**
   * Brings it in line with its list; what no longer stands where it stood is let go.
   * @param unseen the list may have changed since it was followed last
   */
  follow(list: List | undefined, unseen = false): void {
    const before = this.#list
    this.#list = list ?? null
    if (!before || !list) return this.#clear()
    const isMarked = list.edition !== before.edition
    // Marks alone move what they say in `gone`; anything else was the server's doing.
    const isOther = lengthOf(list) !== lengthOf(before) || (!isMarked && list.gone.length !== before.gone.length)
    // Where a mark leaves the first page in sight, what it moved is told.
    const isStale = before.page > 0 && list.page === 0 && !(isMarked && peekReleaseAt(list.queryId, 0))
    if (isOther || isStale || list.round !== before.round || (unseen && isMarked)) this.#clear()
  }

  /** What stands at a place of the list, from 0; null while nobody knows. */
  at(place: number): Sketch | null {
    const row = this.#list ? this.#rows[placeInWhole(place, this.#list.gone)] : undefined
    if (row === undefined) return null
    const [releaseid = '', colour = '', artist = '', ...title] = row.split(NUL)
    return { releaseid, title: title.join(NUL), artist, colour: colour === '' ? null : colour }
  }

  /** Where the next part that is missing begins, as a place of the list: the nearest to `near` first; null: none is. */
  hole(near: number): number | null {
    const list = this.#list
    if (!list?.total) return null
    const parts = Math.ceil(lengthOf(list) / INDEX_ROWS_MAX)
    const here = Math.floor(placeInWhole(near, list.gone) / INDEX_ROWS_MAX)
    for (let far = 0; far < parts; far++)
      for (const part of far === 0 ? [here] : [here + far, here - far])
        if (part >= 0 && part < parts && !this.#parts.has(part)) return placeInRest(part * INDEX_ROWS_MAX, list.gone)
    return null
  }

  /**
   * Takes a part that was asked for.
   * @param first the place it was asked for from @param edition that of the list then
   * @returns whether it belongs to the list as it is
   */
  take(part: ListIndexPart, first: number, edition: number): boolean {
    const list = this.#list
    if (!list || list.edition !== edition || (list.counted ?? list.total) !== part.total) return false
    // Behind the end there is nothing to come.
    if (part.rows.length === 0 && first < (list.total ?? 0)) return false
    const gone = new Set(list.gone.map((one) => one.place))
    let at = placeInWhole(first, list.gone)
    for (const [releaseid, title, artist, colour] of part.rows) {
      this.#rows[at++] = [releaseid, colour ?? '', artist, title].join(NUL)
      while (gone.has(at)) at++
    }
    // Of parts that are gone whole, several begin at one place.
    for (let nth = 0; nth * INDEX_ROWS_MAX < lengthOf(list); nth++)
      if (placeInRest(nth * INDEX_ROWS_MAX, list.gone) === first) this.#parts.add(nth)
    return true
  }

  #clear(): void {
    this.#rows = []
    this.#parts.clear()
  }
}

/** Releases of a list, those that marks took out of it included. */
const lengthOf = (list: List): number => (list.total ?? 0) + list.gone.length

/** Indexes kept: of the list that is shown, and of those one comes back to. */
const KEPT = 3
const indexes = new Map<string, ListIndex>()
let owner: string | null = null

/** The index of a list of whoever is signed in; empty at first. */
export function listIndexOf(queryId: string): ListIndex {
  const playerid = session.peek().claims?.playerid ?? null
  if (playerid !== owner) indexes.clear()
  owner = playerid
  const index = indexes.get(queryId) ?? new ListIndex()
  indexes.delete(queryId)
  indexes.set(queryId, index)
  for (const oldest of indexes.keys()) {
    if (indexes.size <= KEPT) break
    indexes.delete(oldest)
  }
  return index
}
