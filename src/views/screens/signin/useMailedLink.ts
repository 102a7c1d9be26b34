import { type ReactNode, useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { keepLink, readLink } from '#actions/people/access.ts'
import type { LinkFacts } from '#core/model/people/mailedLink.ts'
import { useNavigate } from '../../kit/routing/RouterView.tsx'
import { useTries } from '../useTries.tsx'

export type MailedLink =
  | { readonly status: 'reading' }
  /** `wasHere`: the vault had it, and has it no more. */
  | { readonly status: 'missing'; readonly wasHere: boolean }
  /** There is no vault to put it into, or to find it in. */
  | { readonly status: 'broken'; readonly screen: ReactNode }
  | { readonly status: 'here'; readonly handle: string; readonly facts: LinkFacts }

const READING: MailedLink = { status: 'reading' }

/**
 * The link this page was opened with. Its token goes into the vault and leaves the address, for which the entry of the
 * history holds the handle from then on: a reload and Back find it again (D-162).
 * @param token out of the address; null when it holds none any more
 * @param address where the page is without it
 */
export function useMailedLink(token: string | null, address: string): MailedLink {
  const navigate = useNavigate()
  const held = handleIn(useLocation().state)
  const [link, setLink] = useState(READING)
  const { screen, broke } = useTries()
  useEffect(() => {
    if (token === null) return
    let gone = false
    keepLink(token).then(
      (handle) => {
        if (!gone) navigate(address, { replace: true, state: { link: handle } })
      },
      () => gone || broke(),
    )
    return () => {
      gone = true
    }
  }, [token, address, navigate, broke])
  useEffect(() => {
    if (token !== null) return
    let gone = false
    const read = held === null ? Promise.resolve(null) : readLink(held)
    read.then(
      (facts) => {
        if (gone) return
        setLink(facts && held ? { status: 'here', handle: held, facts } : { status: 'missing', wasHere: held !== null })
      },
      () => gone || broke(),
    )
    return () => {
      gone = true
    }
  }, [token, held, broke])
  if (screen) return { status: 'broken', screen }
  return token === null ? link : READING
}

/** What an entry of the history says of the link it was opened with. */
export function handleIn(state: unknown): string | null {
  const link = typeof state === 'object' && state !== null && 'link' in state ? state.link : null
  return typeof link === 'string' ? link : null
}
