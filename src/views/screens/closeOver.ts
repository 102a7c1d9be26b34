import type { Location, To } from 'react-router-dom'
import type { Navigate } from '../kit/routing/router.ts'

/** The place that was left last. */
let left: Location | null = null

/**
 * Takes away what lies over a page by an address of its own: back to the entry it was `opened` from, as the state of its
 * entry says, or else in its place. Nothing happens where that was asked for and the history has not gone back yet.
 * @param below address of the page, and what its entry shall hold
 */
export function closeOver(navigate: Navigate, location: Location, below: To, state?: unknown): void {
  if (left === location) return
  left = location
  if (location.state?.opened === true) navigate(-1)
  else navigate(below, { replace: true, state, flushSync: true })
}
