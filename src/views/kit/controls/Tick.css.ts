import { style } from '@vanilla-extract/css'
import { vars } from '../../theme/tokens.css.ts'

/** A box to tick. */
export const tick = style({
  appearance: 'none',
  display: 'grid',
  placeItems: 'center',
  flex: 'none',
  margin: 0,
  width: 18,
  height: 18,
  borderRadius: 5,
  border: `1.5px solid ${vars.outline}`,
  background: 'transparent',
  cursor: 'pointer',
  selectors: {
    '&::after': {
      content: '""',
      width: 9,
      height: 5,
      marginTop: -3,
      borderLeft: `2px solid ${vars.accentText}`,
      borderBottom: `2px solid ${vars.accentText}`,
      transform: 'rotate(-45deg)',
      opacity: 0,
    },
    '&:checked': { background: vars.accent, borderColor: vars.accent },
    '&:checked::after': { opacity: 1 },
  },
  '@media': { '(forced-colors: active)': { appearance: 'auto' } },
})
