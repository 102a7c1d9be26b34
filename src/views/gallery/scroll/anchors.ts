/**
 * Where each visit of a gallery was left, for the way back (GALLERY-009), by the router's key of the history
 * entry; the oldest entries go first. The tab keeps them when the page goes or is hidden, so that a reload finds them,
 * and a hidden tab that the browser let go.
 */
import { keepPlaces, keptPlaces } from '#actions/places.ts'
import type { KeptPlace } from '#core/model/places.ts'

const KEPT = 100
const leavers = new Set<() => void>()
let places: Map<string, KeptPlace> | null = null

/** Reads what was kept ahead of the first gallery: the first schema of a page takes longer than a frame has. */
export function readPlaces(): void {
  all()
}

function all(): Map<string, KeptPlace> {
  if (places) return places
  const kept = new Map(keptPlaces())
  const keep = () => {
    for (const leave of leavers) leave()
    keepPlaces(kept)
  }
  addEventListener('pagehide', keep)
  // A hidden tab that is let go hears nothing more.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') keep()
  })
  places = kept
  return kept
}

export function rememberPlace(key: string, place: KeptPlace): void {
  const kept = all()
  kept.delete(key)
  kept.set(key, place)
  for (const oldest of kept.keys()) {
    if (kept.size <= KEPT) return
    kept.delete(oldest)
  }
}

/** Calls when the page goes or is hidden, in time to remember a place; until the returned function is called. */
export function onGalleryLeft(leave: () => void): () => void {
  leavers.add(leave)
  return () => leavers.delete(leave)
}

/** The place of an entry that showed the same list, or null. */
export function recallPlace(key: string, queryId: string): KeptPlace | null {
  const kept = all().get(key)
  return kept?.queryId === queryId ? kept : null
}

const resets = new Set<() => void>()

/** Scrolls the gallery that is shown to its top; what a press on `Releases` in the navigation does (SHELL-019). */
export function resetGalleryScroll(): void {
  for (const reset of resets) reset()
}

/** Hears resets until the returned function is called. */
export function onGalleryReset(reset: () => void): () => void {
  resets.add(reset)
  return () => resets.delete(reset)
}
