/**
 * Asks before what was typed and not saved is left. There is one for the whole page, for the router knows one guard
 * (the last that is set wins). The end of a session is never held up: what was typed is kept for its person.
 */
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Location, useLocation } from 'react-router-dom'
import { accountPlace } from '#core/model/accountPages.ts'
import { sessionStatus } from '#projections/session.ts'
import { Button } from '../../kit/controls/Button.tsx'
import * as dialog from '../../kit/overlays/Dialog.css.ts'
import { Dialog } from '../../kit/overlays/Dialog.tsx'
import { useRouter } from '../../kit/routing/RouterView.tsx'
import { unsavedWords } from './unsaved.state.ts'

/** By then the router has answered what the history did, ms. */
const SETTLED_MS = 200

/** The two addresses of one page are one place. */
const placeOf = (path: string) => JSON.stringify(accountPlace(path) ?? path)

interface GuardProps {
  /** Something would be lost. */
  dirty: boolean
  /** It is being saved, and leaving does not call that back. */
  saving: boolean
  /** Whoever leaves gives it up. */
  onLeave: () => void
}

/** To be shown while a form is filled in. */
export function LeaveGuard({ dirty, saving, onLeave }: GuardProps) {
  const isDirty = useRef(dirty)
  isDirty.current = dirty
  const { pathname } = useLocation()
  const router = useRouter()
  const [wanted, setWanted] = useState<{ place: Location; goOn: () => void } | null>(null)
  /** The history was mended under the question: what it had ahead or behind is another place now. */
  const isMended = useRef(false)
  useEffect(
    () =>
      router.guard((from, place, goOn) => {
        const isAsked =
          isDirty.current && sessionStatus.peek() === 'signedIn' && placeOf(from.pathname) !== placeOf(place.pathname)
        if (!isAsked) return false
        isMended.current = false
        setWanted({ place, goOn })
        return true
      }),
    [router],
  )
  // Who signs out is told in the question of the sign-out (H-435).
  const { t } = useTranslation('account')
  const words = dirty ? t(saving ? 'profile.leaveSaving' : 'profile.leaveText') : ''
  useEffect(() => {
    unsavedWords.value = words
    return () => {
      unsavedWords.value = ''
    }
  }, [words])
  // Where the page is closed or loaded anew only the browser can ask (PROFILE-009). On a public computer signing out
  // loads it anew.
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (sessionStatus.peek() === 'signedIn') event.preventDefault()
    }
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [])
  // Two quick ways back overtake the router: the address is then another page's than the one that is shown.
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const mend = () => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        if (location.pathname === pathname || !isDirty.current) return
        router.comeBack()
        isMended.current = true
      }, SETTLED_MS)
    }
    window.addEventListener('popstate', mend)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('popstate', mend)
    }
  }, [router, pathname])
  if (wanted === null) return null
  return (
    <LeaveDialog
      isPlace
      saving={saving}
      onStay={() => setWanted(null)}
      onLeave={() => {
        isDirty.current = false
        onLeave()
        if (isMended.current) router.navigate(wanted.place, { state: wanted.place.state })
        else wanted.goOn()
      }}
    />
  )
}

interface LeaveProps {
  /** It was asked on the way elsewhere, which Back goes once more and is asked again. */
  isPlace?: boolean
  saving: boolean
  onStay: () => void
  onLeave: () => void
}

/** The question itself (PROFILE-006, PROFILE-007). */
export function LeaveDialog({ isPlace, saving, onStay, onLeave }: LeaveProps) {
  const { t } = useTranslation('account')
  const id = useId()
  return (
    <Dialog labelledBy={`${id}t`} describedBy={`${id}b`} isPlace={isPlace} onClose={onStay} className={dialog.alert}>
      <h2 id={`${id}t`} className={dialog.title}>
        {t('profile.leaveTitle')}
      </h2>
      <p id={`${id}b`} className={dialog.body}>
        {t(saving ? 'profile.leaveSaving' : 'profile.leaveText')}
      </p>
      <div className={dialog.actions}>
        <Button onClick={onLeave}>{t(saving ? 'profile.leaveNow' : 'profile.leave')}</Button>
        <Button variant="primary" data-autofocus="" onClick={onStay}>
          {t('profile.stay')}
        </Button>
      </div>
    </Dialog>
  )
}
