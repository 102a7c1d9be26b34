import { globalStyle, style } from '@vanilla-extract/css'
import { segments } from '../../kit/controls/Segments.css.ts'
import { searchField, searchGlass } from '../../kit/controls/searchField.ts'
import { listScroller, UNDER_HEAD_PX } from '../../theme/scrollers.css.ts'
import { fromStart, media, motion, oneLine, radius, vars } from '../../theme/tokens.css.ts'
import { type } from '../../theme/type.ts'

const MARGIN = {
  paddingInline: 32,
  '@media': { [media.belowDesktop]: { paddingInline: 24 }, [media.phone]: { paddingInline: 16 } },
} as const

// ---- the bar above the grid
export const bar = style({
  ...MARGIN,
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 8,
  minHeight: 52,
  paddingBlock: 4,
  flex: 'none',
})
export const count = style({
  ...type(13),
  color: vars.faint,
  fontVariantNumeric: 'tabular-nums',
  // Said, but not shown where there is no room for it.
  '@media': {
    [media.phone]: { position: 'absolute', clipPath: 'inset(50%)', width: 1, height: 1, overflow: 'hidden' },
  },
})
export const spacer = style({ flex: 1, '@media': { [media.phone]: { display: 'none' } } })
export const searchBox = style({
  position: 'relative',
  width: 240,
  '@media': { [media.phone]: { width: '100%', order: 1 } },
})
export const searchIcon = style({ ...searchGlass, left: 10, top: 8 })
export const search = style({
  ...searchField,
  ...type(13),
  height: 32,
  padding: '0 32px',
  borderRadius: radius.control,
  '@media': { [media.phone]: { height: 44, fontSize: 16, padding: '0 40px' } },
})
globalStyle(`${searchBox} > svg`, { '@media': { [media.phone]: { top: 14, left: 14 } } })
export const clearSearch = style({
  position: 'absolute',
  right: 2,
  top: 2,
  '@media': { [media.phone]: { top: 8, right: 6 } },
})
export const toggle = style([segments, { '@media': { [media.phone]: { marginRight: 'auto' } } }])

