/** Where the places of a list go when marks take releases out of it or bring them back. */
import { placeAfterMarks } from '#core/model/catalogue/gone.ts'
import type { ReleaseListState } from '#core/model/entities.ts'

type List = Readonly<Pick<ReleaseListState, 'total' | 'gone'>>

const NOTHING: List = { total: null, gone: [] }
/** Releases of a list, those included that marks took out of it; null: not known. */
const lengthOf = ({ total, gone }: List) => total && total + gone.length

export class Marked {
  #list = NOTHING

  /**
   * The list has changed.
   * @returns where a place of it is now: where it was, if the list changed by itself and nobody knows
   */
  follow(list: List = NOTHING): (place: number) => number {
    const before = this.#list
    this.#list = list
    if (lengthOf(before) !== lengthOf(list)) return (place) => place
    return (place) => placeAfterMarks(place, before.gone, list.gone)
  }
}
