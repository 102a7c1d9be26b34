/** A page of text and controls that scrolls by itself. */
import { style } from '@vanilla-extract/css'
import { pageScroller } from '../theme/scrollers.css.ts'
import { media, vars } from '../theme/tokens.css.ts'
import { type } from '../theme/type.ts'

export const scroller = style([
  pageScroller,
  {
    // What has the focus is seen above what lies over the end of the page.
    scrollPaddingBottom: 168,
  },
])
export const page = style({
  maxWidth: 888,
  padding: '24px 32px 40px',
  '@media': {
    [media.belowDesktop]: { padding: '8px 24px 40px' },
    [media.phone]: { padding: '8px 16px calc(112px + env(safe-area-inset-bottom))' },
  },
})
export const lead = style({ ...type(14), color: vars.muted, maxWidth: 640 })
export const actions = style({ display: 'flex', flexWrap: 'wrap', gap: 12, marginTop: 16 })
