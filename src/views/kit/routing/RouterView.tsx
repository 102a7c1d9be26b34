import { createContext, memo, type ReactNode, startTransition, useContext, useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { Router, useRoutes } from 'react-router-dom'
import { Boundary } from '../Boundary.tsx'
import type { AppRoute, AppRouter, Navigate } from './router.ts'

const RouterContext = createContext<AppRouter | null>(null)

/** The router this view stands in. @throws Error outside of one */
export function useRouter(): AppRouter {
  const router = useContext(RouterContext)
  if (!router) throw new Error('there is no router here')
  return router
}

/** Goes elsewhere. It is the same function for as long as the page lives, unlike the library's. */
export const useNavigate = (): Navigate => useRouter().navigate

interface Props {
  router: AppRouter
  /** Stands until the first screen is here. */
  before: ReactNode
  /** Stands where a screen could not be drawn. */
  broken: (error: unknown) => ReactNode
}

/** The screen of the place the router is at. */
export function RouterView({ router, before, broken }: Props) {
  const [state, setState] = useState(router.state)
  useLayoutEffect(() => {
    setState(router.state)
    return router.subscribe((next, now) => {
      if (now) flushSync(() => setState(next))
      // A large screen lets what is pressed meanwhile come between.
      else startTransition(() => setState(next))
    })
  }, [router])
  const { location, action, isHere } = state
  return (
    <RouterContext value={router}>
      <Router location={location} navigationType={action} navigator={router.navigator}>
        {isHere ? (
          <Boundary at={location} broken={broken}>
            <Screens routes={router.routes} />
          </Boundary>
        ) : (
          before
        )}
      </Router>
    </RouterContext>
  )
}

/** Drawn anew where the place changes, not with whatever the router stands in. */
const Screens = memo(function Screens({ routes }: { routes: AppRoute[] }) {
  return useRoutes(routes)
})
