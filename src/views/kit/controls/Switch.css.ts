import { style } from '@vanilla-extract/css'
import { media, motion, vars } from '../../theme/tokens.css.ts'
import { type } from '../../theme/type.ts'

export const toggle = style({
  ...type(13),
  display: 'inline-flex',
  alignItems: 'center',
  gap: 8,
  minHeight: 32,
  borderRadius: 6,
  color: vars.muted,
  flex: 'none',
  ':disabled': { opacity: 0.42 },
})
export const track = style({
  position: 'relative',
  width: 32,
  height: 18,
  borderRadius: 9,
  background: vars.outline,
  transition: `background-color ${motion.quick}`,
  selectors: { [`${toggle}[aria-checked="true"] &`]: { background: vars.accent } },
  '@media': {
    [media.forced]: {
      border: '1px solid ButtonText',
      selectors: { [`${toggle}[aria-checked="true"] &`]: { background: 'Highlight', borderColor: 'Highlight' } },
    },
  },
})
export const thumb = style({
  position: 'absolute',
  top: 2,
  left: 2,
  width: 14,
  height: 14,
  borderRadius: '50%',
  background: vars.knob,
  transition: `transform ${motion.quick} ${motion.ease}`,
  selectors: {
    [`${toggle}[aria-checked="true"] &`]: { transform: 'translateX(14px)', background: vars.accentText },
  },
  '@media': {
    [media.forced]: {
      // Inside the track's edge.
      top: 1,
      left: 1,
      background: 'ButtonText',
      selectors: { [`${toggle}[aria-checked="true"] &`]: { background: 'HighlightText' } },
    },
  },
})
