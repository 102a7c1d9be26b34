import { style } from '@vanilla-extract/css'
import { mono } from '../../stateTree/mono.css.ts'
import { radius, vars } from '../../theme/tokens.css.ts'
import { type } from '../../theme/type.ts'

export const filters = style({
  display: 'flex',
  alignItems: 'center',
  flexWrap: 'wrap',
  gap: 8,
  minHeight: 52,
  padding: '8px 12px 8px 16px',
  borderBottom: `1px solid ${vars.hairline}`,
})
export const choice = style({
  ...type(13, 500),
  display: 'inline-flex',
  alignItems: 'center',
  gap: 6,
  height: 32,
  padding: '0 8px 0 10px',
  borderRadius: radius.control,
  boxShadow: `inset 0 0 0 1px ${vars.hairline}`,
  background: vars.secondary,
  color: vars.muted,
  whiteSpace: 'nowrap',
  ':hover': { background: vars.secondaryHover },
})
export const narrowed = style({
  background: vars.accentSoft,
  color: vars.text,
  ':hover': { background: vars.accentSoft },
})
export const search = style({ position: 'relative', flex: '1 1 96px', minWidth: 96 })
export const glass = style({ position: 'absolute', left: 9, top: 9, color: vars.faint, pointerEvents: 'none' })
export const field = style({
  ...type(13),
  width: '100%',
  height: 32,
  padding: '0 8px 0 30px',
  border: `1px solid ${vars.outline}`,
  borderRadius: radius.control,
  background: vars.raised,
  color: vars.text,
  '::placeholder': { color: vars.faint },
  ':focus-visible': { borderColor: vars.accent },
})
export const count = style({ ...type(13), color: vars.muted, whiteSpace: 'nowrap' })
export const list = style({
  display: 'flex',
  flexDirection: 'column',
  minWidth: 260,
  maxHeight: 'min(var(--room), 420px)',
  overflowY: 'auto',
  padding: 8,
})
export const none = style({
  ...type(13, 500),
  flex: 'none',
  height: 32,
  padding: '0 8px',
  borderRadius: radius.control,
  textAlign: 'left',
  color: vars.accent,
  ':hover': { background: vars.hover },
  ':disabled': { color: vars.faint, background: 'none' },
})
export const option = style({
  display: 'flex',
  alignItems: 'center',
  flex: 'none',
  gap: 10,
  minHeight: 28,
  padding: '0 8px',
  borderRadius: radius.control,
  cursor: 'pointer',
  ':hover': { background: vars.hover },
})
export const optionName = style([mono, { flex: 1 }])
export const optionCount = style([mono, { color: vars.muted }])
