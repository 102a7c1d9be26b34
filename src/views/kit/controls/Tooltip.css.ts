import { keyframes, style } from '@vanilla-extract/css'
import { floating, motion, radius, vars } from '../../theme/tokens.css.ts'
import { type } from '../../theme/type.ts'

const appear = keyframes({ from: { opacity: 0 } })

export const trigger = style({ display: 'contents' })
export const tooltip = style({
  ...type(13),
  ...floating,
  position: 'fixed',
  inset: 'auto',
  maxWidth: 280,
  padding: '8px 12px',
  border: 0,
  borderRadius: radius.row,
  background: vars.overlay,
  color: vars.text,
  pointerEvents: 'none',
  overflowWrap: 'anywhere',
  animation: `${appear} ${motion.quick} ${motion.ease}`,
})
