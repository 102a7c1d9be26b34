import { style } from '@vanilla-extract/css'
import { media, motion, oneLine, radius, vars } from '../../theme/tokens.css.ts'
import { type } from '../../theme/type.ts'

export const fieldBox = style({
  position: 'relative',
  padding: '8px 8px 4px',
  flex: 'none',
  '@media': { [media.phone]: { padding: '4px 20px 8px' } },
})
export const fieldIcon = style({
  position: 'absolute',
  left: 18,
  top: 18,
  color: vars.muted,
  pointerEvents: 'none',
  '@media': { [media.phone]: { left: 32, top: 18 } },
})
export const field = style({
  ...type(14),
  width: '100%',
  height: 36,
  padding: '0 12px 0 34px',
  border: 0,
  borderRadius: radius.row,
  boxShadow: `inset 0 0 0 1px ${vars.outline}`,
  background: 'none',
  color: vars.text,
  '::placeholder': { color: vars.muted, opacity: 1 },
  ':focus-visible': { outline: `2px solid ${vars.accent}`, outlineOffset: -1 },
  '@media': { [media.phone]: { height: 44, fontSize: 16 } },
})
export const list = style({
  flex: '0 1 auto',
  minHeight: 0,
  overflowY: 'auto',
  overscrollBehavior: 'contain',
  padding: 6,
  scrollPadding: 6,
  ':focus': { outline: 'none' },
  ':focus-visible': { outline: 'none' },
  '@media': { [media.phone]: { padding: '0 12px' } },
})
export const option = style({
  ...type(14),
  display: 'flex',
  alignItems: 'center',
  gap: 10,
  minHeight: 36,
  padding: '0 10px',
  borderRadius: radius.control,
  cursor: 'default',
  userSelect: 'none',
  selectors: {
    '&:hover': { background: vars.hover },
    '&:active': { background: vars.press },
    // Enter in the field above ticks it as well.
    [`${list}:focus-visible &[data-active], ${fieldBox}:focus-within + ${list} &[data-active]`]: {
      background: vars.hover,
      outline: `2px solid ${vars.accent}`,
      outlineOffset: -2,
    },
  },
  '@media': { [media.phone]: { minHeight: 48, gap: 14, fontSize: 16, padding: '0 8px' } },
})
export const box = style({
  display: 'grid',
  placeItems: 'center',
  flex: 'none',
  width: 18,
  height: 18,
  borderRadius: 5,
  boxShadow: `inset 0 0 0 1.5px ${vars.outline}`,
  transition: `background-color ${motion.quick}`,
  '@media': {
    [media.phone]: { width: 20, height: 20 },
    // Its edge is a shadow, which forced colours take away.
    [media.forced]: { border: '1.5px solid CanvasText' },
  },
})
export const boxOn = style({ background: vars.accent, color: vars.accentText, boxShadow: 'none' })
export const logo = style({
  flex: 'none',
  width: 20,
  height: 20,
  borderRadius: radius.full,
  objectFit: 'cover',
  background: vars.skeleton,
})
export const name = style({ ...oneLine, minWidth: 0 })
export const none = style({
  ...type(13),
  color: vars.muted,
  textAlign: 'center',
  selectors: { '&:not(:empty)': { padding: '8px 16px 20px' } },
})
