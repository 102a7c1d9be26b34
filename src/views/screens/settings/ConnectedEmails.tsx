import { Plus, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router-dom'
import { emailKey } from '#core/model/people/fields/email.ts'
import { claims } from '#projections/session.ts'
import { ConnectEmailForm } from '../../forms/settings/ConnectEmailForm.tsx'
import { IconButton } from '../../kit/controls/Button.tsx'
import { useNavigate } from '../../kit/routing/RouterView.tsx'
import { useSignalValue } from '../../kit/useSignalValue.ts'
import { cx } from '../../theme/cx.ts'
import { closeOver } from '../closeOver.ts'
import { Section } from './Section.tsx'
import * as css from './settings.css.ts'
import { UnlinkDialog } from './UnlinkDialog.tsx'

/** In the address while another e-mail is being added: it is a link, and Back closes it. */
const ADDING = '#add-email'

/** The addresses of the account as pills; those that may go have a way to be removed (SETTINGS-007, SETTINGS-008). */
export function ConnectedEmails({ emails }: { emails: readonly string[] }) {
  const { t } = useTranslation('settings')
  const location = useLocation()
  const { search, hash } = location
  const navigate = useNavigate()
  const current = emailKey(useSignalValue(claims)?.email ?? '')
  const [unlinking, setUnlinking] = useState<string | null>(null)
  const list = useRef<HTMLUListElement>(null)
  return (
    <Section title={t('emails.title')} lead={t('emails.lead')} kept="account">
      <div className={cx(css.card, css.padded)}>
        <ul ref={list} aria-label={t('emails.title')} className={css.pills}>
          {emails.map((email) => {
            const isCurrent = emailKey(email) === current
            return (
              <li key={email} className={css.pill}>
                <span className={css.pillText}>{email}</span>
                {isCurrent && <span className={css.pillMark}>{t('emails.current')}</span>}
                {emails.length > 1 && !isCurrent ? (
                  <IconButton
                    size={32}
                    label={t('emails.remove', { email })}
                    icon={<X size={14} />}
                    onClick={() => setUnlinking(email)}
                  />
                ) : (
                  <span className={css.pillEnd} />
                )}
              </li>
            )
          })}
        </ul>
        <Link to={{ search, hash: ADDING }} state={{ opened: true }} className={css.add}>
          <Plus size={16} aria-hidden="true" />
          {t('emails.add')}
        </Link>
      </div>
      {hash === ADDING && <ConnectEmailForm onClose={() => closeOver(navigate, location, { search, hash: '' })} />}
      {unlinking !== null && <UnlinkDialog email={unlinking} onClose={() => setUnlinking(null)} />}
    </Section>
  )
}
