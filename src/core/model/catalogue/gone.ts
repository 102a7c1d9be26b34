/** Places of a list that marks have taken releases out of: as they are, and as they were while all of them were in it. */
import type { ReleaseListState } from './releaseEntities.ts'

/** In the order of their places. Up to two thousand of them, and each slot of the gallery asks: none is walked. */
type Gone = ReleaseListState['gone']

/** Where what stands at `place` stood before anything was gone. Both from 0. */
export function placeInWhole(place: number, gone: Gone): number {
  return place + firstOf(gone, (at, before) => at - before > place)
}

/**
 * Where the view that begins at `place` begins after marks changed what is gone: with the same release, or with what
 * came back right before it.
 */
export function placeAfterMarks(place: number, before: Gone, after: Gone): number {
  return place === 0 ? 0 : placeInRest(placeInWhole(place - 1, before) + 1, after)
}

/** The other way round; of what is gone itself, the place of what follows it. */
export function placeInRest(place: number, gone: Gone): number {
  return place - firstOf(gone, (at) => at >= place)
}

/** How many come before the first of which it is true, as it is of all behind that. @param is given the place, and how many are before it */
function firstOf(gone: Gone, is: (place: number, before: number) => boolean): number {
  let from = 0
  let to = gone.length
  while (from < to) {
    const middle = (from + to) >> 1
    if (is(gone[middle]?.place ?? 0, middle)) to = middle
    else from = middle + 1
  }
  return from
}
