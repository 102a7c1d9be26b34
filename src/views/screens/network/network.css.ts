import { globalStyle, style } from '@vanilla-extract/css'
import { BP_1024 } from '#core/model/constants.ts'
import { searchField, searchGlass } from '../../kit/controls/searchField.ts'
import { listScroller, UNDER_HEAD_PX } from '../../theme/scrollers.css.ts'
import { fromStart, media, motion, oneLine, radius, vars } from '../../theme/tokens.css.ts'
import { type } from '../../theme/type.ts'

/** Below this a row has two lines. */
export const NARROW = `(max-width: ${BP_1024 - 0.02}px)`
/** Height of a row, px. */
export const ROW_PX = 56
export const NARROW_ROW_PX = 68
/** On a phone the address has a line of its own: beside its state there is no room for it. */
export const PHONE_ROW_PX = 84

const MARGIN = {
  paddingInline: 32,
  '@media': { [media.belowDesktop]: { paddingInline: 24 }, [media.phone]: { paddingInline: 16 } },
} as const

export const bar = style({
  ...MARGIN,
  display: 'flex',
  alignItems: 'center',
  gap: '8px 12px',
  flex: 'none',
  paddingBlock: '20px 8px',
  '@media': {
    [media.belowDesktop]: { paddingInline: 24, paddingBlock: '8px' },
    [media.phone]: { flexWrap: 'wrap', paddingInline: 16, paddingBlock: '8px' },
  },
})
export const searchBox = style({
  position: 'relative',
  flex: '0 1 320px',
  minWidth: 160,
  '@media': { [media.phone]: { flex: '1 0 100%', order: 1 } },
})
export const searchIcon = style({ ...searchGlass, left: 12, top: 11 })
export const search = style({
  ...searchField,
  ...type(14),
  height: 40,
  padding: '0 40px 0 38px',
  borderRadius: radius.card,
  '@media': { [media.phone]: { height: 44, fontSize: 16 } },
})
globalStyle(`${searchBox} > svg`, { '@media': { [media.phone]: { top: 13 } } })
export const clear = style({ position: 'absolute', right: 4, top: 4, '@media': { [media.phone]: { top: 6 } } })
export const count = style({ ...type(13), color: vars.muted, fontVariantNumeric: 'tabular-nums' })
export const spacer = style({ flex: 1 })
export const note = style({
  ...type(13),
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  color: vars.muted,
  '@media': { [media.phone]: { width: '100%' } },
})
export const noteIcon = style({ flex: 'none', color: vars.caution })

export const failure = style({
  display: 'flex',
  alignItems: 'flex-start',
  gap: 12,
  margin: '4px 32px 8px',
  padding: '10px 8px 10px 14px',
  borderRadius: radius.card,
  background: `color-mix(in srgb, ${vars.danger} 12%, transparent)`,
  boxShadow: `inset 0 0 0 1px color-mix(in srgb, ${vars.danger} 36%, transparent)`,
  '@media': { [media.belowDesktop]: { marginInline: 24 }, [media.phone]: { marginInline: 16 } },
})
export const failureIcon = style({ color: vars.danger, flex: 'none', marginTop: 1 })
export const failureWords = style({ flex: 1, minWidth: 0 })
export const failureTitle = style({ ...type(14, 600), overflowWrap: 'anywhere' })
export const failureText = style({ ...type(13), color: vars.muted })

export const scroller = style([
  listScroller,
  {
    // Highlights reach 12 px beyond the text.
    padding: '0 10px 32px 20px',
    '@media': {
      [media.belowDesktop]: { padding: '0 12px 32px' },
      [media.phone]: { padding: '0 4px calc(112px + env(safe-area-inset-bottom))' },
    },
    ':focus': { outline: 'none' },
    scrollPaddingTop: UNDER_HEAD_PX,
  },
])

