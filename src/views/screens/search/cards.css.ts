/** The best results, as cards. */
import { globalStyle, style } from '@vanilla-extract/css'
import { media, motion, radius, vars } from '../../theme/tokens.css.ts'
import { cover, title } from './shared.css.ts'

export const cards = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(3, minmax(0, 1fr))',
  gap: 12,
  '@container': {
    '(max-width: 899.98px)': { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
    '(max-width: 559.98px)': { gridTemplateColumns: 'minmax(0, 1fr)', gap: 8 },
  },
})
export const card = style({
  position: 'relative',
  display: 'flex',
  alignItems: 'center',
  gap: 14,
  height: 88,
  padding: 12,
  borderRadius: radius.card,
  background: vars.surface,
  boxShadow: `inset 0 0 0 1px ${vars.hairline}`,
  transition: `background-color ${motion.quick}`,
  ':hover': { background: vars.raised },
  ':focus-within': { background: vars.raised },
})
export const cardTitle = style([
  title,
  {
    fontWeight: 600,
    letterSpacing: '-0.011em',
    display: '-webkit-box',
    WebkitBoxOrient: 'vertical',
    WebkitLineClamp: 2,
    whiteSpace: 'normal',
    overflowWrap: 'anywhere',
  },
])
globalStyle(`:is(${card}):has(${cover}:focus-visible)`, { outline: `2px solid ${vars.accent}`, outlineOffset: 2 })
export const play = style({
  position: 'relative',
  zIndex: 1,
  width: 40,
  height: 40,
  display: 'grid',
  placeItems: 'center',
  borderRadius: '50%',
  background: vars.text,
  color: vars.canvas,
  flex: 'none',
  marginRight: 4,
  transition: `opacity ${motion.quick}, transform ${motion.quick}`,
  ':active': { transform: 'scale(0.96)' },
  '@media': {
    [media.hover]: {
      opacity: 0,
      selectors: { [`${card}:hover &, ${card}:focus-within &, &[data-on]`]: { opacity: 1 } },
    },
  },
})
