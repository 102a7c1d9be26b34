import { CircleAlert, Info } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import { cx } from '../../theme/cx.ts'
import * as css from './form.css.ts'

interface Props {
  kind: 'error' | 'info'
  title: string
  body: string
  children?: ReactNode
  /** Of a box that is one already. */
  isInside?: boolean | undefined
  ref?: Ref<HTMLDivElement>
}

/** What is said of a form as a whole, spoken as it appears. */
export function Banner({ kind, title, body, children, isInside, ref }: Props) {
  const Icon = kind === 'error' ? CircleAlert : Info
  return (
    <div
      ref={ref}
      role="alert"
      data-type={kind}
      className={cx(css.banner, isInside ? css.inside : css.bannerKind[kind])}
    >
      <Icon size={20} strokeWidth={1.75} className={css.bannerIcon[kind]} aria-hidden="true" />
      <div>
        <p className={css.bannerTitle}>{title}</p> <p className={css.bannerBody}>{body}</p>
        {children}
      </div>
    </div>
  )
}
