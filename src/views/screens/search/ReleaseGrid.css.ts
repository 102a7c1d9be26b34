import { globalStyle, style } from '@vanilla-extract/css'
import { media, motion, oneLine, radius, vars } from '../../theme/tokens.css.ts'
import { type } from '../../theme/type.ts'
import { cover } from './shared.css.ts'

export const releaseGrid = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(180px, 42cqw), 1fr))',
  gap: '28px 20px',
  marginTop: 20,
  '@media': {
    [media.belowDesktop]: { gap: '24px 16px' },
    [media.phone]: { gap: '20px 12px' },
  },
})
export const release = style({
  position: 'relative',
  minWidth: 0,
  maxWidth: 214,
  borderRadius: radius.card,
  contentVisibility: 'auto',
  containIntrinsicSize: 'auto 214px auto 290px',
})
globalStyle(`:is(${release}):has(${cover}:focus-visible)`, { outline: `2px solid ${vars.accent}`, outlineOffset: 2 })
export const art = style({ position: 'relative', marginBottom: 10 })
export const artCover = style({ width: '100%' })
export const releaseTitle = style({ ...type(14, 600), ...oneLine, display: 'block', letterSpacing: '-0.011em' })
export const genres = style({ ...type(12), ...oneLine, minHeight: 16, marginTop: 2, color: vars.faint })
export const artPlay = style({
  position: 'absolute',
  zIndex: 1,
  right: 8,
  bottom: 8,
  width: 44,
  height: 44,
  display: 'grid',
  placeItems: 'center',
  borderRadius: '50%',
  background: '#FFFFFF',
  color: '#0B0C0F',
  boxShadow: '0 2px 8px #00000040',
  transition: `opacity ${motion.quick}, transform ${motion.quick}`,
  ':active': { transform: 'scale(0.96)' },
  '@media': {
    [media.hover]: {
      opacity: 0,
      selectors: { [`${release}:hover &, ${release}:focus-within &, &[data-on]`]: { opacity: 1 } },
    },
  },
})
