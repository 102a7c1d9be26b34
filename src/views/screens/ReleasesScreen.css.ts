import { style } from '@vanilla-extract/css'
import { endSpace } from '../gallery/slots/gallery.css.ts'
import { media } from '../theme/tokens.css.ts'

/** The phone's mini player floats over the end of the list. */
export const list = style({
  display: 'flex',
  flexDirection: 'column',
  flex: 1,
  minHeight: 0,
  '@media': { [media.phone]: { vars: { [endSpace]: 'calc(80px + env(safe-area-inset-bottom))' } } },
})
