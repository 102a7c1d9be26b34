/**
 * Where each visit of a gallery was scrolled to, for the way back (GALLERY-009). Kept for the life of
 * the page, by the router's key of the history entry; the oldest entries go first.
 */
import type { GridAnchor } from '#core/model/grid.ts'

const KEPT = 100
const anchors = new Map<string, { readonly queryId: string; readonly anchor: GridAnchor }>()

export function rememberAnchor(key: string, queryId: string, anchor: GridAnchor): void {
  anchors.delete(key)
  anchors.set(key, { queryId, anchor })
  for (const oldest of anchors.keys()) {
    if (anchors.size <= KEPT) return
    anchors.delete(oldest)
  }
}

/** The anchor of an entry that showed the same list, or null. */
export function recallAnchor(key: string, queryId: string): GridAnchor | null {
  const kept = anchors.get(key)
  return kept?.queryId === queryId ? kept.anchor : null
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
