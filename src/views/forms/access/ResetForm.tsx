import '../../i18n/access.ts'
import { useFormikContext } from 'formik'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import * as yup from 'yup'
import { choosePassword, clearAccess } from '#actions/people/access.ts'
import { emailKey } from '#core/model/people/fields/email.ts'
import { brokenPasswordRules } from '#core/model/people/fields/password.ts'
import { NewPasswordField } from '../fields/NewPasswordField.tsx'
import { PasswordField } from '../fields/PasswordField.tsx'
import { ReadOnlyField } from '../fields/ReadOnlyField.tsx'
import { Form } from '../form/Form.tsx'
import { FormBanner } from '../form/FormBanner.tsx'
import { newPassword } from '../form/rules.ts'
import { Submit } from '../form/Submit.tsx'
import * as css from './access.css.ts'
import { useAccess } from './useAccess.ts'
import { useMarksText } from './useMarksText.ts'

const EMPTY = { password: '', confirmPassword: '' }

interface Props {
  /** The handle of the mailed link. */
  link: string
  email: string
  /** Of somebody who never had a password. */
  isWelcome: boolean
  /** The address somebody is signed in with here; null: nobody is. */
  signedIn: string | null
}

/** A new password with a mailed link (RESET-008 to RESET-018). */
export function ResetForm({ link, email, isWelcome, signedIn }: Props) {
  const { t } = useTranslation('access')
  const { busy, refusal } = useAccess()
  const marks = useMarksText()
  const isOther = signedIn !== null && emailKey(signedIn) !== emailKey(email)
  const rules = useMemo(
    () =>
      yup.object({
        password: newPassword(t('reset.invalid')),
        confirmPassword: yup
          .string()
          .defined()
          .test('same', t('reset.mismatch'), (value, { parent }) => value !== '' && value === parent.password),
      }),
    [t],
  )
  return (
    <Form
      className={css.body}
      initial={EMPTY}
      rules={rules}
      busy={busy}
      refusal={refusal}
      onSubmit={({ password }) => choosePassword(link, password)}
      onEdit={clearAccess}
    >
      <h1 className={css.title}>{t(isWelcome ? 'reset.titleWelcome' : 'reset.title')}</h1>
      <p className={css.lead}>
        {signedIn === null
          ? t(isWelcome ? 'reset.leadWelcome' : 'reset.lead')
          : isOther
            ? t('reset.signedIn', { other: signedIn, email })
            : t('reset.leadSignedIn')}
        {signedIn !== null && marks !== '' && ` ${marks}`}
      </p>
      <ReadOnlyField label={t('reset.email')} value={email} autoComplete="username" />
      <NewPasswordField name="password" label={t('reset.password')} />
      <PasswordField
        name="confirmPassword"
        autoComplete="new-password"
        label={t('reset.confirm')}
        show={t('reset.showConfirm')}
      />
      <Send>{t(isWelcome ? 'reset.submitWelcome' : 'reset.submit')}</Send>
      <FormBanner room={100} />
    </Form>
  )
}

function Send({ children }: { children: string }) {
  const { t } = useTranslation('access')
  const { password } = useFormikContext<typeof EMPTY>().values
  return (
    <div className={css.actions}>
      <Submit wide reason={brokenPasswordRules(password).length > 0 ? t('reset.rulesFirst') : undefined}>
        {children}
      </Submit>
    </div>
  )
}
