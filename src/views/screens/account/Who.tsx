import { BadgeCheck, Clock } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { claims } from '#projections/session.ts'
import { useSignalValue } from '../../kit/useSignalValue.ts'
import { cx } from '../../theme/cx.ts'
import { Avatar } from './Avatar.tsx'
import * as css from './Who.css.ts'

/** Name, address and standing of the person who is signed in. */
export function Who({ avatar = 40 }: { avatar?: number }) {
  const { t } = useTranslation('session')
  const who = useSignalValue(claims)
  if (!who) return null
  return (
    <div className={css.card}>
      <Avatar size={avatar} />
      <div className={css.words}>
        <div className={css.name} dir="auto">
          {who.fullname}
        </div>
        <div className={css.email}>{who.email}</div>
        <div className={cx(css.badge, who.verified ? css.verified : css.pending)}>
          {who.verified ? <BadgeCheck size={14} aria-hidden="true" /> : <Clock size={14} aria-hidden="true" />}
          {t(who.verified ? 'account.verified' : 'account.pending')}
        </div>
      </div>
    </div>
  )
}
