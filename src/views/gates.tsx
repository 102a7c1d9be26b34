// Who may see what: signed-out people sign in, signed-in people are in the shell (ROUTE-012, ROUTE-013).
import { useDeferredValue, useEffect, useMemo } from 'react'
import { type Location, Navigate, Outlet, useLocation } from 'react-router-dom'
import { isLoadedFromHistory, keepRedirect, takeRedirect } from '#actions/people/redirect.ts'
import { retrySession } from '#actions/people/session.ts'
import { isNobodyKept, sessionStatus } from '#projections/session.ts'
import { splash } from './gates.css.ts'
import { LogoMark } from './kit/graphics/Logo.tsx'
import { useRouter } from './kit/routing/RouterView.tsx'
import type { AppRouter } from './kit/routing/router.ts'
import { usePreload, useScript } from './kit/script.ts'
import { useSignalValue } from './kit/useSignalValue.ts'
import { MissingScreen } from './screens/problems/MissingScreen.tsx'
import { UnavailableScreen } from './screens/problems/UnavailableScreen.tsx'
import { releasesScreen, shell } from './scripts.ts'
import { standOutside } from './shell/arrival.ts'

const REDIRECT_DELAY_MS = 200

/** What follows the sign-in. */
const NEXT = [shell, releasesScreen]

/** What stands before anything is known: only the mark, so that nothing jumps. */
export function Splash() {
  return (
    <div className={splash}>
      <LogoMark size={32} />
    </div>
  )
}

export function Public() {
  const status = useSignalValue(sessionStatus)
  usePreload(NEXT)
  if (status === 'restoring' && !isNobodyKept.peek()) return <Splash />
  if (status === 'unreachable') return <UnavailableScreen onRetry={retrySession} />
  if (status === 'signedIn' || status === 'signingOut') return <Navigate to="/releases" replace />
  standOutside(true)
  return <Outlet />
}

/** Where a mailed link lands: whoever is signed in is told there what it is for. */
export function Landing() {
  const status = useSignalValue(sessionStatus)
  if (status === 'restoring') return <Splash />
  if (status === 'unreachable') return <UnavailableScreen onRetry={retrySession} />
  standOutside(true)
  return <Outlet />
}

/** Where somebody was signed in: Back leads to what they saw after their session, too. */
const visited = new WeakSet<object>()

export function Private() {
  const status = useSignalValue(sessionStatus)
  // Under way while the session is still being restored.
  const { module, status: scriptStatus, retry } = useScript(shell)
  const location = useLocation()
  const router = useRouter()
  const { navigate } = router
  const signedIn = status === 'signedIn'
  // As the address came: the router may be on its way to the next while this one is still drawn.
  const isSeen = useMemo(() => isFromHistory(router, location), [router, location])
  // The whole shell at once is drawn in slices, between which a key that is pressed is heard.
  const drawn = useDeferredValue(signedIn || status === 'signingOut' ? module : null)
  if (signedIn) visited.add(router)
  useEffect(() => {
    if (!signedIn) return
    const timer = setTimeout(() => {
      const address = takeRedirect()
      if (address !== null) navigate(address, { replace: true })
    }, REDIRECT_DELAY_MS)
    return () => clearTimeout(timer)
  }, [signedIn, navigate])
  if (status === 'restoring') return <Splash />
  if (status === 'unreachable') return <UnavailableScreen onRetry={retrySession} />
  if (status === 'signedIn' || status === 'signingOut') {
    if (module) return drawn ? <drawn.Shell /> : <Splash />
    return scriptStatus === 'loading' ? <Splash /> : <MissingScreen busy={scriptStatus === 'again'} onRetry={retry} />
  }
  const isAskedFor = !visited.has(router) && !isSeen
  return <ToSignIn address={isAskedFor ? location.pathname + location.search : null} />
}

/** Of a document that is gone, too: what somebody saw there stands in the history of whoever comes next (H-495). */
const isFromHistory = ({ state: { action }, first }: AppRouter, location: Location): boolean =>
  action === 'POP' && (location.key !== first.key || isLoadedFromHistory())

/** @param address what a signed-out person asked for; null where a session ended: the next person did not ask for it (H-439) */
function ToSignIn({ address }: { address: string | null }) {
  useEffect(() => {
    if (address === null) takeRedirect()
    else keepRedirect(address)
  }, [address])
  return <Navigate to="/" replace />
}
