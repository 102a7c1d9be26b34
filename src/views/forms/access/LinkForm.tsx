import '../../i18n/access.ts'
import { useTranslation } from 'react-i18next'
import * as yup from 'yup'
import { CheckField } from '../fields/CheckField.tsx'
import { Form } from '../form/Form.tsx'
import { FormBanner } from '../form/FormBanner.tsx'
import { Submit } from '../form/Submit.tsx'
import * as css from './access.css.ts'
import { useAccess } from './useAccess.ts'

const INITIAL = { publicDevice: false }
const RULES = yup.object({ publicDevice: yup.boolean().defined() })

interface Props {
  email: string
  /** Nothing of the session will stay on this device. */
  isPublic: boolean
  /** Nobody was asked yet whether the computer is a public one. */
  asksPublic: boolean
  onFollow: (publicDevice: boolean) => void
}

/** The press that uses a mailed link up, and what came of it. */
export function LinkForm({ email, isPublic, asksPublic, onFollow }: Props) {
  const { t } = useTranslation(['access', 'forms'])
  const { busy, refusal } = useAccess()
  return (
    <Form
      className={css.body}
      initial={INITIAL}
      rules={RULES}
      busy={busy}
      refusal={refusal?.code === 'INVALID_TOKEN' ? null : refusal}
      onSubmit={({ publicDevice }) => onFollow(publicDevice)}
    >
      <h1 className={css.title}>{t('link.title', { email })}</h1>
      <p className={css.lead}>{t(isPublic ? 'link.textPublic' : 'link.text')}</p>
      {asksPublic && (
        <CheckField name="publicDevice" label={t('forms:signIn.public')} hint={t('forms:signIn.publicHint')} />
      )}
      <Submit wide>{t('link.submit')}</Submit>
      <div className={css.actions}>
        <FormBanner room={100} />
      </div>
    </Form>
  )
}
