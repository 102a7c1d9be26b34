// What floats over the end of the gallery while something is selected or decided.
import { keyframes, style } from '@vanilla-extract/css'
import { fade } from '../../theme/fade.css.ts'
import { floating, media, motion, radius, vars } from '../../theme/tokens.css.ts'
import { BAR_PX, MINI_PX, SHORT_MINI_PX } from '../slots/gallery.css.ts'

const arrive = keyframes({ from: { opacity: 0, transform: 'translateY(8px)' } })

export const bar = style({
  ...floating,
  position: 'absolute',
  insetInline: 16,
  bottom: 'max(16px, env(safe-area-inset-bottom))',
  zIndex: 5,
  display: 'flex',
  alignItems: 'center',
  height: BAR_PX,
  width: 'max-content',
  maxWidth: 'calc(100% - 32px)',
  marginInline: 'auto',
  borderRadius: radius.dialog,
  background: vars.overlay,
  animation: `${arrive} ${motion.layer} ${motion.ease}`,
  '@media': {
    [media.phone]: {
      insetInline: 8,
      bottom: 'calc(8px + env(safe-area-inset-bottom))',
      width: 'auto',
      maxWidth: 'none',
    },
    [media.reduced]: { animation: `${fade} 80ms linear` },
  },
})
/** The phone's mini player floats over the end of the list. */
export const abovePlayer = style({
  '@media': {
    [media.phone]: { marginBottom: MINI_PX },
    [`${media.phone} and ${media.short}`]: { marginBottom: SHORT_MINI_PX },
  },
})
