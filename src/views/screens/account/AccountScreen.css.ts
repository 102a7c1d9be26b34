import { style } from '@vanilla-extract/css'
import { radius, vars } from '../../theme/tokens.css.ts'
import { type } from '../../theme/type.ts'

export const page = style({
  flex: 1,
  display: 'flex',
  flexDirection: 'column',
  gap: 16,
  padding: '8px 16px 96px',
  overflowY: 'auto',
})
export const group = style({
  borderRadius: radius.card,
  background: vars.surface,
  boxShadow: `inset 0 0 0 1px ${vars.hairline}`,
})
export const row = style({
  ...type(16, 500),
  display: 'flex',
  alignItems: 'center',
  gap: 14,
  width: '100%',
  minHeight: 52,
  padding: '0 16px',
  textAlign: 'left',
  borderRadius: radius.card,
  ':active': { background: vars.press },
})
export const icon = style({ color: vars.muted, flex: 'none' })
export const sign = style({ color: vars.faint, marginLeft: 'auto', flex: 'none' })
export const signOut = style({ height: 44 })
export const foot = style({ marginTop: 'auto', display: 'flex', justifyContent: 'center' })
