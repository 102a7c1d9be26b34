import { useSyncExternalStore } from 'react'

interface Watched {
  readonly subscribe: (changed: () => void) => () => void
  readonly holds: () => boolean
}

/** One list for each query and page: the browser is asked once, not by every button at every change. */
const watched = new Map<string, Watched>()

function watch(query: string): Watched {
  const list = matchMedia(query)
  const one = {
    subscribe: (changed: () => void) => {
      list.addEventListener('change', changed)
      return () => list.removeEventListener('change', changed)
    },
    holds: () => list.matches,
  }
  watched.set(query, one)
  return one
}

/** Whether a media query of theme/tokens holds now. */
export function useMedia(query: string): boolean {
  const { subscribe, holds } = watched.get(query) ?? watch(query)
  return useSyncExternalStore(subscribe, holds)
}
