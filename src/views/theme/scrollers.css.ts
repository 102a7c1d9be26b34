// What scrolls a page: beneath it the phone's mini player floats, and paper has no window to scroll in.
import { style } from '@vanilla-extract/css'
import { media } from './tokens.css.ts'

/**
 * What a head of a table that stays covers of its list, px: nothing is seen there, and what the head holds is in sight
 * nevertheless.
 */
export const UNDER_HEAD_PX = 44

/** It takes the room of a column, and its bar's room is kept. */
const fills = { flex: 1, minHeight: 0, overflowY: 'auto', scrollbarGutter: 'stable' } as const
const end = { scrollPaddingBottom: 'calc(88px + env(safe-area-inset-bottom))' }

/** A page that is there whole. */
export const pageScroller = style({
  ...fills,
  '@media': {
    [media.phone]: end,
    print: { overflow: 'visible !important', containerType: 'inline-size !important' as 'inline-size' },
  },
})
/** A list of which only what is in sight is there: a sheet holds what the window held. */
export const listScroller = style({
  ...fills,
  '@media': { [media.phone]: end, print: { height: '100vh', overflow: 'hidden !important' } },
})
