import { Form, Formik, useFormikContext } from 'formik'
import { useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import * as yup from 'yup'
import { clearSignInMessage, signIn } from '#actions/session.ts'
import { SUPPORT_EMAIL } from '#core/model/constants.ts'
import { session } from '#projections/session.ts'
import { Button } from '../kit/Button.tsx'
import { useSignalValue } from '../kit/useSignalValue.ts'
import { Banner, CheckField, PasswordField, TextField } from './fields.tsx'
import * as css from './SignInForm.css.ts'

interface Values {
  email: string
  password: string
  publicDevice: boolean
}

/** Sign-in with a password (SIGNIN-001 to SIGNIN-004, SIGNIN-013 to SIGNIN-016). */
export function SignInForm() {
  const { t } = useTranslation('session')
  const schema = useMemo(
    () =>
      yup.object({
        email: yup.string().trim().required(t('signIn.emailRequired')).email(t('signIn.emailInvalid')),
        password: yup.string().required(t('signIn.passwordRequired')),
      }),
    [t],
  )
  const submit = ({ email, password, publicDevice }: Values) => signIn(email, password, publicDevice)
  return (
    <Formik<Values>
      initialValues={{ email: '', password: '', publicDevice: false }}
      validationSchema={schema}
      onSubmit={submit}
    >
      {({ values }) => {
        // The next person at a public computer is not to be offered this one's address (D-006).
        const kept = (what: string) => (values.publicDevice ? 'off' : what)
        return (
          <Form className={css.form} noValidate>
            <h1 className={css.title}>{t('signIn.title')}</h1>
            <p className={css.lead}>{t('signIn.lead')}</p>
            <TextField
              name="email"
              type="email"
              inputMode="email"
              autoComplete={kept('username')}
              label={t('signIn.email')}
            />
            <PasswordField
              name="password"
              autoComplete={kept('current-password')}
              label={t('signIn.password')}
              show={t('signIn.show')}
            />
            <CheckField name="publicDevice" label={t('signIn.public')} hint={t('signIn.publicHint')} />
            <Submit />
            <div className={css.answer}>
              <Answer />
            </div>
          </Form>
        )
      }}
    </Formik>
  )
}

/** What the server said to the last try; gone as soon as the form is changed. */
function Answer() {
  const { t } = useTranslation('session')
  const { values } = useFormikContext<Values>()
  const { errorCode } = useSignalValue(session)
  const answered = useRef(values)
  useEffect(() => {
    if (answered.current !== values && session.peek().errorCode !== null) clearSignInMessage()
    answered.current = values
  }, [values])
  if (errorCode === null) return null
  return (
    <Banner
      kind={errorCode === 'VERIFICATION_PENDING' ? 'info' : 'error'}
      title={t(`error.${errorCode}.title`)}
      body={t(`error.${errorCode}.body`, { email: SUPPORT_EMAIL })}
    />
  )
}

function Submit() {
  const { t } = useTranslation('session')
  const { isSubmitting } = useFormikContext<Values>()
  const { loading } = useSignalValue(session)
  return (
    <Button type="submit" variant="primary" wide className={css.submit} busy={loading || isSubmitting}>
      {t('signIn.submit')}
    </Button>
  )
}
