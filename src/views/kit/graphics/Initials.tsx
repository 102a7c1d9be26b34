import { visuallyHidden } from '../../theme/hidden.css.ts'
import * as css from './Initials.css.ts'

/** Grounds of the five colours; each carries white at 4.5:1 or better. */
const GROUNDS = ['#2F6E5B', '#7A4FA3', '#A1472F', '#2F5FA8', '#8A5A12'] as const

interface Props {
  initials: string
  /** 0 to 4. */
  colour: number
  /** px */
  size: number
}

/** One or two letters on a round ground. */
export function Initials({ initials, colour, size }: Props) {
  return (
    <span
      className={css.avatar}
      style={{ width: size, height: size, fontSize: Math.round(size * 0.4), background: GROUNDS[colour] }}
      data-initials={initials}
      aria-hidden="true"
    >
      <span className={visuallyHidden}>{initials}</span>
    </span>
  )
}
