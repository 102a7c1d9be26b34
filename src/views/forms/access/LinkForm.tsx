import '../../i18n/access.ts'
import { useTranslation } from 'react-i18next'
import * as yup from 'yup'
import { Form } from '../form/Form.tsx'
import { FormBanner } from '../form/FormBanner.tsx'
import { Submit } from '../form/Submit.tsx'
import * as css from './access.css.ts'
import { useAccess } from './useAccess.ts'

const NOTHING = {}
const NO_RULES = yup.object({})

interface Props {
  email: string
  /** Nothing of the session will stay on this device. */
  isPublic: boolean
  onFollow: () => void
}

/** The press that uses a mailed link up, and what came of it. */
export function LinkForm({ email, isPublic, onFollow }: Props) {
  const { t } = useTranslation('access')
  const { busy, refusal } = useAccess()
  return (
    <Form
      className={css.body}
      initial={NOTHING}
      rules={NO_RULES}
      busy={busy}
      refusal={refusal?.code === 'INVALID_TOKEN' ? null : refusal}
      onSubmit={onFollow}
    >
      <h1 className={css.title}>{t('link.title', { email })}</h1>
      <p className={css.lead}>{t(isPublic ? 'link.textPublic' : 'link.text')}</p>
      <Submit wide>{t('link.submit')}</Submit>
      <div className={css.actions}>
        <FormBanner room={100} />
      </div>
    </Form>
  )
}
