import '../../i18n/settings.ts'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as yup from 'yup'
import { askSecurity, type CallRefusal } from '#actions/people/security.ts'
import { MAIL_PREFERENCES, type MailChoices } from '#core/model/people/profile.ts'
import { ReadOnlyField } from '../fields/ReadOnlyField.tsx'
import { SelectField } from '../fields/SelectField.tsx'
import { Form } from '../form/Form.tsx'
import { FormBanner } from '../form/FormBanner.tsx'
import { Submit } from '../form/Submit.tsx'
import * as css from './settings.css.ts'

/** Which mails about new releases come, and to which of the player's addresses (API-PROF-002). */
export function MailsForm({ mailpref, mailto, emails }: MailChoices) {
  const { t } = useTranslation('settings')
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<CallRefusal | null>(null)
  const [isSaved, setIsSaved] = useState(false)
  const rules = useMemo(
    () =>
      yup.object({
        mailpref: yup.string<MailChoices['mailpref']>().defined().required(t('mails.frequencyMissing')),
        mailto: yup.string().defined().required(t('mails.addressMissing')),
      }),
    [t],
  )
  const frequencies = MAIL_PREFERENCES.map((value) => ({ value, label: t(`mails.${value}`) }))
  return (
    <Form
      className={css.form}
      initial={{ mailpref, mailto }}
      rules={rules}
      busy={busy}
      refusal={refusal}
      onEdit={() => setRefusal(null)}
      onDirty={() => setIsSaved(false)}
      onSubmit={async (wanted) => {
        setBusy(true)
        setRefusal(null)
        setIsSaved(false)
        const answer = await askSecurity('saveMailChoices', wanted)
        setBusy(false)
        if (answer.ok) setIsSaved(true)
        else setRefusal(answer.refusal)
      }}
    >
      <SelectField name="mailpref" label={t('mails.frequency')} choices={frequencies} />
      {emails.length > 1 ? (
        <SelectField
          name="mailto"
          label={t('mails.address')}
          choices={emails.map((email) => ({ value: email, label: email }))}
        />
      ) : (
        <ReadOnlyField label={t('mails.address')} value={mailto} />
      )}
      <p className={css.note}>{t('mails.always')}</p>
      <div className={css.actions}>
        <Submit>{t('mails.save')}</Submit>
        <p role="status" className={css.saved}>
          {isSaved && t('mails.saved')}
        </p>
      </div>
      <FormBanner room={84} />
    </Form>
  )
}
