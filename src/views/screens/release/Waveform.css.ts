import { style } from '@vanilla-extract/css'
import { forcedWave } from '../../music/waves/forcedWave.ts'
import { media, vars } from '../../theme/tokens.css.ts'
import { type } from '../../theme/type.ts'

export const box = style({ position: 'relative', display: 'block', minWidth: 0 })
export const canvas = style({
  position: 'absolute',
  inset: 0,
  width: '100%',
  height: '100%',
  cursor: 'pointer',
  // Read by the painter: the bars at rest, and those that were played.
  color: vars.outline,
  fill: vars.accent,
  '@media': {
    [media.forced]: forcedWave,
  },
})
/** Where the pointer is, and the time there. */
export const line = style({
  position: 'absolute',
  top: -2,
  bottom: -2,
  width: 1,
  background: vars.text,
  opacity: 0,
  pointerEvents: 'none',
  selectors: {
    [`${box}:hover &`]: { opacity: 1 },
    '&::after': {
      ...type(11),
      content: 'attr(data-time)',
      position: 'absolute',
      bottom: '100%',
      left: 0,
      transform: 'translateX(-50%)',
      padding: '0 5px',
      borderRadius: 4,
      background: vars.overlay,
      color: vars.text,
      fontVariantNumeric: 'tabular-nums',
    },
  },
})
