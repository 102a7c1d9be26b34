import { style } from '@vanilla-extract/css'
import { vars } from '../../theme/tokens.css.ts'

export const ring = style({ flex: 'none', transform: 'rotate(-90deg)' })
export const ringTrack = style({ stroke: vars.track })
// Without a transition: six that never end painted a long list anew with every frame (measured).
export const ringFill = style({ stroke: 'currentColor' })
