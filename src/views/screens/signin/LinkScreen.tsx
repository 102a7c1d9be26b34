import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, useParams } from 'react-router-dom'
import { clearAccess, followLink } from '#actions/people/access.ts'
import { readProfile } from '#actions/people/profile.ts'
import { signOut } from '#actions/people/session.ts'
import { emailKey } from '#core/model/people/fields/email.ts'
import type { LinkFacts } from '#core/model/people/mailedLink.ts'
import { profile } from '#projections/profile.ts'
import { claims, sessionStatus } from '#projections/session.ts'
import { LinkForm } from '../../forms/access/LinkForm.tsx'
import { useAccess } from '../../forms/access/useAccess.ts'
import { useMarksText } from '../../forms/access/useMarksText.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { ButtonLink } from '../../kit/controls/ButtonLink.tsx'
import { useSignalValue } from '../../kit/useSignalValue.ts'
import { AccessPage } from '../AccessPage.tsx'
import { usePageTitle } from '../usePageTitle.ts'
import * as css from './landing.css.ts'
import { BrokenLink, Says } from './Says.tsx'
import type { SignInState } from './SignInScreen.tsx'
import { useMailedLink } from './useMailedLink.ts'

type Way = 'magicLink' | 'setup'

/** A mailed link that signs in (ROUTE-007). */
export function MagicLinkScreen() {
  return <LinkScreen way="magicLink" token={useParams().token ?? null} address="/authverify" />
}

interface Props {
  way: Way
  token: string | null
  /** Where the page is without the token. */
  address: string
}

/** Shows whom a link signs in and waits for a press: whoever only looks at a mail uses nothing up (D-162). */
export function LinkScreen({ way, token, address }: Props) {
  const { t } = useTranslation('access')
  usePageTitle(t(way === 'setup' ? 'magic.enter' : 'magic.title'))
  const link = useMailedLink(token, address)
  useEffect(clearAccess, [])
  if (link.status === 'reading') return null
  if (link.status === 'broken') return link.screen
  if (link.status === 'missing') return <Gone wasHere={link.wasHere} />
  if (link.facts.email === null) return <Gone isUnreadable />
  return <Landed way={way} handle={link.handle} facts={link.facts} email={link.facts.email} />
}

/** Nothing is left of the link; whoever it signed in is on their way. @param isUnreadable a token that says nothing (D-011) */
function Gone({ isUnreadable = false, wasHere = false }: { isUnreadable?: boolean; wasHere?: boolean }) {
  const status = useSignalValue(sessionStatus)
  if (status === 'signedIn') return <Navigate to="/releases" replace />
  if (isUnreadable)
    return <Navigate to="/" replace state={{ way: 'magicLink', isLinkGone: true } satisfies SignInState} />
  return <BrokenLink kind="signIn" wasHere={wasHere} />
}

/** Whether an address is one of the account that is signed in, which may have several (SETTINGS-007). */
function useIsOwn(email: string): boolean {
  const isIn = useSignalValue(sessionStatus) === 'signedIn'
  const isCurrent = emailKey(useSignalValue(claims)?.email ?? '') === emailKey(email)
  const held = useSignalValue(profile)?.profile?.emails ?? []
  useEffect(() => {
    if (isIn && !isCurrent) readProfile()
  }, [isIn, isCurrent])
  return isCurrent || held.some((own) => emailKey(own) === emailKey(email))
}

interface LandedProps {
  way: Way
  handle: string
  facts: LinkFacts
  email: string
}

function Landed({ way, handle, facts, email }: LandedProps) {
  const { t } = useTranslation('access')
  const status = useSignalValue(sessionStatus)
  const other = useSignalValue(claims)?.email ?? ''
  const { refusal } = useAccess()
  const marks = useMarksText()
  const [isSwitching, setIsSwitching] = useState(false)
  const isOwn = useIsOwn(email)
  const isOut = status === 'signedOut'
  const hasFollowed = useRef(false)
  /** That the computer is a public one was said where the link was asked for, or is here. */
  const isPublic = useRef(facts.publicDevice)
  /** Somebody was signed in while this page stood: their signing out elsewhere is no wish to be somebody else (H-021). */
  const wasIn = useRef(false)
  if (status === 'signedIn') wasIn.current = true
  // By itself only in the browser that asked for it and shows it, or after the press that signed somebody else out.
  const isDue = isOut && (isSwitching || (facts.isOwn && !wasIn.current))
  useEffect(() => {
    if (!isDue || hasFollowed.current) return
    const follow = () => {
      if (document.visibilityState !== 'visible' || hasFollowed.current) return
      hasFollowed.current = true
      followLink(handle, way)
    }
    follow()
    document.addEventListener('visibilitychange', follow)
    return () => document.removeEventListener('visibilitychange', follow)
  }, [isDue, handle, way])

  if (status === 'signedIn' && (isOwn || hasFollowed.current)) return <Navigate to="/releases" replace />
  if (!isOut && status !== 'signingIn')
    return (
      <Says title={t('link.switchTitle')} text={t('link.switch', { other, email })}>
        <Button
          wide
          variant="primary"
          busy={status === 'signingOut'}
          onClick={() => {
            setIsSwitching(true)
            signOut()
          }}
        >
          {t('link.switchSubmit')}
        </Button>
        <ButtonLink wide to="/releases">
          {t('link.stay')}
        </ButtonLink>
        <p className={css.note}>{t('link.switchNote', { other })}</p>
        {marks && <p className={css.note}>{marks}</p>}
      </Says>
    )
  // Whether its time is over the server alone knows: the clock of this machine may be wrong.
  if (refusal?.code === 'INVALID_TOKEN')
    return (
      <Navigate
        to="/"
        replace
        state={{ way: 'magicLink', email, publicDevice: isPublic.current, isLinkGone: true } satisfies SignInState}
      />
    )
  return (
    <AccessPage>
      <LinkForm
        email={email}
        isPublic={facts.publicDevice}
        asksPublic={way === 'setup'}
        onFollow={(publicDevice) => {
          isPublic.current ||= publicDevice
          followLink(handle, way, publicDevice)
        }}
      />
    </AccessPage>
  )
}
