import { useEffect } from 'react'
import { Navigate, useParams } from 'react-router-dom'
import { keepLink } from '#actions/people/access.ts'
import { keepRedirect } from '#actions/people/redirect.ts'
import { sessionStatus } from '#projections/session.ts'
import { useNavigate } from '../../kit/routing/RouterView.tsx'
import { useMedia } from '../../kit/useMedia.ts'
import { useSignalValue } from '../../kit/useSignalValue.ts'
import { media } from '../../theme/tokens.css.ts'
import { useTries } from '../useTries.tsx'

/** A mailed link that joins an address to an account (ROUTE-031). */
export const MergeScreen = () => <LinkedEmail kind="merge" />
/** A mailed link that takes an address off an account (ROUTE-032). */
export const SplitScreen = () => <LinkedEmail kind="split" />

/**
 * Leads to the settings (ROUTE-033). Somebody who is signed out goes there after the sign-in, with the handle of the
 * token in its place: no stored address holds a token (D-003).
 */
function LinkedEmail({ kind }: { kind: 'merge' | 'split' }) {
  const { token = '' } = useParams()
  const navigate = useNavigate()
  const isDesktop = useMedia(media.desktop)
  const isOut = useSignalValue(sessionStatus) === 'signedOut'
  const { screen, broke } = useTries()
  useEffect(() => {
    if (!isOut) return
    let gone = false
    keepLink(token).then(
      (handle) => {
        if (gone) return
        keepRedirect(`/settings-preferences?${kind}=${encodeURIComponent(handle)}`)
        navigate('/', { replace: true })
      },
      () => gone || broke(),
    )
    return () => {
      gone = true
    }
  }, [isOut, token, kind, navigate, broke])
  if (isOut) return screen
  const settings = isDesktop ? '/account/settings-preferences' : '/settings-preferences'
  return <Navigate to={`${settings}?${kind}=${encodeURIComponent(token)}`} replace />
}
