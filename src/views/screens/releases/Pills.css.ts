import { style } from '@vanilla-extract/css'
import { media, motion, oneLine, radius, vars } from '../../theme/tokens.css.ts'
import { type } from '../../theme/type.ts'

export const row = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 8,
  minHeight: 40,
  paddingBottom: 8,
  '@media': {
    [media.phone]: {
      flexWrap: 'nowrap',
      overflowX: 'auto',
      margin: '0 -16px',
      padding: '4px 16px 8px',
    },
  },
})
export const pill = style({
  ...type(13, 500),
  display: 'inline-flex',
  alignItems: 'center',
  gap: 6,
  minWidth: 0,
  maxWidth: '100%',
  '@media': { [media.phone]: { flex: 'none' } },
  height: 32,
  padding: '0 4px 0 14px',
  borderRadius: radius.full,
  background: vars.accentSoft,
  color: vars.text,
})
export const group = style({ flex: 'none', fontWeight: 400, color: vars.muted })
export const names = style({ ...oneLine, minWidth: 0, maxWidth: 320 })
export const bone = style({ width: 72, height: 10, borderRadius: 5, background: vars.skeleton })
export const more = style({
  ...type(11, 600),
  flex: 'none',
  padding: '1px 6px',
  borderRadius: radius.full,
  background: vars.press,
  fontVariantNumeric: 'tabular-nums',
})
export const clear = style({
  position: 'relative',
  display: 'grid',
  placeItems: 'center',
  flex: 'none',
  width: 24,
  height: 24,
  borderRadius: radius.full,
  color: vars.muted,
  transition: `background-color ${motion.quick}, color ${motion.quick}`,
  ':hover': { background: vars.hover, color: vars.text },
  ':active': { background: vars.press },
  '@media': {
    [media.touch]: { selectors: { '&::after': { content: '""', position: 'absolute', inset: -8 } } },
  },
})
