import type { ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router-dom'
import { cx } from '../../theme/cx.ts'
import * as css from './Button.css.ts'

interface Props extends Pick<LinkProps, 'to' | 'state' | 'onClick'> {
  variant?: 'primary' | 'link'
  /** As wide as what it stands in. */
  wide?: boolean
  children: ReactNode
}

/** A link that looks like the button it stands for. */
export function ButtonLink({ variant = 'link', wide = false, children, ...rest }: Props) {
  return (
    <Link {...rest} className={cx(css.button, css.variant[variant], css.size[40], wide && css.wide)}>
      {children}
    </Link>
  )
}
