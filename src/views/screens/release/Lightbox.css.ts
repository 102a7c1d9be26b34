import { style } from '@vanilla-extract/css'
import { radius } from '../../theme/tokens.css.ts'

export const button = style({
  display: 'block',
  width: '100%',
  alignSelf: 'start',
  borderRadius: radius.card,
  cursor: 'zoom-in',
})
/** As large as the picture is, and as fits. */
const EDGE = 'min(1400px, calc(100vw - 48px), calc(100dvh - 48px))'
export const panel = style({
  width: EDGE,
  height: EDGE,
  maxWidth: 'none',
  maxHeight: 'none',
  background: 'none',
  boxShadow: 'none',
  // No sheet: it stands in the middle on the phone as well.
  alignSelf: 'center',
  borderRadius: radius.card,
})
export const large = style({ width: '100%', height: '100%' })
export const close = style({ position: 'absolute', top: 12, right: 12 })
export const closeButton = style({
  background: '#0B0C0FB8',
  color: '#FFFFFF !important',
  ':hover': { background: '#0B0C0FE6 !important' },
})
