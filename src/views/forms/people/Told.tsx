import { CircleAlert, Info } from 'lucide-react'
import { Spoken } from '../../kit/time/Spoken.tsx'
import { cx } from '../../theme/cx.ts'
import * as form from '../form/form.css.ts'

interface Props {
  kind: 'info' | 'error'
  title: string
  body?: string | undefined
}

/** As `form/Notice`, which stays with the script of the sign-in as long as no form of a later screen shares it. */
export function Told({ kind, title, body }: Props) {
  const isError = kind === 'error'
  const Icon = isError ? CircleAlert : Info
  return (
    <div role={isError ? 'alert' : undefined} className={cx(form.banner, form.bannerKind[kind], form.alone)}>
      <Icon size={20} strokeWidth={1.75} className={form.bannerIcon[kind]} aria-hidden="true" />
      {!isError && <Spoken words={[title, body].filter(Boolean).join(' ')} />}
      <div>
        <p className={form.bannerTitle}>{title}</p> {body && <p className={form.bannerBody}>{body}</p>}
      </div>
    </div>
  )
}
