import { style } from '@vanilla-extract/css'
import { media, motion, vars } from '../../theme/tokens.css.ts'

export const art = style({
  position: 'relative',
  display: 'block',
  flex: 'none',
  overflow: 'hidden',
  background: vars.skeleton,
})
export const mosaic = style([art, { display: 'grid', gridTemplateColumns: '1fr 1fr', gridTemplateRows: '1fr 1fr' }])
export const none = style([art, { display: 'grid', placeItems: 'center', color: vars.faint }])
export const layer = style({
  position: 'absolute',
  inset: 0,
  opacity: 0,
  transition: `opacity ${motion.removal} ${motion.ease}`,
  '@media': { [media.reduced]: { transition: 'none' } },
})
export const shown = style({ opacity: 1 })
