import { style } from '@vanilla-extract/css'
import { media, motion, radius, vars } from '../../theme/tokens.css.ts'
import { type } from '../../theme/type.ts'

export const form = style({
  position: 'relative',
  minWidth: 0,
  '@media': { [media.phone]: { flex: 1 } },
})
export const icon = style({ position: 'absolute', left: 12, top: 11, color: vars.muted, pointerEvents: 'none' })
export const input = style({
  ...type(14),
  width: '100%',
  height: 40,
  padding: '0 76px 0 40px',
  borderRadius: radius.card,
  border: `1px solid ${vars.outline}`,
  background: vars.raised,
  color: vars.text,
  outline: 'none',
  appearance: 'none',
  transition: `border-color ${motion.quick}`,
  '::placeholder': { color: vars.muted, opacity: 1 },
  ':hover': { borderColor: vars.muted },
  selectors: {
    '&:focus-visible': { borderColor: vars.accent, boxShadow: `0 0 0 1px ${vars.accent}` },
    '&::-webkit-search-cancel-button': { display: 'none' },
  },
  // Smaller letters would make a phone zoom in.
  '@media': {
    [media.phone]: { fontSize: 16, paddingRight: 44 },
    [media.forced]: { ':focus-visible': { outline: '2px solid Highlight' } },
  },
})
export const clear = style({ position: 'absolute', right: 2, top: 2 })
export const hint = style({
  ...type(12, 500),
  position: 'absolute',
  right: 10,
  top: 9,
  minWidth: 22,
  height: 22,
  lineHeight: '20px',
  textAlign: 'center',
  borderRadius: 5,
  border: `1px solid ${vars.hairline}`,
  color: vars.muted,
  pointerEvents: 'none',
  '@media': { [media.phone]: { display: 'none' }, [media.touch]: { display: 'none' } },
})
