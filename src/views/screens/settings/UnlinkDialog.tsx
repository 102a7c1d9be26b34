import { useEffect, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { askForLink } from '#actions/people/linkedEmails.ts'
import { clearProfileMail } from '#actions/people/profile.ts'
import { profile } from '#projections/profile.ts'
import { LongWait } from '../../forms/form/LongWait.tsx'
import * as css from '../../forms/PlaylistForm.css.ts'
import { Failed, Sent } from '../../forms/settings/ConnectEmailForm.tsx'
import * as own from '../../forms/settings/settings.css.ts'
import { useErrorText } from '../../forms/settings/useErrorText.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { Dialog } from '../../kit/overlays/Dialog.tsx'
import { useSignalValue } from '../../kit/useSignalValue.ts'

/** Asks whether an address is to be taken off, and says that its mail was sent (SETTINGS-024 to SETTINGS-026). */
export function UnlinkDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const { t } = useTranslation('settings')
  const id = useId()
  const held = useSignalValue(profile)
  const started = held?.splitEmailStarted ?? null
  const refusal = held?.splitEmailError ?? null
  const errorText = useErrorText('emailUnlinkingFailed')
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
        <>
          <p id={`${id}b`} className={own.lead}>
            {t('unlink.text', { email })}
          </p>
          {refusal !== null && <Failed title={t('unlink.failed')} text={errorText(refusal)} />}
          {busy && <LongWait />}
          <div className={css.actions}>
            <Button data-autofocus="" onClick={onClose}>
              {t('unlink.keep')}
            </Button>
            <Button variant="primary" busy={busy} onClick={() => void askForLink('split', email)}>
              {t('unlink.confirm')}
            </Button>
          </div>
        </>
      )}
    </Dialog>
  )
}
