import { avatar as who } from '#projections/session.ts'
import { Initials } from '../../kit/graphics/Initials.tsx'
import { useSignalValue } from '../../kit/useSignalValue.ts'

/** Initials on the person's own colour (SHELL-010, SHELL-011). */
export function Avatar({ size = 32 }: { size?: number }) {
  return <Initials {...useSignalValue(who)} size={size} />
}
