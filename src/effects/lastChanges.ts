// When the page is left, what changed a moment ago lies where the next page finds it, for no worker may have it yet.
import { type LastChangesParts, watchLastChanges } from '#projections/lastChanges.ts'
import type { On } from './hearing.ts'

export interface LastChangesPorts extends LastChangesParts {
  readonly on: On
  readonly window: Pick<Window, 'addEventListener' | 'removeEventListener'>
}

/** @returns how to stop */
export function leaveLastChanges({ window, on, ...parts }: LastChangesPorts): () => void {
  const { leave, read, takeQueueAway } = watchLastChanges(parts)
  window.addEventListener('pagehide', leave)
  const stops = [
    on('setting.restored', read),
    on('setting.themeFollowed', read),
    on('setting.downloadsFollowed', read),
    // That of a tab that was closed a moment before: nothing here changes that would take it away.
    on('session.ended', ({ payload }) => {
      if (payload.reason !== 'expired') takeQueueAway()
    }),
    () => window.removeEventListener('pagehide', leave),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
