import '../../i18n/access.ts'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as yup from 'yup'
import { clearAccess, requestMail } from '#actions/people/access.ts'
import { EMAIL } from '#core/model/people/fields/email.ts'
import { supportEmail } from '#projections/session.ts'
import { ButtonLink } from '../../kit/controls/ButtonLink.tsx'
import { useSignalValue } from '../../kit/useSignalValue.ts'
import { TextField } from '../fields/TextField.tsx'
import { Form } from '../form/Form.tsx'
import { FormBanner } from '../form/FormBanner.tsx'
import { text } from '../form/rules.ts'
import { Submit } from '../form/Submit.tsx'
import * as css from './access.css.ts'
import { SentMail } from './SentMail.tsx'
import { useAccess } from './useAccess.ts'

const WAITS_FOR = ['email'] as const

/** Asks for a link to a new password (RESET-001 to RESET-007). */
export function ForgotForm() {
  const { t } = useTranslation(['access', 'forms'])
  const { busy, refusal, isEmailSent } = useAccess()
  const support = useSignalValue(supportEmail)
  const [asked, setAsked] = useState({ email: '' })
  // What an earlier form was told is not about this one, nor what this one is told about the next.
  useEffect(() => {
    clearAccess()
    return clearAccess
  }, [])
  const rules = useMemo(() => {
    const invalid = t('forms:email')
    return yup.object({
      email: text(EMAIL, { missing: t('forms:signIn.emailRequired'), long: invalid, wrong: invalid }),
    })
  }, [t])
  const send = (wanted: { email: string }) => {
    setAsked(wanted)
    return requestMail('reset', wanted.email)
  }
  const back = (
    <ButtonLink wide to="/">
      {t('forgot.back')}
    </ButtonLink>
  )
  if (isEmailSent)
    return (
      <SentMail
        title={t('forgot.sentTitle')}
        text={t('forgot.sent', { email: asked.email })}
        resent={t('forgot.resent')}
        onResend={() => send(asked)}
      >
        {back}
        <p className={css.note}>
          {t('forgot.support')}{' '}
          <a className={css.plain} href={`mailto:${support}`}>
            {support}
          </a>
        </p>
      </SentMail>
    )
  return (
    <Form
      className={css.body}
      initial={asked}
      rules={rules}
      busy={busy}
      refusal={refusal}
      onSubmit={send}
      onEdit={clearAccess}
      waitsFor={WAITS_FOR}
    >
      <h1 className={css.title}>{t('forgot.title')}</h1>
      <p className={css.lead}>{t('forgot.lead')}</p>
      <TextField name="email" type="email" inputMode="email" autoComplete="username" label={t('forms:signIn.email')} />
      <div className={css.actions}>
        <Submit wide>{t('forgot.submit')}</Submit>
        {back}
      </div>
      <FormBanner room={100} />
    </Form>
  )
}
