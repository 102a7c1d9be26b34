import { Info } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { clearAccess, requestMail } from '#actions/people/access.ts'
import type { Refusal } from '#core/model/people/refusal.ts'
import { claims } from '#projections/session.ts'
import { useAccess } from '../../forms/access/useAccess.ts'
import { LongWait } from '../../forms/form/LongWait.tsx'
import { IconButton } from '../../kit/controls/Button.tsx'
import { ConfirmDialog } from '../../kit/overlays/ConfirmDialog.tsx'
import { useSignalValue } from '../../kit/useSignalValue.ts'
import { CallFailedDialog } from '../CallFailed.tsx'
import { asCallRefusal } from '../callFailure.ts'
import { LinkAction } from './LinkAction.tsx'
import * as css from './management.css.ts'

/** The vault is gone: nothing was sent (H-270). */
const UNASKED: Refusal = { code: 'UNREACHABLE', message: '' }

/** What the account costs, and the way to another password (ACCOUNT-005, ACCOUNT-006). */
export function AccountRows() {
  const { t } = useTranslation('security')
  const email = useSignalValue(claims)?.email ?? ''
  const [isAsking, setIsAsking] = useState(false)
  const { busy, refusal: refused, isEmailSent } = useAccess()
  const [unasked, setUnasked] = useState<Refusal | null>(null)
  const refusal = refused ?? unasked
  const close = () => {
    setUnasked(null)
    clearAccess()
  }
  // What was sent or refused before belongs to another page.
  useEffect(() => {
    clearAccess()
    return clearAccess
  }, [])
  return (
    <section className={css.section} aria-label={t('account.title')}>
      <ul className={css.list}>
        <li className={css.plainRow}>
          <span className={css.name}>{t('account.subscription')}</span>
          <span className={css.rowEnd}>
            {t('account.noSubscription')}
            <IconButton
              size={32}
              label={t('account.aboutSubscription')}
              hint={t('account.free')}
              icon={<Info size={16} strokeWidth={1.75} />}
              aria-description={t('account.free')}
            />
          </span>
        </li>
        <li className={css.plainRow}>
          <span className={css.name}>{t('account.password')}</span>
          <LinkAction href="/account-management" busy={busy} onAct={() => setIsAsking(true)}>
            {t('account.changePassword')}
          </LinkAction>
        </li>
      </ul>
      <p role="status" className={css.said}>
        {isEmailSent && refusal === null && !busy && t('account.mailSent', { email })}
      </p>
      {busy && <LongWait />}
      {isAsking && (
        <ConfirmDialog
          title={t('account.changePassword')}
          body={t('account.changeText', { email })}
          verb={t('account.sendLink')}
          onConfirm={() => {
            setIsAsking(false)
            setUnasked(null)
            requestMail('reset', email).catch(() => setUnasked(UNASKED))
          }}
          onClose={() => setIsAsking(false)}
        />
      )}
      {refusal !== null && <CallFailedDialog refusal={asCallRefusal(refusal)} onClose={close} />}
    </section>
  )
}
