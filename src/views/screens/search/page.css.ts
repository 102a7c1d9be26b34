/** What holds an answer: the page of a search, and the view over another page while somebody types. */
import { style } from '@vanilla-extract/css'
import { pageScroller } from '../../theme/scrollers.css.ts'
import { media, motion, oneLine, vars } from '../../theme/tokens.css.ts'
import { type } from '../../theme/type.ts'

/** Under the tabs nothing is seen. */
const UNDER_TABS_PX = 56

export const page = style([
  pageScroller,
  {
    overscrollBehavior: 'contain',
    padding: '0 32px 40px',
    containerType: 'inline-size',
    '@media': {
      [media.belowDesktop]: { padding: '0 24px 40px' },
      [media.phone]: { padding: '0 16px calc(96px + env(safe-area-inset-bottom))' },
    },
    scrollPaddingTop: UNDER_TABS_PX,
  },
])
/** The search view while somebody types, over the page that was there. */
export const over = style([page, { position: 'absolute', inset: 0, zIndex: 4, background: vars.canvas }])
export const column = style({ minWidth: 0 })
export const tabs = style({
  position: 'sticky',
  top: 0,
  zIndex: 3,
  display: 'flex',
  alignItems: 'center',
  gap: 24,
  height: 48,
  background: vars.canvas,
  boxShadow: `0 1px ${vars.hairline}`,
  '@media': { [media.phone]: { gap: 20, overflowX: 'auto', scrollPaddingInline: 20, scrollbarWidth: 'none' } },
})
export const tabList = style({
  display: 'flex',
  gap: 24,
  height: '100%',
  // All five on a phone of 320.
  '@media': { [media.phone]: { gap: 20 }, '(max-width: 359.98px)': { gap: 10 } },
})
export const tab = style({
  ...type(14, 500),
  position: 'relative',
  height: '100%',
  display: 'grid',
  placeItems: 'center',
  padding: '0 2px',
  // Scrolled into sight it is there whole, whatever the browser rounds, and a little of its neighbour with it.
  scrollMarginInline: 16,
  // It is always in sight where the page counts nothing as seen.
  scrollMarginTop: -UNDER_TABS_PX,
  color: vars.muted,
  flex: 'none',
  transition: `color ${motion.quick}`,
  ':hover': { color: vars.text },
  selectors: {
    '&[aria-selected="true"]': { color: vars.text },
    '&[aria-selected="true"]::after': {
      content: '""',
      position: 'absolute',
      left: 0,
      right: 0,
      bottom: 0,
      height: 2,
      borderRadius: 1,
      background: vars.accent,
    },
    '&:focus-visible': { outlineOffset: -2 },
  },
})
export const resultsFor = style({
  ...type(13),
  ...oneLine,
  marginLeft: 'auto',
  color: vars.muted,
  '@media': { [media.phone]: { display: 'none' } },
})
export const overHead = style({
  display: 'flex',
  alignItems: 'center',
  gap: 16,
  height: 48,
  color: vars.muted,
  ...type(13),
})
export const overTerm = style({ ...oneLine, minWidth: 0 })
export const key = style({
  ...type(12, 500),
  marginLeft: 'auto',
  flex: 'none',
  '@media': { [media.phone]: { display: 'none' } },
})
