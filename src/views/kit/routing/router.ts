/**
 * Where the page is. History, matching and hooks are the library's; its data router, which is as large as all of those
 * together, is not taken for the two things that are needed of it: what was shown stays until the scripts of the next
 * screen are here, and whoever would lose something may hold a navigation.
 */
import type { ReactNode } from 'react'
import {
  createPath,
  type Location,
  matchRoutes,
  type NavigateOptions,
  type NavigationType,
  type Navigator,
  type Path,
  type RouteObject,
  resolvePath,
  type To,
} from 'react-router-dom'

/** A route, whose element may come late. What comes never fails: it says itself what is missing. */
export type AppRoute = RouteObject & { late?: () => Promise<ReactNode>; children?: AppRoute[] }

export interface RouterState {
  readonly location: Location
  readonly action: NavigationType
  /** The first screen is here. */
  readonly isHere: boolean
}

/** What is needed of the library's history. */
export interface RouterHistory {
  readonly action: `${NavigationType}`
  readonly location: Location
  createHref(to: To): string
  encodeLocation(to: To): Path
  push(to: To, state?: unknown): void
  replace(to: To, state?: unknown): void
  go(delta: number): void
  listen(listener: (update: { location: Location; delta: number | null }) => void): () => void
}

/** Asked before the page goes elsewhere. `goOn` goes there after all. @returns true to stay */
export type Guard = (from: Location, to: Location, goOn: () => void) => boolean

/** The place before the next one in the history; null for none. */
export type PassedBy = (from: Location, to: Location) => To | null

export type Navigate = (to: To | number, options?: NavigateOptions) => void

export interface AppRouter {
  readonly routes: AppRoute[]
  readonly state: RouterState
  /** The place the page was loaded at. */
  readonly first: Location
  /** For the library's links and hooks. */
  readonly navigator: Navigator
  /** Told of each place when it is shown. `now`: what was pressed shows at once, before anything else. @returns how to stop */
  subscribe(listener: (state: RouterState, now: boolean) => void): () => void
  navigate: Navigate
  /** The guard from now on, instead of another one. @returns how to take it away */
  guard(guard: Guard): () => void
  /** What is pushed from now on has a place of its own before it in the history, which is not shown. @returns how to stop */
  passing(by: PassedBy): () => void
  /** Makes what is shown the next entry of the history, where another way overtook the one back to it. */
  comeBack(): void
  dispose(): void
}

export function createRouter(routes: AppRoute[], history: RouterHistory): AppRouter {
  const listeners = new Set<(state: RouterState, now: boolean) => void>()
  let state: RouterState = { location: history.location, action: history.action as NavigationType, isHere: false }
  const first = state.location
  let guard: Guard | null = null
  let passed: PassedBy | null = null
  /** The newest navigation. One that waits for a script and was overtaken comes to nothing. */
  let newest = 0
  /** The history goes back to what is shown, because somebody held the page there. */
  let isReturning = false

  /** The entry that is shown, and those that were shown at once: what opened so closes so. */
  let shown = history.location.key
  const atOnce = new Set<string>()

  /** @param write what the history notes of it, once it is shown */
  function enter(location: Location, action: `${NavigationType}`, now = false, write = () => {}): void {
    const nth = ++newest
    const show = () => {
      if (nth !== newest) return
      write()
      shown = history.location.key
      if (now && action === 'PUSH') atOnce.add(shown)
      state = { location, action: action as NavigationType, isHere: true }
      for (const listener of [...listeners]) listener(state, now)
    }
    const missing = (matchRoutes(routes, location) ?? []).flatMap(({ route }) => bring(route) ?? [])
    if (missing.length === 0) show()
    else void Promise.all(missing).then(show)
  }

  function navigate(to: To | number, { replace = false, state: left = null, flushSync }: NavigateOptions = {}): void {
    if (typeof to === 'number') return history.go(to)
    const path = resolvePath(to, state.location.pathname)
    const key = Math.random().toString(36).slice(2, 10)
    const location: Location = { ...path, ...history.encodeLocation(path), state: left, key }
    if (guard?.(state.location, location, () => navigate(location, { replace, state: left }))) return
    // The entry one is at, asked for again, is no other one.
    const isSame = left === null && createPath(location) === createPath(state.location)
    if (replace || isSame) enter(location, 'REPLACE', flushSync, () => history.replace(location, left))
    else {
      const before = passed?.(state.location, location)
      enter(location, 'PUSH', flushSync, () => {
        if (before) history.push(before)
        history.push(location, left)
      })
    }
  }

  const unlisten = history.listen(({ location, delta }) => {
    if (isReturning) {
      isReturning = false
      return
    }
    if (delta && guard?.(state.location, location, () => history.go(delta))) {
      isReturning = true
      return history.go(-delta)
    }
    enter(location, 'POP', atOnce.has(shown) && location.pathname === state.location.pathname)
  })
  enter(state.location, state.action)
  return {
    routes,
    first,
    navigator: {
      createHref: (to) => history.createHref(to),
      encodeLocation: (to) => history.encodeLocation(to),
      go: (delta) => history.go(delta),
      push: (to, state, options) => navigate(to, { ...options, state }),
      replace: (to, state, options) => navigate(to, { ...options, state, replace: true }),
    },
    get state() {
      return state
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    navigate,
    guard(next) {
      guard = next
      return () => {
        if (guard === next) guard = null
      }
    },
    passing(by) {
      passed = by
      return () => {
        if (passed === by) passed = null
      }
    },
    comeBack() {
      isReturning = false
      history.push(state.location, state.location.state)
    },
    dispose: unlisten,
  }
}

/** Resolves once the first screen is here. */
export function whenHere(router: AppRouter): Promise<void> {
  if (router.state.isHere) return Promise.resolve()
  return new Promise((here) => {
    const end = router.subscribe(() => {
      end()
      here()
    })
  })
}

/** @returns when the element of a route is here; null when it is */
function bring(route: AppRoute): Promise<void> | null {
  if (!route.late || route.element !== undefined) return null
  return route.late().then((element) => {
    route.element = element
  })
}
