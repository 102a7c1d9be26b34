import { useId, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import * as yup from 'yup'
import { TERMS_URL } from '#core/model/constants.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { Dialog } from '../../kit/overlays/Dialog.tsx'
import { CheckField } from '../fields/CheckField.tsx'
import { Form } from '../form/Form.tsx'
import { Submit } from '../form/Submit.tsx'
import * as css from './invite.css.ts'

interface Props {
  onStart: () => void
  onClose: () => void
}

/** What has to be understood before anybody is invited (INVITE-003 to INVITE-005). */
export function IntroForm({ onStart, onClose }: Props) {
  const { t } = useTranslation(['network', 'common'])
  const title = useId()
  const rules = useMemo(() => {
    const missing = t('network:invite-connection.terms-error')
    return yup.object({ terms: yup.boolean().defined().oneOf([true], missing) })
  }, [t])
  return (
    <Dialog labelledBy={title} className={css.panel} onClose={onClose}>
      <Form initial={{ terms: false }} rules={rules} busy={false} refusal={null} onSubmit={onStart}>
        <h2 id={title} className={css.title}>
          {t('network:intro.title')}
        </h2>
        <p className={css.lead}>{t('network:intro.lead')}</p>
        <div className={css.terms}>
          <CheckField name="terms" label={t('network:intro.terms')} />
          <a className={css.termsLink} href={TERMS_URL} target="_blank" rel="noopener noreferrer">
            {t('network:intro.readTerms')}
          </a>
        </div>
        <div className={css.actions}>
          <Button onClick={onClose}>{t('common:cancel')}</Button>
          <Submit>{t('network:intro.start')}</Submit>
        </div>
      </Form>
    </Dialog>
  )
}
