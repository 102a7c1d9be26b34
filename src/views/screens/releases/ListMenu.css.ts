import { createContainer, globalStyle, style } from '@vanilla-extract/css'
import { media, motion, radius, vars } from '../../theme/tokens.css.ts'
import { type } from '../../theme/type.ts'

/** What fits depends on the room beside sidebar and queue, not on the window. */
const room = createContainer()
const TIGHT = `${room} (max-width: 1057.98px)`
export const TIGHTER = `${room} (max-width: 979.98px)`
/** A tablet held upright: all filters have room once they are words alone. */
export const UPRIGHT = `${room} (max-width: 809.98px)`

/** A phone of 320, or a page enlarged to that (WCAG 1.4.10). */
const TINY = `${room} (max-width: 339.98px)`

export const root = style({
  containerName: room,
  containerType: 'inline-size',
  flex: 'none',
  margin: '0 32px',
  '@media': { [media.belowDesktop]: { margin: '0 24px' }, [media.phone]: { margin: '0 16px' } },
})
export const row = style({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  minHeight: 52,
  '@container': { [TINY]: { flexWrap: 'wrap' } },
  '@media': {
    [media.phone]: { minHeight: 48 },
    // One line that scrolls: two would leave the releases nothing.
    [`${media.phone} and ${media.short}`]: {
      minHeight: 44,
      flexWrap: 'nowrap !important',
      overflowX: 'auto',
      scrollbarWidth: 'none',
    },
  },
})
export const filters = style({
  display: 'flex',
  gap: 8,
  minWidth: 0,
  // Where even that is too little the filters scroll; the padding leaves room for their focus rings.
  '@container': { [TIGHTER]: { gap: 4, overflowX: 'auto', padding: 4, margin: -4 } },
  '@media': { [media.phone]: { gap: 8, flex: 'none', overflow: 'visible' } },
})
/** On a phone the filters are one line that scrolls. */
export const scrolling = style({
  '@container': { [TINY]: { flexWrap: 'nowrap' } },
  overflowX: 'auto',
  margin: '0 -16px',
  padding: '0 16px',
})
export const spacer = style({ flex: 1, '@container': { [TINY]: { display: 'none' } } })
export const count = style({
  ...type(13),
  flex: 'none',
  marginRight: 8,
  color: vars.faint,
  whiteSpace: 'nowrap',
  fontVariantNumeric: 'tabular-nums',
  '@container': {
    [TIGHT]: { position: 'absolute', width: 1, height: 1, overflow: 'hidden', clipPath: 'inset(50%)', margin: 0 },
  },
})
export const request = style({
  ...type(13, 500),
  position: 'relative',
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  gap: 8,
  flex: 'none',
  minWidth: 32,
  height: 32,
  padding: '0 8px',
  borderRadius: radius.control,
  color: vars.muted,
  whiteSpace: 'nowrap',
  transition: `background-color ${motion.quick}, color ${motion.quick}`,
  ':hover': { background: vars.hover, color: vars.text },
  ':active': { background: vars.press },
  '@media': { [media.phone]: { height: 36 } },
})
export const requestWords = style({
  '@container': {
    [`${room} (min-width: 560px) and (max-width: 1093.98px)`]: {
      position: 'absolute',
      width: 1,
      height: 1,
      overflow: 'hidden',
      clipPath: 'inset(50%)',
    },
  },
})
export const show = style({
  ...type(13, 500),
  position: 'relative',
  display: 'inline-flex',
  alignItems: 'center',
  gap: 8,
  flex: 'none',
  height: 36,
  padding: '0 12px',
  borderRadius: radius.control,
  boxShadow: `inset 0 0 0 1px ${vars.hairline}`,
  color: vars.text,
  whiteSpace: 'nowrap',
  ':active': { background: vars.press },
  selectors: { '&::after': { content: '""', position: 'absolute', inset: '-4px 0' } },
  '@container': { [TINY]: { padding: '0 10px' } },
})
// The words say it; with the sign the way to the list would stand in a line of its own.
globalStyle(`${show} > svg`, { '@container': { [TINY]: { display: 'none' } } })
export const badge = style({
  ...type(11, 600),
  minWidth: 18,
  height: 18,
  lineHeight: '18px',
  padding: '0 5px',
  borderRadius: radius.full,
  background: vars.accent,
  color: vars.accentText,
  textAlign: 'center',
  fontVariantNumeric: 'tabular-nums',
})
export const view = style({ '@media': { [media.phone]: { width: 36, height: 36 } } })
