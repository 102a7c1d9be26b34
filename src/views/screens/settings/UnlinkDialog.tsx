import { useEffect, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { askForLink } from '#actions/people/linkedEmails.ts'
import { clearProfileMail } from '#actions/people/profile.ts'
import { profile } from '#projections/profile.ts'
import { Form } from '../../forms/form/Form.tsx'
import { LongWait } from '../../forms/form/LongWait.tsx'
import { Submit } from '../../forms/form/Submit.tsx'
import * as css from '../../forms/PlaylistForm.css.ts'
import { Sent, Unsent } from '../../forms/settings/ConnectEmailForm.tsx'
import * as own from '../../forms/settings/settings.css.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { Dialog } from '../../kit/overlays/Dialog.tsx'
import { useSignalValue } from '../../kit/useSignalValue.ts'

const NOTHING = {}
/** It has no field that could be wrong. */
const noRules = (values: object) => ({ errors: {}, sent: values })
/** The server counts the account. */
const FOR_ALL = [] as const

/** Asks whether an address is to be taken off, and says that its mail was sent (SETTINGS-024 to SETTINGS-026). */
export function UnlinkDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const { t } = useTranslation('settings')
  const id = useId()
  const held = useSignalValue(profile)
  const started = held?.splitEmailStarted ?? null
  const refusal = held?.splitEmailError ?? null
  // What was asked for before is not about this one, and whoever closes it is done with it (SETTINGS-029).
  useEffect(() => {
    clearProfileMail('split')
    return () => clearProfileMail('split')
  }, [])
  const busy = started !== null && !started.sent
  return (
    <Dialog
      alert
      labelledBy={`${id}t`}
      describedBy={`${id}b`}
      className={css.panel}
      onClose={busy ? undefined : onClose}
    >
      <h2 id={`${id}t`} className={css.title}>
        {t('unlink.title')}
      </h2>
      {started?.sent ? (
        <Sent title={t('unlink.sent')} text={t('unlink.sentText', { email })} id={`${id}b`} onClose={onClose} />
      ) : (
        <Form
          initial={NOTHING}
          rules={noRules}
          busy={busy}
          refusal={refusal}
          waitsFor={FOR_ALL}
          onSubmit={() => void askForLink('split', email)}
        >
          <p id={`${id}b`} className={own.lead}>
            {t('unlink.text', { email })}
          </p>
          <Unsent title={t('unlink.failed')} failed="emailUnlinkingFailed" />
          {busy && <LongWait />}
          <div className={css.actions}>
            <Button data-autofocus="" onClick={onClose}>
              {t('unlink.keep')}
            </Button>
            <Submit>{t('unlink.confirm')}</Submit>
          </div>
        </Form>
      )}
    </Dialog>
  )
}
