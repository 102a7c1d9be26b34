import { keyframes, style } from '@vanilla-extract/css'
import { media } from '../../theme/tokens.css.ts'

const turn = keyframes({ to: { transform: 'rotate(360deg)' } })
const breathe = keyframes({ '50%': { opacity: 0.35 } })

export const spinner = style({
  animation: `${turn} 900ms linear infinite`,
  '@media': {
    // A ring that neither turns nor breathes would look stuck.
    [media.reduced]: {
      animation: `${breathe} 1600ms linear infinite`,
      animationDuration: '1600ms !important',
      animationIterationCount: 'infinite !important',
    },
  },
})
