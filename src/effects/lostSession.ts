// A page whose session worker was lost for good can sign nobody in: when its session is over it begins anew (H-362).
import type { On } from './hearing.ts'

/** @returns how to stop */
export function beginAnewAfter({
  on,
  isLost,
  begin,
}: {
  readonly on: On
  isLost(): boolean
  begin(): void
}): () => void {
  return on('session.ended', () => {
    if (isLost()) begin()
  })
}
