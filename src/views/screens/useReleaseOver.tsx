import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { openRelease } from '#actions/releases.ts'
import { WithScript } from '../kit/overlays/WithScript.tsx'
import { useNavigate } from '../kit/routing/RouterView.tsx'
import { closeOver } from './closeOver.ts'
import { releaseModal } from './releaseModal.ts'

/** A release over a list, with its songs: the one that the page's address names (D-077). */
export interface ReleaseOver {
  /** Key of the entry of the list below, which stays itself while a release lies over it. */
  readonly under: string
  /** Opens a release over the list. */
  open(releaseid: string): void
  /** The release; null where the address names none. */
  readonly over: ReactNode
}

/** @param addressOf address of the list, and of a release over it */
export function useReleaseOver(addressOf: (releaseid?: string) => string): ReleaseOver {
  const location = useLocation()
  const navigate = useNavigate()
  // What an entry of the history says may be of another build. By hand: zod comes late.
  const entry = (location.state ?? {}) as { readonly under?: unknown }
  const under = typeof entry.under === 'string' ? entry.under : location.key
  const releaseid = new URLSearchParams(location.search).get('release')
  const wished = useRef<string | null>(null)
  const open = (id: string) => {
    // Ahead of the first render, which then shows that it is on its way: else all of it is drawn twice in the press.
    openRelease(id)
    wished.current = id
    navigate(addressOf(id), { state: { under, opened: true }, flushSync: true })
  }
  // Not right after it: the dialog's script may come later. Who comes back to it wishes for it anew.
  useLayoutEffect(() => {
    if (wished.current !== releaseid) wished.current = null
  }, [releaseid])
  const close = () => closeOver(navigate, location, addressOf(), { under })
  const over = releaseid ? (
    <WithScript script={releaseModal} onClose={close} isPlace>
      {({ ReleaseModal }) => <ReleaseModal key={releaseid} releaseid={releaseid} wished={wished} onClose={close} />}
    </WithScript>
  ) : null
  return { under, open, over }
}
