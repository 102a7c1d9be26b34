import { CircleAlert, Mail, Users, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../kit/controls/Button.tsx'
import { cx } from '../../theme/cx.ts'
import * as css from './invite.css.ts'
import type { InviteEntry } from './inviteDraft.state.ts'

export interface ListedEntry extends InviteEntry {
  readonly key: number
  /** Fades, and is gone then. */
  readonly leaving: boolean
}

interface Props {
  entries: readonly ListedEntry[]
  /** Whoever is connected already, by address in lower case. */
  connected: ReadonlySet<string>
  /** What the server has against an entry, by its key. */
  faults: ReadonlyMap<number, string>
  labelledBy: string
  waiting: boolean
  onRemove: (key: number) => void
}

/** Who is to be invited (INVITE-008, INVITE-010). */
export function InviteList({ entries, connected, faults, labelledBy, waiting, onRemove }: Props) {
  const { t } = useTranslation('network')
  if (entries.length === 0) return <p className={css.empty}>{t('form.empty')}</p>
  return (
    <ul aria-labelledby={labelledBy} className={css.list}>
      {entries.map(({ key, email, relationship, leaving }) => {
        const fault = faults.get(key)
        return (
          <li key={key} className={cx(css.entry, fault && css.wrong, leaving && css.leaving)} inert={leaving}>
            <Mail size={18} strokeWidth={1.75} className={css.entryIcon} aria-hidden="true" />
            <div className={css.entryWords}>
              <div className={css.entryEmail}>
                <bdi>{email}</bdi>
              </div>
              <div className={css.entryMore}>{t(`form.${relationship}`)}</div>
              {fault ? (
                <div className={css.entryFault}>
                  <CircleAlert size={14} aria-hidden="true" />
                  {fault}
                </div>
              ) : (
                connected.has(email) && (
                  <div className={css.entryNote}>
                    <Users size={14} aria-hidden="true" />
                    {t('form.connected')}
                  </div>
                )
              )}
            </div>
            {!waiting && (
              <IconButton
                size={32}
                label={t('form.remove', { email })}
                icon={<X size={16} aria-hidden="true" />}
                onClick={() => onRemove(key)}
              />
            )}
          </li>
        )
      })}
    </ul>
  )
}
