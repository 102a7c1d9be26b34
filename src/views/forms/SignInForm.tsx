import { useFormikContext } from 'formik'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import * as yup from 'yup'
import { clearSignInMessage, signIn } from '#actions/people/session.ts'
import { EMAIL } from '#core/model/people/fields/email.ts'
import { session } from '#projections/session.ts'
import { useScript } from '../kit/script.ts'
import { useSignalValue } from '../kit/useSignalValue.ts'
import { CheckField } from './fields/CheckField.tsx'
import { PasswordField } from './fields/PasswordField.tsx'
import { TextField } from './fields/TextField.tsx'
import { Form } from './form/Form.tsx'
import { FormBanner } from './form/FormBanner.tsx'
import { secret, text } from './form/rules.ts'
import { Submit } from './form/Submit.tsx'
import { passkeyWay } from './passkey/script.ts'
import * as css from './SignInForm.css.ts'
import { useSignInRefusal } from './signInRefusal.ts'

/** Too many tries are counted by account: another one may be tried at once. */
const WAITS_FOR = ['email'] as const
const EMPTY = { email: '', password: '', publicDevice: false }

/** Sign-in with a password (SIGNIN-001 to SIGNIN-004, SIGNIN-013 to SIGNIN-016). */
export function SignInForm() {
  const { t } = useTranslation(['forms', 'session'])
  const { loading } = useSignalValue(session)
  const rules = useMemo(() => {
    const invalid = t('email')
    return yup.object({
      email: text(EMAIL, { missing: t('signIn.emailRequired'), long: invalid, wrong: invalid }),
      password: secret(t('signIn.passwordRequired')),
      publicDevice: yup.boolean().defined(),
    })
  }, [t])
  return (
    <Form
      className={css.form}
      initial={EMPTY}
      rules={rules}
      busy={loading}
      refusal={useSignInRefusal()}
      onSubmit={({ email, password, publicDevice }) => signIn(email, password, publicDevice)}
      onEdit={clearSignInMessage}
      waitsFor={WAITS_FOR}
    >
      <h1 className={css.title}>{t('session:signIn.title')}</h1>
      <p className={css.lead}>{t('signIn.lead')}</p>
      <Fields />
      <Submit wide className={css.submit}>
        {t('signIn.submit')}
      </Submit>
      <PasskeyPlace />
      <FormBanner room={124} />
    </Form>
  )
}

/** Comes after the form; its room is kept. */
function PasskeyPlace() {
  const { publicDevice } = useFormikContext<typeof EMPTY>().values
  const { module } = useScript(passkeyWay)
  return <div className={css.passkey}>{module && <module.PasskeyWay publicDevice={publicDevice} />}</div>
}

function Fields() {
  const { t } = useTranslation('forms')
  const { publicDevice } = useFormikContext<typeof EMPTY>().values
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
      <PasswordField name="password" autoComplete={kept('current-password')} label={t('signIn.password')} />
      <CheckField name="publicDevice" label={t('signIn.public')} hint={t('signIn.publicHint')} />
    </>
  )
}
