import { style } from '@vanilla-extract/css'
import { floating, radius, vars } from '../theme/tokens.css.ts'
import { type } from '../theme/type.ts'

export const skip = style({
  ...type(14, 600),
  ...floating,
  position: 'fixed',
  top: 8,
  left: 8,
  zIndex: 100,
  padding: '10px 16px',
  borderRadius: radius.control,
  background: vars.overlay,
  color: vars.text,
  selectors: { '&:not(:focus)': { transform: 'translateY(-200%)', boxShadow: 'none' } },
})
