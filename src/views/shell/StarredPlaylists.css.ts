import { style } from '@vanilla-extract/css'
import { media, motion, oneLine, radius, vars } from '../theme/tokens.css.ts'
import { type } from '../theme/type.ts'

export const nav = style({
  display: 'grid',
  alignContent: 'start',
  gap: 2,
  marginTop: 16,
  marginBottom: 12,
  minHeight: 0,
  overflowY: 'auto',
  boxShadow: `inset 0 1px ${vars.hairline}`,
  // The focus ring is drawn outside its link.
  padding: '12px 4px 4px',
  marginInline: -4,
  // Beside the links no room is left for them: all of it scrolls as one piece.
  '@media': { [media.short]: { flex: 'none', overflowY: 'visible' } },
})
export const title = style({ ...type(12, 500), color: vars.faint, padding: '0 10px 6px' })
export const link = style({
  ...type(14, 500),
  display: 'flex',
  alignItems: 'center',
  gap: 10,
  height: 40,
  padding: '0 6px',
  borderRadius: radius.control,
  color: vars.muted,
  flex: 'none',
  minWidth: 0,
  transition: `background-color ${motion.quick}, color ${motion.quick}`,
  ':hover': { background: vars.hover, color: vars.text },
  ':active': { background: vars.press },
  selectors: { '&[aria-current="page"]': { background: vars.press, color: vars.text } },
})
export const name = style({ ...oneLine, minWidth: 0 })
