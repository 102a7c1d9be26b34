import { style } from '@vanilla-extract/css'
import { vars } from './theme/tokens.css.ts'

export const splash = style({
  height: '100%',
  display: 'grid',
  placeItems: 'center',
  color: vars.faint,
  background: vars.canvas,
})
