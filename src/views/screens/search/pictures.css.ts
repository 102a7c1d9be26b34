import { style } from '@vanilla-extract/css'
import { vars } from '../../theme/tokens.css.ts'

export const initials = style({
  display: 'grid',
  placeItems: 'center',
  borderRadius: 8,
  flex: 'none',
  background: vars.press,
  color: vars.text,
  fontWeight: 600,
  lineHeight: 1,
})
export const logo = style({ borderRadius: 8, objectFit: 'cover', flex: 'none', background: vars.skeleton })