const columns = {
  display: 'grid',
  gridTemplateColumns: '40px minmax(0, 1fr) minmax(0, 1.4fr) 184px 76px',
  columnGap: 16,
  alignItems: 'center',
  paddingInline: 12,
  '@media': {
    [media.belowDesktop]: { gridTemplateColumns: '40px minmax(0, 1fr) minmax(0, 1.2fr) 160px 76px' },
    [NARROW]: { gridTemplateColumns: '40px minmax(0, 1fr) 40px', columnGap: 12 },
  },
} as const

export const headGroup = style({ position: 'sticky', top: 0, zIndex: 1, background: vars.canvas })
globalStyle(`${headGroup} *`, { scrollMarginTop: -UNDER_HEAD_PX })
export const head = style({
  ...columns,
  ...type(12, 500),
  height: 36,
  color: vars.muted,
})
/** Where a row has two lines, its address stands in the cell of its state; the heads of the last two are said alone. */
export const emailHead = style({ '@media': { [NARROW]: { display: 'none' } } })
export const saidHead = style({
  '@media': { [NARROW]: { position: 'absolute', clipPath: 'inset(50%)', width: 1, height: 1, overflow: 'hidden' } },
})
export const order = style({
  ...type(12, 500),
  display: 'inline-flex',
  alignItems: 'center',
  gap: 4,
  height: 28,
  margin: '0 -6px',
  padding: '0 6px',
  borderRadius: radius.control,
  color: vars.text,
  ':hover': { background: vars.hover },
})

export const body = style({ position: 'relative' })
export const row = style({
  ...columns,
  position: 'absolute',
  insetInline: 0,
  height: ROW_PX,
  borderRadius: radius.row,
  ':hover': { background: vars.hover },
  ':focus-within': { background: vars.hover },
  '@media': {
    ...columns['@media'],
    [NARROW]: {
      gridTemplateColumns: '40px minmax(0, 1fr) auto',
      columnGap: 12,
      gridTemplateRows: '20px 20px',
      alignContent: 'center',
      height: NARROW_ROW_PX,
    },
    [media.phone]: { gridTemplateRows: '20px 40px', height: PHONE_ROW_PX },
  },
})
export const face = style({ '@media': { [NARROW]: { gridRow: '1 / span 2' } } })
export const name = style({
  ...type(14, 600),
  ...oneLine,
  ...fromStart,
  '@media': { [NARROW]: { gridColumn: 2, gridRow: 1 } },
})
export const email = style({
  ...type(14),
  ...oneLine,
  color: vars.muted,
  '@media': { [NARROW]: { display: 'none' } },
})
export const verification = style({
  ...type(13, 500),
  display: 'flex',
  alignItems: 'center',
  gap: 6,
  minWidth: 0,
  '@media': { [NARROW]: { gridColumn: 2, gridRow: 2 }, [media.phone]: { flexWrap: 'wrap', rowGap: 0 } },
})
export const narrowEmail = style({
  ...oneLine,
  display: 'none',
  fontWeight: 400,
  color: vars.muted,
  minWidth: 0,
  '@media': { [NARROW]: { display: 'block' }, [media.phone]: { order: -1, flex: '1 0 100%' } },
})
export const words = style({ flex: 'none', whiteSpace: 'nowrap' })
export const verified = style({ color: vars.positive })
export const pending = style({ color: vars.caution })
export const sign = style({ flex: 'none' })
export const actions = style({
  display: 'flex',
  justifyContent: 'flex-end',
  transition: `opacity ${motion.quick}`,
  '@media': {
    [NARROW]: { gridColumn: 3, gridRow: '1 / span 2' },
    [media.hover]: { opacity: 0 },
    [media.phone]: { opacity: 1 },
  },
})
globalStyle(`${row}:is(:hover, :focus-within) > ${actions}`, { opacity: 1 })

export const bone = style({ borderRadius: radius.control, background: vars.skeleton, height: 14 })
export const boneFace = style([bone, { width: 40, height: 40, borderRadius: '50%' }])
