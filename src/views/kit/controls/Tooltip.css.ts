import { keyframes, style } from '@vanilla-extract/css'
import { floating, media, motion, radius, vars } from '../../theme/tokens.css.ts'
import { type } from '../../theme/type.ts'

/** Between what is explained and the bubble, px. */
export const GAP_PX = 8

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
  // A mouse that made it appear may go over to it (WCAG 1.4.13); it is in nobody else's way.
  pointerEvents: 'none',
  overflow: 'visible',
  overflowWrap: 'anywhere',
  animation: `${appear} ${motion.quick} ${motion.ease}`,
  // The way there.
  '::before': { content: '', position: 'absolute', inset: `${-GAP_PX}px 0`, zIndex: -1 },
  '@media': { [media.hover]: { selectors: { [`${trigger}:hover > &, &:hover`]: { pointerEvents: 'auto' } } } },
})
