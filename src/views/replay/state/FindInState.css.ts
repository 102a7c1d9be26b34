import { style } from '@vanilla-extract/css'
import { mono } from '../../stateTree/mono.css.ts'
import { radius, vars } from '../../theme/tokens.css.ts'
import { type } from '../../theme/type.ts'

export const find = style({
  display: 'flex',
  alignItems: 'center',
  flexWrap: 'wrap',
  gap: 6,
  padding: '0 16px 10px',
  borderBottom: `1px solid ${vars.hairline}`,
})
const field = {
  height: 28,
  minWidth: 0,
  padding: '0 8px',
  border: `1px solid ${vars.outline}`,
  borderRadius: radius.control,
  background: vars.raised,
  color: vars.text,
  '::placeholder': { color: vars.faint },
  ':focus-visible': { borderColor: vars.accent },
} as const
export const findPath = style([mono, field, { flex: '2 1 100px' }])
export const findValue = style([mono, field, { flex: '1 1 56px' }])
export const findHow = style([mono, field, { padding: '0 2px', width: 54 }])
export const findWords = style({ ...type(12), flexBasis: '100%', color: vars.muted })
