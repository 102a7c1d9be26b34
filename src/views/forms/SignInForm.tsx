import { useFormikContext } from 'formik'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { clearSignInMessage, signIn } from '#actions/people/session.ts'
import { SUPPORT_URL } from '#core/model/constants.ts'
import { session } from '#projections/session.ts'
import { Button } from '../kit/controls/Button.tsx'
import { script, useScriptSoon } from '../kit/script.ts'
import { useSignalValue } from '../kit/useSignalValue.ts'
import { CheckField } from './fields/CheckField.tsx'
import { PasswordField } from './fields/PasswordField.tsx'
import { TextField } from './fields/TextField.tsx'
import { Form } from './form/Form.tsx'
import { FormBanner } from './form/FormBanner.tsx'
import { Submit } from './form/Submit.tsx'
import { Title } from './form/Title.tsx'
import * as css from './SignInForm.css.ts'
import { forgetSignInRefusal, useSignInRefusal } from './signInRefusal.ts'
import { type SignInTyped, type SignInValues, signInRules } from './signInRules.ts'

/** What comes once the form stands. */
const later = script(() => import('./signInLater.tsx'))

/** Too many tries are counted by account: another one may be tried at once. */
const WAITS_FOR = ['email'] as const

interface Props {
  /** What the fields hold at first. */
  typed: SignInTyped
  /** It stands in place of another way in. */
  isSwitched: boolean
  /** Switches to sign-in by a mailed link. @param typed so far */
  onMagicLink: (typed: SignInTyped) => void
  /** Stands over the fields. */
  children?: ReactNode
}

/** Sign-in with a password (SIGNIN-001 to SIGNIN-006, SIGNIN-013 to SIGNIN-016). */
export function SignInForm({ typed, isSwitched, onMagicLink, children }: Props) {
  const { t } = useTranslation(['forms', 'session'])
  const { loading } = useSignalValue(session)
  const [initial] = useState({ ...typed, password: '' })
  const module = useScriptSoon(later)
  useEffect(() => forgetSignInRefusal, [])
  const rules = useMemo(() => {
    return signInRules({
      emailMissing: t('signIn.emailRequired'),
      emailWrong: t('email'),
      passwordMissing: t('signIn.passwordRequired'),
    })
  }, [t])
  return (
    <Form
      className={css.form}
      initial={initial}
      rules={rules}
      busy={loading}
      refusal={useSignInRefusal()}
      onSubmit={({ email, password, publicDevice }) => signIn(email, password, publicDevice)}
      onEdit={clearSignInMessage}
      waitsFor={WAITS_FOR}
    >
      <Title className={css.title} takesFocus={isSwitched}>
        {t('session:signIn.title')}
      </Title>
      <p className={css.lead}>{t('signIn.lead')}</p>
      {children}
      <Fields />
      <Submit wide className={css.submit}>
        {t('signIn.submit')}
      </Submit>
      <div className={css.passkey}>{module && <module.Passkey />}</div>
      <OtherWays onMagicLink={onMagicLink} />
      <FormBanner room={112} />
      {module && <module.DemoAccounts />}
    </Form>
  )
}

function Fields() {
  const { t } = useTranslation('forms')
  const { publicDevice } = useFormikContext<SignInValues>().values
  // The next person at a public computer is not to be offered this one's address (D-006).
  const kept = (what: string) => (publicDevice ? 'off' : what)
  return (
    <>
      <TextField
        name="email"
        type="email"
        inputMode="email"
        autoComplete={kept('username webauthn')}
        label={t('signIn.email')}
      />
      <PasswordField
        name="password"
        autoComplete={kept('current-password')}
        label={t('signIn.password')}
        show={t('signIn.show')}
      />
      <div className={css.row}>
        <CheckField name="publicDevice" label={t('signIn.public')} hint={t('signIn.publicHint')} />
        <Link to="/forgot-password" className={css.link}>
          {t('signIn.forgot')}
        </Link>
      </div>
    </>
  )
}

function OtherWays({ onMagicLink }: Pick<Props, 'onMagicLink'>) {
  const { t } = useTranslation('forms')
  const { email, publicDevice } = useFormikContext<SignInValues>().values
  return (
    <>
      <Button wide onClick={() => onMagicLink({ email, publicDevice })}>
        {t('signIn.magic')}
      </Button>
      <p className={css.aside}>
        <span>
          {t('signIn.new')}{' '}
          <Link to="/signup" className={css.link}>
            {t('signIn.signUp')}
          </Link>
        </span>
        <span>
          {t('signIn.help')}{' '}
          <a href={SUPPORT_URL} target="_blank" rel="noopener noreferrer" className={css.link}>
            {t('signIn.contact')}
          </a>
        </span>
      </p>
    </>
  )
}
