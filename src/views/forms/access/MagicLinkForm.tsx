import '../../i18n/access.ts'
import { useFormikContext } from 'formik'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as yup from 'yup'
import { clearAccess, requestMail } from '#actions/people/access.ts'
import { EMAIL } from '#core/model/people/fields/email.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { CheckField } from '../fields/CheckField.tsx'
import { TextField } from '../fields/TextField.tsx'
import { Form } from '../form/Form.tsx'
import { FormBanner } from '../form/FormBanner.tsx'
import { Notice } from '../form/Notice.tsx'
import { text } from '../form/rules.ts'
import { Submit } from '../form/Submit.tsx'
import { Title } from '../form/Title.tsx'
import type { SignInTyped } from '../signInRules.ts'
import * as css from './access.css.ts'
import { SentCode } from './SentCode.tsx'
import { SentMail } from './SentMail.tsx'
import { useAccess } from './useAccess.ts'

const WAITS_FOR = ['email'] as const

interface Props {
  /** What the fields hold at first. */
  typed: SignInTyped
  /** It stands in place of another way in. */
  isSwitched: boolean
  /** It stands here because a link did not work (D-011). */
  isLinkGone: boolean
  /** @param typed so far */
  onPassword: (typed: SignInTyped) => void
}

/** Sign-in by a link out of a mail (SIGNIN-008 to SIGNIN-012, SIGNIN-017). */
export function MagicLinkForm({ typed, isSwitched, isLinkGone, onPassword }: Props) {
  const { t } = useTranslation(['access', 'forms'])
  const { busy, refusal, isEmailSent, hasCode } = useAccess()
  const [asked, setAsked] = useState(typed)
  const wasSent = useRef(false)
  wasSent.current ||= isEmailSent
  // What was sent elsewhere, its answer may be late, is none of this form; who comes back to it asks anew.
  useEffect(() => {
    clearAccess()
    return clearAccess
  }, [])
  const rules = useMemo(() => {
    const invalid = t('forms:email')
    return yup.object({
      email: text(EMAIL, { missing: t('forms:signIn.emailRequired'), long: invalid, wrong: invalid }),
      publicDevice: yup.boolean().defined(),
    })
  }, [t])
  const send = (wanted: SignInTyped) => {
    setAsked(wanted)
    return requestMail('magicLink', wanted.email, wanted.publicDevice)
  }
  const password = <Password typed={asked} onPassword={onPassword} />
  if (isEmailSent) {
    const ways = (
      <>
        {/* Before it can be changed: it is no longer the one a mail went to (SIGNIN-023). */}
        <Button wide variant="link" onClick={clearAccess}>
          {t('otherAddress')}
        </Button>
        {password}
      </>
    )
    const resend = () => send(asked)
    if (hasCode)
      return (
        <SentCode email={asked.email} publicDevice={asked.publicDevice} onResend={resend}>
          {ways}
        </SentCode>
      )
    const sent = t('magic.sentLink', { email: asked.email })
    return (
      <SentMail title={t('magic.sentTitle')} text={sent} resent={t('magic.resent')} onResend={resend}>
        {ways}
      </SentMail>
    )
  }
  return (
    <Form
      className={css.body}
      initial={asked}
      rules={rules}
      busy={busy}
      refusal={refusal?.code === 'INVALID_TOKEN' ? null : refusal}
      onSubmit={send}
      onEdit={clearAccess}
      waitsFor={WAITS_FOR}
    >
      <Title className={css.title} takesFocus={isSwitched || wasSent.current}>
        {t('magic.title')}
      </Title>
      <p className={css.lead}>{t('magic.lead')}</p>
      {isLinkGone && <Notice kind="error" title={t('magic.goneTitle')} body={t('magic.gone')} />}
      <Fields />
      <div className={css.send}>
        <Submit wide>{t('magic.submit')}</Submit>
        <TypedPassword onPassword={onPassword} />
      </div>
      <FormBanner room={100} />
    </Form>
  )
}

function Fields() {
  const { t } = useTranslation('forms')
  const { publicDevice } = useFormikContext<SignInTyped>().values
  return (
    <>
      <TextField
        name="email"
        type="email"
        inputMode="email"
        autoComplete={publicDevice ? 'off' : 'username'}
        label={t('signIn.email')}
      />
      <CheckField name="publicDevice" label={t('signIn.public')} hint={t('signIn.publicHint')} />
    </>
  )
}

function TypedPassword({ onPassword }: Pick<Props, 'onPassword'>) {
  const { values } = useFormikContext<SignInTyped>()
  return <Password typed={values} onPassword={onPassword} />
}

function Password({ typed, onPassword }: Pick<Props, 'typed' | 'onPassword'>) {
  const { t } = useTranslation('access')
  const leave = () => {
    clearAccess()
    onPassword(typed)
  }
  return (
    <Button wide variant="link" onClick={leave}>
      {t('magic.password')}
    </Button>
  )
}
