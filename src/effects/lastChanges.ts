// When the page is left, what changed a moment ago lies where the next page finds it, for no worker may have it yet.
import { type LastChangesParts, watchLastChanges } from '#projections/lastChanges.ts'

export interface LastChangesPorts extends LastChangesParts {
  readonly window: Pick<Window, 'addEventListener' | 'removeEventListener'>
}

/** @returns how to stop */
export function leaveLastChanges({ window, ...parts }: LastChangesPorts): () => void {
  const leave = watchLastChanges(parts)
  window.addEventListener('pagehide', leave)
  return () => window.removeEventListener('pagehide', leave)
}