// ---- the grid
export const scroller = style([
  listScroller,
  {
    // Highlights reach 12 px beyond the text; the scrollbar's gutter is part of the right margin.
    padding: '8px 10px 32px 20px',
    '@media': {
      [media.belowDesktop]: { padding: '8px 12px 32px' },
      [media.phone]: { padding: '8px 4px 112px' },
    },
  },
])
export const grid = style({ display: 'grid', gap: '8px 0', listStyle: 'none', margin: 0, padding: 0 })
/** A row of cards with what keeps it apart from the next. */
export const ROW_PX = 152
/** What is between two rows belongs to the upper one, so that a row is as high as its cells. */
export const cards = style([grid, { rowGap: 0 }])
export const cell = style({
  minWidth: 0,
  paddingBottom: 8,
  contentVisibility: 'auto',
  containIntrinsicSize: 'auto 144px',
})
export const card = style({
  position: 'relative',
  display: 'flex',
  alignItems: 'center',
  gap: 16,
  padding: 12,
  borderRadius: radius.card,
  transition: `background-color ${motion.quick}`,
  cursor: 'pointer',
  ':hover': { background: vars.hover },
  ':focus-within': { background: vars.hover },
  selectors: { '&[data-selected]': { background: vars.press } },
})
export const artBox = style({ position: 'relative', flex: 'none', borderRadius: radius.card, overflow: 'hidden' })
/** A hairline inside the art's edge. */
export const edge = style({
  position: 'absolute',
  inset: 0,
  borderRadius: radius.card,
  boxShadow: `inset 0 0 0 1px ${vars.hairline}`,
  pointerEvents: 'none',
})
export const scrim = style({
  position: 'absolute',
  inset: 0,
  background: 'linear-gradient(180deg, #0B0C0F00 40%, #0B0C0F8C)',
  opacity: 0,
  transition: `opacity ${motion.quick} ${motion.ease}`,
  pointerEvents: 'none',
})
/** Over the art and over the link that fills the card. */
export const playBox = style({
  position: 'absolute',
  left: 12,
  top: 12,
  width: 120,
  height: 120,
  zIndex: 1,
  pointerEvents: 'none',
})
export const play = style({
  pointerEvents: 'auto',
  position: 'absolute',
  right: 8,
  bottom: 8,
  display: 'grid',
  placeItems: 'center',
  width: 44,
  height: 44,
  borderRadius: '50%',
  background: '#FFFFFF',
  color: '#0E0F12',
  opacity: 0,
  transition: `opacity ${motion.quick} ${motion.ease}, transform ${motion.quick} ${motion.ease}`,
  selectors: {
    '&:hover:not([aria-disabled="true"])': { transform: 'scale(1.05)' },
    '&:active:not([aria-disabled="true"])': { transform: 'scale(0.96)' },
    '&[aria-disabled="true"]': { background: '#FFFFFF99', cursor: 'default' },
    '&[data-on]': { opacity: 1 },
  },
  '@media': { [media.touch]: { opacity: 1 } },
})
globalStyle(`${card}:is(:hover, :focus-within, [data-selected]) :is(${play}, ${scrim})`, { opacity: 1 })
globalStyle(`${card}:is(:hover, :focus-within, [data-selected]) ${play}[aria-disabled="true"]`, { opacity: 0.6 })
export const words = style({ minWidth: 0, flex: 1 })
export const name = style({
  ...type(16, 600),
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 2,
  overflow: 'hidden',
  overflowWrap: 'anywhere',
  letterSpacing: '-0.011em',
})
export const link = style({
  color: 'inherit',
  // The whole card is what is pressed; the ring stands around it.
  '::after': { content: '""', position: 'absolute', inset: 0, borderRadius: radius.card },
  ':focus-visible': { outline: 'none' },
  selectors: { '&:focus-visible::after': { outline: `2px solid ${vars.accent}`, outlineOffset: 2 } },
})
export const desc = style({ ...type(13), ...oneLine, ...fromStart, color: vars.muted, marginTop: 2 })
export const songs = style({ ...type(12), color: vars.faint, marginTop: 4, fontVariantNumeric: 'tabular-nums' })
globalStyle(`${card}:is(:hover, :focus-within, [data-selected]) ${songs}`, { color: vars.muted })
/** Above the link that fills the card. */
export const above = style({ position: 'relative', zIndex: 1, flex: 'none' })
export const starred = style({ selectors: { '&[aria-pressed="true"]': { color: vars.caution } } })
export const bone = style({ display: 'block', borderRadius: 6, background: vars.skeleton })
export const more = style({ display: 'grid', placeItems: 'center', minHeight: 56 })
export const moreFailed = style({
  ...type(13),
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'center',
  gap: '8px 12px',
  color: vars.muted,
})

// ---- one playlist
export const page = style([
  listScroller,
  {
    paddingBottom: 32,
    '@media': { [media.phone]: { paddingBottom: 112 } },
    scrollPaddingTop: UNDER_HEAD_PX,
  },
])
export const head = style({
  ...MARGIN,
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr)',
  gap: 28,
  paddingTop: 16,
  paddingBottom: 24,
  '@media': {
    [media.belowDesktop]: { paddingInline: 24 },
    [media.phone]: { paddingInline: 16, gap: 16, paddingTop: 8 },
  },
})
export const headWords = style({ display: 'flex', flexDirection: 'column', justifyContent: 'center', minWidth: 0 })
export const title = style({
  ...type(28, 600),
  overflowWrap: 'anywhere',
  '@media': { [media.phone]: { fontSize: 20, lineHeight: '28px', letterSpacing: '-0.018em' } },
})
export const about = style({ ...type(14), color: vars.muted, marginTop: 4, overflowWrap: 'anywhere' })
export const summary = style({ ...type(13), color: vars.faint, marginTop: 8, fontVariantNumeric: 'tabular-nums' })
export const notAsWav = style({ ...type(12), color: vars.muted, flex: '1 1 100%', margin: 0, order: 1 })
export const buttons = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 8,
  marginTop: 20,
  '@media': { [media.phone]: { gridColumn: '1 / -1', marginTop: 0 } },
})
/** What belongs together and goes to the next line together; on a phone of 320 to two. */
export const together = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 8,
  minWidth: 0,
  '@media': { [media.phone]: { gap: 6 } },
})
// Without its sign the first leaves room for the last in the same line.
globalStyle(`${together} > :first-child span:has(> svg)`, { '@media': { [media.phone]: { display: 'none' } } })
export const danger = style({ selectors: { '&:hover:not([aria-disabled="true"])': { color: vars.danger } } })
export const skeletonRows = style({ ...MARGIN, display: 'grid', gap: 16, paddingTop: 44 })
