import { style } from '@vanilla-extract/css'
import { endSpace } from '../../gallery/slots/gallery.css.ts'
import { pageScroller, UNDER_HEAD_PX } from '../../theme/scrollers.css.ts'
import { media, vars } from '../../theme/tokens.css.ts'
import { type } from '../../theme/type.ts'

const MARGIN = {
  margin: '0 32px',
  '@media': { [media.belowDesktop]: { margin: '0 24px' }, [media.phone]: { margin: '0 16px' } },
} as const

export const bar = style({ ...MARGIN, display: 'flex', alignItems: 'center', gap: 8, minHeight: 52, flex: 'none' })
export const count = style({ ...type(13), color: vars.faint, fontVariantNumeric: 'tabular-nums' })
export const view = style({ '@media': { [media.phone]: { width: 36, height: 36 } } })
export const spacer = style({ flex: 1 })
/** The phone's mini player floats over the end of the list. */
export const list = style({
  display: 'flex',
  flexDirection: 'column',
  flex: 1,
  minHeight: 0,
  '@media': { [media.phone]: { vars: { [endSpace]: 'calc(80px + env(safe-area-inset-bottom))' } } },
})
/** What scrolls under the row. */
export const scroller = style([
  pageScroller,
  {
    paddingBottom: 32,
    '@media': { [media.phone]: { paddingBottom: 112 } },
    scrollPaddingTop: UNDER_HEAD_PX,
  },
])
