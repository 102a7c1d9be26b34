import { style } from '@vanilla-extract/css'
import { media, motion, radius, vars } from '../../theme/tokens.css.ts'
import { type } from '../../theme/type.ts'
import { TIGHTER } from './ListMenu.css.ts'

export const toggle = style({
  display: 'inline-flex',
  flex: 'none',
  height: 32,
  borderRadius: radius.control,
  boxShadow: `inset 0 0 0 1px ${vars.hairline}`,
  '@media': { [media.phone]: { height: 36 } },
})
export const choice = style({
  ...type(13, 500),
  position: 'relative',
  padding: '0 12px',
  borderRadius: radius.control,
  color: vars.muted,
  transition: `background-color ${motion.quick}, color ${motion.quick}`,
  ':hover': { color: vars.text },
  selectors: {
    '&[aria-checked="true"]': {
      background: vars.secondaryPress,
      color: vars.text,
      boxShadow: `inset 0 0 0 1px ${vars.hairline}`,
    },
  },
  '@container': { [TIGHTER]: { padding: '0 9px' } },
  '@media': {
    [media.touch]: { selectors: { '&::after': { content: '""', position: 'absolute', inset: '-6px 0' } } },
  },
})
export const menuButton = style({ '@media': { [media.phone]: { height: 36, width: 36 } } })
export const menu = style({ width: 216 })
export const item = style({
  ...type(14),
  display: 'flex',
  alignItems: 'center',
  gap: 10,
  width: '100%',
  minHeight: 36,
  padding: '0 10px',
  borderRadius: radius.control,
  textAlign: 'left',
  ':hover': { background: vars.hover },
  ':active': { background: vars.press },
  ':focus': { background: vars.hover },
  ':focus-visible': { background: vars.hover, outlineOffset: -2 },
  '@media': { [media.phone]: { minHeight: 44 } },
})
export const tick = style({ flex: 'none', color: vars.accent })
export const noTick = style({ visibility: 'hidden' })
export const rule = style({ height: 1, margin: '6px 0', border: 0, background: vars.hairline })
