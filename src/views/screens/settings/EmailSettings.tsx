import '../../i18n/settings.ts'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { readProfile } from '#actions/people/profile.ts'
import { profile } from '#projections/profile.ts'
import { LongWait } from '../../forms/form/LongWait.tsx'
import { Spinner } from '../../kit/graphics/Spinner.tsx'
import { ListState } from '../../kit/lists/ListState.tsx'
import { LeavingButton } from '../../kit/overlays/LeavingButton.tsx'
import { useSignalValue } from '../../kit/useSignalValue.ts'
import { ConnectedEmails } from './ConnectedEmails.tsx'
import { LinkedEmailLanding } from './LinkedEmailLanding.tsx'
import { MailChoices } from './MailChoices.tsx'
import * as css from './settings.css.ts'

/** The addresses of the account and which mails go to them; the same at both of its doors (D-039). */
export function EmailSettings() {
  const { t } = useTranslation('settings')
  const held = useSignalValue(profile)
  useEffect(readProfile, [])
  const read = held?.profile ?? null
  return (
    <>
      <LinkedEmailLanding />
      {read !== null && (
        <>
          <ConnectedEmails emails={read.emails} />
          <MailChoices held={read} />
        </>
      )}
      {read === null && held?.status === 'error' && (
        <ListState art="broken" title={t('failed.title')} text={t('failed.text')} failed>
          <LeavingButton onClick={readProfile}>{t('failed.again')}</LeavingButton>
        </ListState>
      )}
      {read === null && held?.status !== 'error' && (
        <div>
          <p className={css.waiting}>
            <Spinner />
            <span>{t('loading')}</span>
          </p>
          <LongWait />
        </div>
      )}
    </>
  )
}
