import { peekPlaceOf } from '#projections/decisions.ts'
import { peekReleaseAt } from '#projections/releases.ts'

/** So many neighbours may leave the list at once. */
const NEIGHBOURS = 12

/** A place that has the focus before its release has come: it goes where the releases before it go. */
export class BlindPlace {
  readonly #queryId: string
  #index = -1
  /** The releases before it, the nearest first; none when its own is there. */
  #before: readonly string[] = []

  constructor(queryId: string) {
    this.#queryId = queryId
  }

  /** The focus goes to this place. */
  focused(index: number): void {
    const before: string[] = []
    if (peekReleaseAt(this.#queryId, index) === null)
      for (let at = index - 1; at >= 0 && before.length < NEIGHBOURS; at--) {
        const id = peekReleaseAt(this.#queryId, at)?.releaseid
        if (id === undefined) break
        before.push(id)
      }
    this.#index = index
    this.#before = before
  }

  /** Where the place that had the focus is now that the list has changed. @param index where it was */
  now(index: number): number {
    if (index !== this.#index) return index
    for (const id of this.#before) {
      const at = peekPlaceOf(this.#queryId, id)
      if (at !== null) return at + 1
    }
    return index
  }
}
