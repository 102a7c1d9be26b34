import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { saveProfile } from '#actions/people/profile.ts'
import { MAIL_LANGUAGES } from '#core/model/people/fields/mailLanguages.ts'
import { MAIL_PREFERENCES, type MailEdits, type Profile } from '#core/model/people/profile.ts'
import { saveOf } from '#core/model/people/profileEntities.ts'
import { profile } from '#projections/profile.ts'
import { LongWait } from '../../forms/form/LongWait.tsx'
import { useErrorText } from '../../forms/settings/useErrorText.ts'
import { codeName } from '../../kit/codeName.ts'
import { Select } from '../../kit/controls/Select.tsx'
import { ConfirmDialog } from '../../kit/overlays/ConfirmDialog.tsx'
import { LeavingButton } from '../../kit/overlays/LeavingButton.tsx'
import { useSignalValue } from '../../kit/useSignalValue.ts'
import { Row, Section } from './Section.tsx'
import * as css from './settings.css.ts'

/** How often mails about releases come, where they go and in which language; each choice is saved at once (SETTINGS-019 to SETTINGS-023). */
export function MailChoices({ held }: { held: Profile }) {
  const { t, i18n } = useTranslation('settings')
  const state = useSignalValue(profile)
  /** The address that is asked about. */
  const [asking, setAsking] = useState<string | null>(null)
  const errorText = useErrorText()
  const unsaved = state?.unsavedMails
  const busy = unsaved?.isRefused === false
  // What was chosen stands at once, and stays where saving it failed, here or after the page was left.
  const edited = unsaved?.edits
  const refusal = saveOf(state, unsaved?.requestId)?.refusal
  const mailpref = edited?.mailpref ?? held.mailpref
  const mailto = edited?.mailto ?? held.mailto
  // Whoever chose none gets them in the first.
  const language = edited?.language ?? (held.language || MAIL_LANGUAGES[0])
  const languages = useMemo(() => {
    const codes = [...new Set<string>([...MAIL_LANGUAGES, language])]
    return codes.map((value) => ({ value, label: codeName('language', value, i18n.language) }))
  }, [i18n.language, language])
  /** What stands there now of what was chosen here, and not as it was chosen (H-040). */
  const changes = () => {
    const all = [
      mailto !== held.mailto && { name: t('mails.addressName'), value: held.mailto },
      mailpref !== held.mailpref && { name: t('mails.frequency'), value: t(`mails.${held.mailpref}`) },
      edited?.language !== undefined &&
        language !== held.language && {
          name: t('mails.language'),
          value: codeName('language', held.language || MAIL_LANGUAGES[0], i18n.language),
        },
    ]
    const said = all.flatMap((one) => (one ? [t('mails.change', one)] : []))
    return said.length > 0 ? t('mails.changed', { changes: said.join(', ') }) : ''
  }
  const choose = (edits: MailEdits) => saveProfile({ ...edited, ...edits })
  return (
    <Section title={t('mails.title')} lead={t('mails.lead')} kept="account" busy={busy}>
      <div className={css.card}>
        <Row label={t('mails.address')} wide>
          {(id) => (
            <Select
              id={id}
              value={asking ?? mailto}
              choices={held.emails.map((email) => ({ value: email, label: email }))}
              considered
              onChoose={(email) => email !== mailto && setAsking(email)}
            />
          )}
        </Row>
        <Row label={t('mails.frequency')} hint={t(`mails.${mailpref}Hint`)} wide>
          {(id, describedBy) => (
            <Select
              id={id}
              value={mailpref}
              choices={MAIL_PREFERENCES.map((value) => ({ value, label: t(`mails.${value}`) }))}
              describedBy={describedBy}
              considered
              onChoose={(value) => choose({ mailpref: value })}
            />
          )}
        </Row>
        <Row label={t('mails.language')} hint={t('mails.languageHint')} wide>
          {(id, describedBy) => (
            <Select
              id={id}
              value={language}
              choices={languages}
              describedBy={describedBy}
              considered
              onChoose={(value) => choose({ language: value })}
            />
          )}
        </Row>
      </div>
      {busy && <LongWait />}
      {unsaved?.isRefused && (
        <div role="alert" className={`${css.bad} ${css.below}`}>
          <p className={css.toldTitle}>{t('mails.failed')}</p>
          <p className={css.toldText}>
            {(refusal?.code === 'PROFILE_CHANGED' ? changes() : refusal && errorText(refusal)) || t('mails.failedText')}
          </p>
          <div className={css.toldActions}>
            <LeavingButton size={32} onClick={() => choose({})}>
              {t('mails.again')}
            </LeavingButton>
          </div>
        </div>
      )}
      {asking !== null && (
        <ConfirmDialog
          title={t('main.title')}
          body={t('main.text', { email: asking, before: mailto })}
          verb={t('main.confirm')}
          onConfirm={() => {
            choose({ mailto: asking })
            setAsking(null)
          }}
          onClose={() => setAsking(null)}
        />
      )}
    </Section>
  )
}
