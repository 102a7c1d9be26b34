import { CircleCheck, Users } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { SentInvitation } from '#core/model/people/network.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { Dialog } from '../../kit/overlays/Dialog.tsx'
import * as css from './invite.css.ts'

interface Props {
  sent: readonly SentInvitation[]
  /** So many came onto the list too late. */
  left: number
  onMore: () => void
  onClose: () => void
}

/** What happened to each (INVITE-018, D-050). */
export function SentView({ sent, left, onMore, onClose }: Props) {
  const { t } = useTranslation('network')
  const title = useId()
  const mailed = sent.filter(({ status }) => status === 'sent').length
  return (
    <Dialog labelledBy={title} describedBy={`${title}l ${title}t`} className={css.panel} onClose={onClose}>
      <h2 id={title} className={css.title}>
        {t(mailed > 0 ? 'sent.title' : 'sent.noneTitle')}
      </h2>
      <p id={`${title}l`} className={css.lead}>
        {mailed > 0 ? t('sent.lead', { count: mailed }) : t('sent.none')}
      </p>
      {left > 0 && (
        <p id={`${title}t`} className={css.lead}>
          {t('sent.left', { count: left })}
        </p>
      )}
      <ul aria-label={t('sent.list')} className={css.sent}>
        {sent.map(({ invitee_email, relationship, status }) => (
          <li key={invitee_email} className={css.sentOne}>
            {status === 'sent' ? (
              <CircleCheck size={18} strokeWidth={1.75} className={css.sentIcon} aria-hidden="true" />
            ) : (
              <Users size={18} strokeWidth={1.75} className={css.entryIcon} aria-hidden="true" />
            )}
            <div className={css.entryWords}>
              <div className={css.entryEmail}>
                <bdi>{invitee_email}</bdi>
              </div>
              <div className={css.entryMore}>
                {status === 'sent'
                  ? t('sent.sent', { relationship: t(`form.${relationship}`) })
                  : t('sent.already_connected')}
              </div>
            </div>
          </li>
        ))}
      </ul>
      <div className={css.actions}>
        <Button onClick={onMore}>{t('sent.more')}</Button>
        <Button variant="primary" data-autofocus="" onClick={onClose}>
          {t('sent.done')}
        </Button>
      </div>
    </Dialog>
  )
}
