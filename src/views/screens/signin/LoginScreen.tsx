import { type ReactNode, useEffect, useState } from 'react'
import { Navigate, useLocation, useParams, useSearchParams } from 'react-router-dom'
import { acceptConnection, keepConnection } from '#actions/people/connections.ts'
import { sessionStatus } from '#projections/session.ts'
import { useNavigate } from '../../kit/routing/RouterView.tsx'
import { useSignalValue } from '../../kit/useSignalValue.ts'
import { useTries } from '../useTries.tsx'
import { LinkScreen } from './LinkScreen.tsx'
import { SignInScreen } from './SignInScreen.tsx'
import { handleIn } from './useMailedLink.ts'

/**
 * `/login` and `/signin/{token}`: sign-in that may carry an invitation to connect, which is kept for whoever signs in
 * (ROUTE-003 to ROUTE-006), or a link that signs an approved account in.
 */
export function LoginScreen() {
  const [query] = useSearchParams()
  const connection = useParams().token ?? query.get('signInConnectionToken')
  const setup = query.get('token')
  const held = handleIn(useLocation().state)
  const status = useSignalValue(sessionStatus)
  const { isKept, screen } = useKeptConnection(connection, setup)
  if (screen) return screen
  if (!isKept) return null
  if (setup !== null || held !== null) return <LinkScreen way="setup" token={setup} address="/login" />
  if (status === 'signedIn' || status === 'signingOut') return <Navigate to="/releases" replace />
  return <SignInScreen />
}

/** @returns whether there is nothing to keep any more, and what stands there where there is no vault to keep it in */
function useKeptConnection(
  connection: string | null,
  setup: string | null,
): { readonly isKept: boolean; readonly screen: ReactNode } {
  const navigate = useNavigate()
  const [kept, setKept] = useState<string | null>(null)
  const { screen, broke } = useTries()
  useEffect(() => {
    if (connection === null) return
    let gone = false
    keepConnection(connection).then(
      () => {
        if (gone) return
        if (sessionStatus.peek() === 'signedIn') acceptConnection()
        setKept(connection)
        navigate(setup === null ? '/login' : `/login?token=${encodeURIComponent(setup)}`, { replace: true })
      },
      () => gone || broke(),
    )
    return () => {
      gone = true
    }
  }, [connection, setup, navigate, broke])
  return { isKept: connection === null || kept === connection, screen }
}
