import { globalStyle, style } from '@vanilla-extract/css'
import { motion, radius, vars } from '../../theme/tokens.css.ts'

export const button = style({
  position: 'relative',
  display: 'grid',
  placeItems: 'center',
  width: 48,
  height: 40,
  borderRadius: radius.control,
  color: vars.muted,
  flex: 'none',
  transition: `background-color ${motion.quick}, color ${motion.quick}`,
  ':hover': { background: vars.hover, color: vars.text },
  ':active': { background: vars.press },
  selectors: { '&[aria-expanded="true"]': { background: vars.accentSoft, color: vars.text } },
})
/**
 * Its ring and number come and go with every download. What a press went down on must be there when it comes up, or
 * the browser makes no click of it (UI Events, "click": the nearest common ancestor of both).
 */
globalStyle(`${button} > *`, { pointerEvents: 'none' })
export const buttonRing = style({ position: 'absolute', color: vars.accent })
/** Drawn, not text: the button has a name, and its description says the number. */
export const count = style({
  fontSize: 11,
  lineHeight: '18px',
  fontWeight: 600,
  letterSpacing: 0,
  position: 'absolute',
  top: -1,
  right: 0,
  minWidth: 18,
  height: 18,
  padding: '0 5px',
  borderRadius: 9,
  background: vars.accent,
  color: vars.accentText,
  textAlign: 'center',
  '::after': { content: 'attr(data-count)' },
})
export const countHeld = style({ background: vars.caution, color: vars.cautionText })
export const countFailed = style({ background: vars.danger, color: vars.canvas })
