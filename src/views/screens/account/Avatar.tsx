import { avatar as who } from '#projections/session.ts'
import { useSignalValue } from '../../kit/useSignalValue.ts'
import * as css from './Avatar.css.ts'

/** Grounds of the five avatar colours; each carries white at 4.5:1 or better. */
const GROUNDS = ['#2F6E5B', '#7A4FA3', '#A1472F', '#2F5FA8', '#8A5A12'] as const

/** Initials on the person's own colour (SHELL-010, SHELL-011). */
export function Avatar({ size = 32 }: { size?: number }) {
  const { initials, colour } = useSignalValue(who)
  return (
    <span
      className={css.avatar}
      style={{ width: size, height: size, fontSize: Math.round(size * 0.4), background: GROUNDS[colour] }}
      data-initials={initials}
      aria-hidden="true"
    />
  )
}
