/**
 * When the page is hidden, that is noted, where the song stands is remembered and the log is written down: the page may
 * never be shown again. When it is shown, the session is looked at, for time may have passed asleep.
 */
import { appHidden, appShown } from '#core/events/app.ts'
import type { AppDraft } from '#core/events/index.ts'

export interface VisibilityPorts {
  readonly document: Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>
  observe(draft: AppDraft): void
  /** Remembers where the song stands. */
  stand(): void
  /** Writes the log down. */
  flush(): void
  /** Looks whether the session still holds. */
  check(): void
}

/** @returns how to stop */
export function watchVisibility({ document, observe, stand, flush, check }: VisibilityPorts): () => void {
  const changed = () => {
    if (document.visibilityState !== 'hidden') {
      observe(appShown({}))
      return check()
    }
    observe(appHidden({}))
    stand()
    flush()
  }
  document.addEventListener('visibilitychange', changed)
  // Opened behind another page.
  if (document.visibilityState === 'hidden') observe(appHidden({}))
  return () => document.removeEventListener('visibilitychange', changed)
}
