// What scrolls a page: beneath it the phone's mini player floats.
import { style } from '@vanilla-extract/css'
import { media } from './tokens.css.ts'

const end = { scrollPaddingBottom: 'calc(88px + env(safe-area-inset-bottom))' }

/** A page that is there whole. */
export const pageScroller = style({ '@media': { [media.phone]: end } })
/** A list of which only what is in sight is there. */
export const listScroller = style({ '@media': { [media.phone]: end } })
