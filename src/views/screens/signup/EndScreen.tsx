import { CircleAlert, Clock3, MailCheck, UserRoundCheck } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { keepConnection } from '#actions/people/connections.ts'
import { resumeSignUp } from '#actions/people/signup.ts'
import { SIGNUP_SURVEY_URL } from '#core/model/constants.ts'
import type { SignUpEnd } from '#core/model/people/signupWizard.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { ButtonLink } from '../../kit/controls/ButtonLink.tsx'
import * as css from './SignUp.css.ts'

interface Props {
  end: Exclude<SignUpEnd, 'coworker'>
  email: string
  isInvited: boolean
  /** The invitation of somebody who may have come by an account already; null: none. */
  link: string | null
  /** On without the invitation. */
  onProceed: () => void
}

const SIGNS = { received: MailCheck, taken: UserRoundCheck, expired: Clock3, failed: CircleAlert }

/** How a sign-up ends, and what can be done next (SIGNUP-008 to SIGNUP-011). */
export function EndScreen({ end, email, isInvited, link, onProceed }: Props) {
  const { t } = useTranslation('signup')
  const heading = useRef<HTMLHeadingElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another end is another screen
  useEffect(() => heading.current?.focus(), [end])
  const Sign = SIGNS[end]
  const signIn = (words: string) => (
    <ButtonLink variant="primary" to="/">
      {words}
    </ButtonLink>
  )
  return (
    <section className={css.end}>
      <Sign size={40} strokeWidth={1.5} className={end === 'received' ? css.good : css.sign} aria-hidden="true" />
      <h1 ref={heading} tabIndex={-1} className={css.title}>
        {t(`end.${end}.title`)}
      </h1>
      <p className={css.text}>
        {end === 'expired' && !isInvited ? t('end.expired.proof') : t(`end.${end}.text`, { email })}
      </p>
      {end === 'failed' && <p className={css.text}>{t('end.failed.kept')}</p>}
      {end === 'failed' && link !== null && <p className={css.text}>{t('end.failed.account')}</p>}
      {end === 'received' && (
        <a className={css.link} href={SIGNUP_SURVEY_URL} target="_blank" rel="noopener noreferrer">
          {t('end.received.survey')}
        </a>
      )}
      <div className={css.actions}>
        {end === 'received' && signIn(t('end.received.action'))}
        {end === 'taken' && signIn(t('end.taken.action'))}
        {end === 'taken' && <Button onClick={resumeSignUp}>{t('end.taken.other')}</Button>}
        {end === 'expired' && (
          <Button variant="primary" onClick={onProceed}>
            {t('end.expired.action')}
          </Button>
        )}
        {end === 'failed' && (
          <Button variant="primary" onClick={resumeSignUp}>
            {t('end.failed.action')}
          </Button>
        )}
        {end === 'failed' && link !== null && (
          <ButtonLink to="/" state={{ email }} onClick={() => void keepConnection(link)}>
            {t('end.failed.signIn')}
          </ButtonLink>
        )}
      </div>
    </section>
  )
}
