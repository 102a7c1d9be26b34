import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router-dom'
import { clearAccess, requestMail } from '#actions/people/access.ts'
import { signOut } from '#actions/people/session.ts'
import type { LinkFacts } from '#core/model/people/mailedLink.ts'
import { hasNoAnswer, type Refusal } from '#core/model/people/refusal.ts'
import { claims, saysWhyEnded, sessionStatus, supportEmail } from '#projections/session.ts'
import { ExpiredForm, isExpired } from '../../forms/access/ExpiredForm.tsx'
import { ResetForm } from '../../forms/access/ResetForm.tsx'
import { useAccess } from '../../forms/access/useAccess.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { ButtonLink } from '../../kit/controls/ButtonLink.tsx'
import { useSignalValue } from '../../kit/useSignalValue.ts'
import { AccessPage } from '../AccessPage.tsx'
import { usePageTitle } from '../usePageTitle.ts'
import * as css from './landing.css.ts'
import { BrokenLink, Says } from './Says.tsx'
import { useMailedLink } from './useMailedLink.ts'

/** A new password with a mailed link (ROUTE-008); signed in as well (D-005). */
export function ResetScreen() {
  const { t } = useTranslation('access')
  usePageTitle(t('reset.title'))
  const link = useMailedLink(useParams().token ?? null, '/resetpwd')
  // A mail that is asked for here is none of a form that comes after.
  useEffect(() => {
    clearAccess()
    return clearAccess
  }, [])
  if (link.status === 'reading') return null
  if (link.status === 'broken') return link.screen
  if (link.status === 'missing') return <BrokenLink kind="reset" wasHere={link.wasHere} />
  // A token that says nothing (D-014).
  if (link.facts.email === null) return <Failed code="INVALID_TOKEN" isUnreadable />
  return <Reset handle={link.handle} facts={link.facts} email={link.facts.email} />
}

/** What is mended in the form, or by trying again, is said in the form and takes nothing away. */
const isForForm = ({ code, fields, retryAfterMs }: Refusal) =>
  fields !== undefined || retryAfterMs !== undefined || hasNoAnswer(code)

function Reset({ handle, facts, email }: { handle: string; facts: LinkFacts; email: string }) {
  const { t } = useTranslation('access')
  const { refusal, isDone, isEmailSent, passkeys, addresses } = useAccess()
  const status = useSignalValue(sessionStatus)
  const signedIn = useSignalValue(claims)?.email ?? null
  const [isOver, setIsOver] = useState(facts.isOver)
  // What was answered with it as well: the end of this session takes all of the state along.
  const [answered, setAnswered] = useState<{ readonly passkeys: number; readonly addresses: number } | null>(null)
  const isSet = answered !== null
  if (!isOver && isExpired(refusal)) setIsOver(true)
  if (!isOver && !isSet && isDone && !isEmailSent) setAnswered({ passkeys, addresses })
  // The server ended every session; this one, too, but none that begins with the new password.
  const hasEnded = useRef(false)
  useEffect(() => {
    if (!isSet || hasEnded.current) return
    hasEnded.current = status === 'signedIn' || status === 'signedOut'
    if (status === 'signedIn') signOut()
  }, [isSet, status])
  useEffect(() => {
    saysWhyEnded.value = isSet
    return () => {
      saysWhyEnded.value = false
    }
  }, [isSet])
  if (isOver)
    return (
      <AccessPage>
        <ExpiredForm email={email} onAsk={() => requestMail('reset', email)} />
      </AccessPage>
    )
  if (answered)
    return (
      <Says title={t('reset.doneTitle')} text={t('reset.done')}>
        {answered.passkeys > 0 && <p className={css.note}>{t('reset.passkeys', { count: answered.passkeys })}</p>}
        {answered.addresses > 0 && <p className={css.note}>{t('reset.addresses', { count: answered.addresses })}</p>}
        <ButtonLink variant="primary" wide to="/" state={{ email }}>
          {t('reset.signIn')}
        </ButtonLink>
      </Says>
    )
  if (refusal && !isForForm(refusal)) return <Failed code={refusal.code} />
  return (
    <AccessPage>
      <ResetForm link={handle} email={email} isWelcome={facts.welcome} signedIn={signedIn} />
    </AccessPage>
  )
}

/** RESET-020. A link that still works is not replaced, and one that is used up is not tried again. */
function Failed({ code, isUnreadable = false }: { code: string; isUnreadable?: boolean }) {
  const { t } = useTranslation(['access', 'forms'])
  const support = useSignalValue(supportEmail)
  if (code === 'INVALID_TOKEN')
    return (
      <Says title={t('reset.failedTitle')} text={t(isUnreadable ? 'link.broken' : 'reset.failed')}>
        <ButtonLink variant="primary" wide to="/forgot-password">
          {t('reset.again')}
        </ButtonLink>
      </Says>
    )
  if (code === 'ACCOUNT_INACTIVE')
    return (
      <Says title={t('reset.failedTitle')} text={t('forms:refused.inactive.title')}>
        <p className={css.note}>{t('forms:refused.inactive.body', { email: support })}</p>
        <ButtonLink wide to="/">
          {t('forgot.back')}
        </ButtonLink>
      </Says>
    )
  return (
    <Says title={t('reset.failedTitle')} text={t('reset.failedForNow')}>
      <Button variant="primary" wide onClick={clearAccess}>
        {t('reset.tryAgain')}
      </Button>
      <ButtonLink wide to="/">
        {t('forgot.back')}
      </ButtonLink>
    </Says>
  )
}
