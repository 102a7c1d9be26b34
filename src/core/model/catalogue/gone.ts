/** Places of a list that marks have taken releases out of: as they are, and as they were while all of them were in it. */
import type { ReleaseListState } from './releaseEntities.ts'

type Gone = ReleaseListState['gone']

/** Where what stands at `place` stood before anything was gone. Both from 0. */
export function placeInWhole(place: number, gone: Gone): number {
  let at = place
  for (const one of gone) if (one.place <= at) at++
  return at
}

/**
 * Where the view that begins at `place` begins after marks changed what is gone: with the same release, or with what
 * came back right before it.
 */
export function placeAfterMarks(place: number, before: Gone, after: Gone): number {
  return place === 0 ? 0 : placeInRest(placeInWhole(place - 1, before) + 1, after)
}

/** The other way round; of what is gone itself, the place of what follows it. */
export function placeInRest(at: number, gone: Gone): number {
  return at - gone.filter((one) => one.place < at).length
}
