import { style } from '@vanilla-extract/css'
import { media } from '../theme/tokens.css.ts'

/** A form, or what stands for one, in the middle of its side of the page. */
export const column = style({
  margin: 'auto 0',
  padding: '32px 0',
  display: 'grid',
  '@media': { [media.phone]: { margin: 0, padding: '20px 0 32px' } },
})
