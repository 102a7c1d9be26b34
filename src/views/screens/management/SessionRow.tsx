import { Monitor, Smartphone } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { PlayerSession } from '#core/model/people/sessions.ts'
import { mediumDate } from '#core/model/text/formats.ts'
import { Button } from '../../kit/controls/Button.tsx'
import * as css from './management.css.ts'
import { lastUse, sessionName, sessionPlace } from './sessionWords.ts'

const HANDHELD = new Set(['iPhone', 'iPad', 'Android'])

interface Props {
  session: PlayerSession
  /** What it is called where it is to be told from all others. */
  label: string
  /** Ms since 1970. */
  now: number
  busy: boolean
  onEnd: () => void
}

export function SessionRow({ session, label, now, busy, onEnd }: Props) {
  const { t, i18n } = useTranslation('security')
  const name = sessionName(session, t)
  const place = sessionPlace(session, t)
  const Sign = HANDHELD.has(session.system) ? Smartphone : Monitor
  return (
    <li className={css.row}>
      <Sign size={20} strokeWidth={1.75} className={css.sign} aria-hidden="true" />
      <div className={css.words}>
        <div className={css.name}>
          <span>{name}</span>
          {session.current && <span className={css.badge}>{t('sessions.current')}</span>}
          {session.publicdevice && <span className={css.badge}>{t('sessions.public')}</span>}
        </div>
        <div className={css.more}>
          {session.current ? t('sessions.seenNow') : lastUse(session, now, t, i18n.language)}
          {place !== '' && ` · ${place}`}
        </div>
        <div className={css.more}>{t(`sessions.how.${session.how}`, { date: mediumDate(session.began) })}</div>
      </div>
      {!session.current && (
        <div className={css.rowActions}>
          <Button size={32} busy={busy} aria-label={t('sessions.endNamed', { name: label })} onClick={onEnd}>
            {t('sessions.end')}
          </Button>
        </div>
      )}
    </li>
  )
}
