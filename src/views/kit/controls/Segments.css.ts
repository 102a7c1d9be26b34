/** A few choices side by side, one of which holds: a radiogroup of buttons. */
import { style } from '@vanilla-extract/css'
import { media, motion, radius, vars } from '../../theme/tokens.css.ts'
import { type } from '../../theme/type.ts'

export const segments = style({
  display: 'inline-flex',
  flex: 'none',
  height: 32,
  borderRadius: radius.control,
  boxShadow: `inset 0 0 0 1px ${vars.hairline}`,
  '@media': { [media.phone]: { height: 36 } },
})
export const segment = style({
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
      // The ground alone is hardly seen beside the others.
      boxShadow: `inset 0 0 0 1px ${vars.outline}`,
    },
  },
  '@media': {
    [media.touch]: { selectors: { '&::after': { content: '""', position: 'absolute', inset: '-6px 0' } } },
  },
})
