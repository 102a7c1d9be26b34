import { style } from '@vanilla-extract/css'
import { item as menuItem } from '../../kit/overlays/Popover.css.ts'
import { oneLine, radius, vars } from '../../theme/tokens.css.ts'
import { type } from '../../theme/type.ts'

export const button = style({
  ...type(12, 500),
  display: 'inline-flex',
  alignItems: 'center',
  gap: 4,
  flex: 'none',
  maxWidth: 116,
  height: 28,
  padding: '0 6px 0 10px',
  borderRadius: radius.control,
  border: `1px solid ${vars.hairline}`,
  color: vars.muted,
  ':hover': { background: vars.hover, color: vars.text },
  ':active': { background: vars.press },
})
export const compact = style({ width: 28, padding: 0, justifyContent: 'center' })
export const name = style({ ...oneLine, minWidth: 0 })
export const item = style([menuItem])
export const tick = style({ display: 'grid', width: 16, flex: 'none', color: vars.accent })
export const itemName = style({ ...oneLine, minWidth: 0 })
export const length = style({ ...type(12), marginLeft: 'auto', color: vars.muted })
