import { Link, type LinkProps } from 'react-router-dom'
import { cx } from '../../theme/cx.ts'
import * as css from './Button.css.ts'

interface Props extends LinkProps {
  variant?: keyof typeof css.variant
  /** Height in px. */
  size?: keyof typeof css.size
  /** As wide as what it stands in. */
  wide?: boolean
}

/** A link that looks like the button it stands for. */
export function ButtonLink({ variant = 'link', size = 40, wide = false, className, ...rest }: Props) {
  return (
    <Link {...rest} className={cx(css.button, css.variant[variant], css.size[size], wide && css.wide, className)} />
  )
}
