import { useEffect, useState } from 'react'
import { Navigate, useLocation, useParams, useSearchParams } from 'react-router-dom'
import { acceptConnection, keepConnection } from '#actions/people/connections.ts'
import { sessionStatus } from '#projections/session.ts'
import { useNavigate } from '../../kit/routing/RouterView.tsx'
import { useSignalValue } from '../../kit/useSignalValue.ts'
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
  const isKept = useKeptConnection(connection, setup)
  if (!isKept) return null
  if (setup !== null || held !== null) return <LinkScreen way="setup" token={setup} address="/login" />
  if (status === 'signedIn' || status === 'signingOut') return <Navigate to="/releases" replace />
  return <SignInScreen />
}

/** @returns whether there is nothing to keep any more */
function useKeptConnection(connection: string | null, setup: string | null): boolean {
  const navigate = useNavigate()
  const [kept, setKept] = useState<string | null>(null)
  useEffect(() => {
    if (connection === null) return
    let gone = false
    void keepConnection(connection).then(() => {
      if (gone) return
      if (sessionStatus.peek() === 'signedIn') acceptConnection()
      setKept(connection)
      navigate(setup === null ? '/login' : `/login?token=${encodeURIComponent(setup)}`, { replace: true })
    })
    return () => {
      gone = true
    }
  }, [connection, setup, navigate])
  return connection === null || kept === connection
}
