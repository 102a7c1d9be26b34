import { CircleAlert, CircleCheck, Info } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '../../theme/cx.ts'
import * as css from './form.css.ts'

const ICONS = { info: Info, success: CircleCheck, error: CircleAlert } as const

interface Props {
  kind: keyof typeof ICONS
  title: string
  body?: string | undefined
  /** Something to do about it. */
  children?: ReactNode
}

/** A banner of a form that stands by itself. */
export function Notice({ kind, title, body, children }: Props) {
  const Icon = ICONS[kind]
  return (
    <div role="alert" data-type={kind} className={cx(css.banner, css.bannerKind[kind], css.alone)}>
      <Icon size={20} strokeWidth={1.75} className={css.bannerIcon[kind]} aria-hidden="true" />
      <div>
        <p className={css.bannerTitle}>{title}</p> {body && <p className={css.bannerBody}>{body}</p>}
        {children && <div className={css.inNotice}>{children}</div>}
      </div>
    </div>
  )
}
