import '../../i18n/access.ts'
import { useTranslation } from 'react-i18next'
import * as yup from 'yup'
import { ButtonLink } from '../../kit/controls/ButtonLink.tsx'
import { Form } from '../form/Form.tsx'
import { FormBanner } from '../form/FormBanner.tsx'
import { Notice } from '../form/Notice.tsx'
import { Submit } from '../form/Submit.tsx'
import * as css from './access.css.ts'
import { SentMail } from './SentMail.tsx'
import { useAccess } from './useAccess.ts'

const NOTHING = {}
const NO_RULES = yup.object({})

interface Props {
  /** Whom the expired link was for. */
  email: string
  /** Asks for another one. */
  onAsk: () => void | Promise<void>
}

/** RESET-021 to RESET-025: a new link goes to the address of the old one, without typing. */
export function ExpiredForm({ email, onAsk }: Props) {
  const { t } = useTranslation('access')
  const { busy, refusal, isEmailSent } = useAccess()
  const back = (
    <ButtonLink wide to="/">
      {t('forgot.back')}
    </ButtonLink>
  )
  if (isEmailSent)
    return (
      <SentMail
        title={t('forgot.sentTitle')}
        text={t('forgot.sent', { email })}
        resent={t('forgot.resent')}
        onResend={onAsk}
        above={<Notice kind="error" title={t('reset.expiredTitle')} />}
      >
        {back}
      </SentMail>
    )
  return (
    <Form
      className={css.body}
      initial={NOTHING}
      rules={NO_RULES}
      busy={busy}
      // That the old link is over led here, and is said by the page itself.
      refusal={isExpired(refusal) ? null : refusal}
      onSubmit={onAsk}
    >
      <h1 className={css.heading}>{t('reset.title')}</h1>
      <Notice kind="error" title={t('reset.expiredTitle')} body={t('reset.expired', { email })}>
        <Submit secondary>{t('reset.newLink')}</Submit>
      </Notice>
      {back}
      <div className={css.actions}>
        <FormBanner room={100} />
      </div>
    </Form>
  )
}

/** D-013: by the server's message, whatever the status. */
export const isExpired = (refusal: { readonly message: string } | null): boolean =>
  /^token expired$/i.test(refusal?.message ?? '')
