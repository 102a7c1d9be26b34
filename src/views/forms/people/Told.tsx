import { CircleAlert, Info } from 'lucide-react'
import { cx } from '../../theme/cx.ts'
import * as form from '../form/form.css.ts'

interface Props {
  kind: 'info' | 'error'
  title: string
  body?: string | undefined
}

/** As `form/Notice`, which stays with the script of the sign-in as long as no form of a later screen shares it. */
export function Told({ kind, title, body }: Props) {
  const Icon = kind === 'error' ? CircleAlert : Info
  return (
    <div role={kind === 'error' ? 'alert' : 'status'} className={cx(form.banner, form.bannerKind[kind], form.alone)}>
      <Icon size={20} strokeWidth={1.75} className={form.bannerIcon[kind]} aria-hidden="true" />
      <div>
        <p className={form.bannerTitle}>{title}</p> {body && <p className={form.bannerBody}>{body}</p>}
      </div>
    </div>
  )
}
