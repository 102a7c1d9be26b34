// When a route was entered, that is an event: its path without tokens, its search without what must not be logged.
import { type ReadonlySignal, signal } from '@preact/signals-react'
import { appNavigated } from '#core/events/app.ts'
import type { AppDraft } from '#core/events/index.ts'
import { loggedPath, loggedSearch } from '#platform/route.ts'

/** Where the page is. */
export interface RoutePlace {
  readonly key: string
  readonly pathname: string
  readonly search: string
}

/** What of the router is needed. */
export interface Router {
  readonly state: { readonly location: RoutePlace }
  subscribe(listener: (state: { readonly location: RoutePlace }) => void): () => void
}

/** Reports where the router stands now, and each place it comes to. @returns where it stands */
export function reportRoute(router: Router, observe: (draft: AppDraft) => void): ReadonlySignal<RoutePlace> {
  const place = signal(router.state.location)
  const enter = () => {
    const { pathname, search } = place.value
    observe(appNavigated({ path: loggedPath(pathname), search: loggedSearch(search) }))
  }
  enter()
  router.subscribe(({ location }) => {
    // Told of every step of a navigation, it is the same place until the last.
    if (location.key === place.value.key) return
    place.value = location
    enter()
  })
  return place
}
