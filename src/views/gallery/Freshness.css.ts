import { keyframes, style } from '@vanilla-extract/css'
import { fade } from '../theme/fade.css.ts'
import { floating, media, motion, radius, vars } from '../theme/tokens.css.ts'
import { type } from '../theme/type.ts'

const drop = keyframes({ from: { opacity: 0, transform: 'translateY(-8px)' } })

/** Over the first rows, below the heads of a list. It takes no press beside its button. */
export const newcomers = style({
  position: 'absolute',
  zIndex: 4,
  top: 44,
  insetInline: 0,
  display: 'flex',
  justifyContent: 'center',
  pointerEvents: 'none',
})
export const pill = style({
  ...floating,
  ...type(13, 600),
  pointerEvents: 'auto',
  display: 'inline-flex',
  alignItems: 'center',
  gap: 6,
  height: 36,
  padding: '0 16px 0 12px',
  borderRadius: radius.full,
  background: vars.accent,
  color: vars.accentText,
  fontVariantNumeric: 'tabular-nums',
  animation: `${drop} ${motion.layer} ${motion.ease}`,
  selectors: {
    '&:hover': { background: vars.accentHover },
    '&:active': { background: vars.accentPress },
  },
  '@media': { [media.reduced]: { animationName: fade } },
})

export const pull = style({
  ...floating,
  position: 'absolute',
  zIndex: 4,
  top: -44,
  left: 'calc(50% - 18px)',
  width: 36,
  height: 36,
  display: 'grid',
  placeItems: 'center',
  borderRadius: '50%',
  background: vars.overlay,
  color: vars.muted,
  opacity: 0,
  pointerEvents: 'none',
  transform: 'translateY(var(--pull, 0px))',
  transition: `opacity ${motion.quick}, transform ${motion.layer} ${motion.ease}`,
  selectors: {
    // Under the finger it follows at once.
    '&[data-pulled]': { opacity: 1, transition: 'none' },
    '&[data-ready]': { color: vars.accent },
  },
})
const ring = { fill: 'none', strokeWidth: 2.5 } as const
export const rail = style({ ...ring, stroke: vars.track })
export const share = style({
  ...ring,
  stroke: 'currentColor',
  strokeLinecap: 'round',
  strokeDasharray: 'var(--share, 0) 1',
  transform: 'rotate(-90deg)',
  transformOrigin: 'center',
})
