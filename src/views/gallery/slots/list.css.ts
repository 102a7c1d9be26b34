import { globalStyle, style } from '@vanilla-extract/css'
import { media, motion, oneLine, radius, vars } from '../../theme/tokens.css.ts'
import { type } from '../../theme/type.ts'
import { scroller } from './gallery.css.ts'

/** Height of a row and of the head in px; the second is also what the container keeps free for it. */
export const ROW_HEIGHT = 56
export const HEAD_HEIGHT = 36

/** Width of the gallery, not of the window: sidebar and queue take their share. */
export const narrow = '(max-width: 859.98px)'
export const compact = '(max-width: 599.98px)'

/** The columns; artist and title take the width they were dragged to, as far as there is room (D-084). */
const columns = (...names: string[]) => names.join(' ')
const ARTIST = 'var(--column-artist, minmax(60px, 1.1fr))'
const TITLE = 'var(--column-title, minmax(60px, 1.45fr))'
const LABEL = 'minmax(60px, 1.1fr)'
const grid = {
  display: 'grid',
  alignItems: 'center',
  columnGap: 16,
  gridTemplateColumns: columns('20px', '40px', ARTIST, TITLE, '64px', '52px', '112px', LABEL, '112px'),
} as const
const narrowGrid = { gridTemplateColumns: columns('20px', '40px', ARTIST, TITLE, '64px', '112px', '112px') } as const

globalStyle(`${scroller}[data-list]`, {
  paddingTop: 0,
  rowGap: 0,
  // The head lies over the rows: this much of them cannot be seen.
  scrollPaddingTop: HEAD_HEIGHT,
  '@container': { [compact]: { scrollPaddingTop: 0, paddingTop: 4 } },
})
/** Highlights reach 12 px beyond the text. */
globalStyle(`${scroller}[data-list] > [role=rowgroup]`, { overflowClipMargin: 14 })

export const head = style({
  ...grid,
  position: 'sticky',
  top: 0,
  zIndex: 3,
  height: HEAD_HEIGHT,
  marginLeft: -12,
  // As wide as the rows, which reach into the scrollbar's gutter.
  width: 'calc(var(--rows, 100%) + 24px)',
  padding: '0 12px',
  background: vars.canvas,
  boxShadow: `0 1px ${vars.hairline}`,
  ...type(12, 500),
  color: vars.faint,
  '@container': {
    [narrow]: narrowGrid,
    // They are said alone; what sorts is in the menu of the list.
    [compact]: { position: 'absolute', width: 1, height: 1, padding: 0, overflow: 'hidden', clipPath: 'inset(50%)' },
  },
})
globalStyle(`${head} > * > *`, { '@container': { [compact]: { visibility: 'hidden' } } })

export const row = style({
  ...grid,
  position: 'absolute',
  top: 0,
  left: -12,
  width: 'calc(100% + 24px)',
  padding: '0 12px',
  contain: 'strict',
  borderRadius: radius.row,
  cursor: 'pointer',
  userSelect: 'none',
  WebkitUserSelect: 'none',
  ...type(14),
  color: vars.muted,
  '::after': {
    content: '""',
    position: 'absolute',
    insetInline: 12,
    bottom: 0,
    height: 1,
    background: vars.hairline,
  },
  selectors: {
    '&:focus-visible': { outlineOffset: -2 },
    '&[data-active]': { background: vars.hover },
    '&[data-selected]': { background: vars.accentSoft },
    '&[data-active]::after, &[data-selected]::after': { display: 'none' },
    '&[data-skeleton]': { cursor: 'default' },
  },
  '@container': {
    [narrow]: narrowGrid,
    [compact]: {
      // The actions make a column of their own when they come.
      gridTemplateColumns: '40px minmax(0, 1fr) auto',
      gridTemplateRows: '20px 20px',
      alignContent: 'center',
      columnGap: 12,
    },
  },
})

/** Tracks and label, which narrow galleries leave out. */
export const wideOnly = style({ '@container': { [narrow]: { display: 'none' } } })

/** Check, art and artist are one cell, so that cells and heads are seven of each. */
export const lead = style({
  gridColumn: '1 / span 3',
  display: 'grid',
  gridTemplateColumns: 'subgrid',
  alignItems: 'center',
  minWidth: 0,
  '@container': { [compact]: { display: 'contents' } },
})
export const thumb = style({
  position: 'relative',
  gridColumn: 2,
  width: 40,
  height: 40,
  borderRadius: radius.control,
  overflow: 'hidden',
  backgroundColor: vars.skeleton,
  '@container': { [compact]: { gridColumn: 1, gridRow: '1 / span 2' } },
})
globalStyle(`${thumb} > img`, { borderRadius: 0 })
export const rowArtist = style({
  ...oneLine,
  gridColumn: 3,
  // What is cut shows at its beginning, on the side it begins at.
  textAlign: 'start',
  '@container': { [compact]: { gridColumn: 2, gridRow: 2, ...type(13) } },
})
export const titleCell = style({
  display: 'flex',
  alignItems: 'center',
  gap: 6,
  minWidth: 0,
  '@container': { [compact]: { gridColumn: 2, gridRow: 1 } },
})
export const rowTitle = style({ ...oneLine, minWidth: 0, fontWeight: 600, color: vars.text })
export const mark = style({ flex: 'none', width: 14, height: 14, color: vars.faint })
export const had = style({ flex: 'none', width: 14, height: 14, color: vars.positive })
export const flagged = style({ flex: 'none', width: 13, height: 13, color: vars.caution })
export const shared = style({ flex: 'none', width: 14, height: 14, color: vars.accent })
export const number = style({
  ...oneLine,
  textAlign: 'right',
  fontVariantNumeric: 'tabular-nums',
  '@container': { [compact]: { gridColumn: 3, gridRow: '1 / span 2', ...type(13) } },
})
export const date = style({
  ...oneLine,
  fontVariantNumeric: 'tabular-nums',
  '@container': { [compact]: { display: 'none' } },
})
export const label = style({ ...oneLine })

/** The formats; the actions take their place, so that no column is kept empty for them. */
export const formats = style({
  position: 'relative',
  display: 'flex',
  justifyContent: 'flex-end',
  alignItems: 'center',
  gap: 6,
  height: '100%',
  '@container': { [compact]: { gridColumn: 4, gridRow: '1 / span 2', height: 40 } },
})
export const format = style({
  height: 18,
  padding: '0 5px',
  borderRadius: 4,
  boxShadow: `inset 0 0 0 1px ${vars.hairline}`,
  fontSize: 10,
  lineHeight: '18px',
  fontWeight: 600,
  letterSpacing: '0.03em',
  '@container': { [compact]: { display: 'none' } },
})
export const streamOnly = style({
  ...oneLine,
  ...type(12),
  color: vars.faint,
  '@container': { [compact]: { display: 'none' } },
})
globalStyle(`${row}:not([data-active]) ${formats}`, { '@container': { [compact]: { display: 'none' } } })
globalStyle(`${row}[data-active] ${format}, ${row}[data-active] ${streamOnly}`, { display: 'none' })
// Faint is never set on a tinted row.
globalStyle(`${row}[data-selected] ${streamOnly}, ${row}[data-active] ${mark}, ${row}[data-selected] ${mark}`, {
  color: vars.muted,
})

export const actions = style({ display: 'flex', gap: 2, position: 'relative' })
export const action = style({
  display: 'grid',
  placeItems: 'center',
  width: 36,
  height: 36,
  borderRadius: radius.control,
  color: vars.muted,
  selectors: {
    '&:hover:not([aria-disabled=true])': { background: vars.hover, color: vars.text },
    '&:active:not([aria-disabled=true])': { background: vars.press },
    '&[aria-expanded=true]': { background: vars.press, color: vars.text },
    '&:focus-visible': { outlineOffset: -2 },
  },
})
globalStyle(`${action}[aria-disabled=true] > svg`, { opacity: 0.42 })

/** Play lies over the small art. */
export const over = style({
  position: 'absolute',
  inset: 0,
  transition: `opacity ${motion.quick} ${motion.ease}`,
  '@starting-style': { opacity: 0 },
})
export const play = style({
  display: 'grid',
  placeItems: 'center',
  width: '100%',
  height: '100%',
  borderRadius: radius.control,
  background: '#0B0C0F99',
  color: '#FFFFFF',
  selectors: { '&:focus-visible': { outlineOffset: -2 } },
})
globalStyle(`${play}[aria-disabled=true] > svg`, { opacity: 0.42 })

/** Why an action is disabled: a row leaves no room above it, so it lies beside. */
export const tip = style({
  position: 'absolute',
  zIndex: 1,
  top: 'calc(50% - 12px)',
  right: 'calc(100% + 4px)',
  padding: '4px 8px',
  borderRadius: radius.control,
  background: vars.overlay,
  boxShadow: `0 0 0 1px ${vars.hairline}`,
  color: vars.text,
  whiteSpace: 'nowrap',
  ...type(12, 500),
  pointerEvents: 'none',
  opacity: 0,
})
globalStyle(`${action}[aria-disabled=true]:is(:hover, :focus-visible) ~ ${tip}`, { opacity: 1 })
globalStyle(`${row}[data-active] ${thumb}:has([aria-disabled=true])`, { overflow: 'visible' })
globalStyle(`${over} > ${tip}`, { right: 'auto', left: 'calc(100% + 8px)' })
globalStyle(`${play}[aria-disabled=true]:is(:hover, :focus-visible) ~ ${tip}`, { opacity: 1 })

// The playing mark over the small art, and the title in accent.
const bar = 'linear-gradient(#FFFFFF, #FFFFFF) no-repeat'
globalStyle(`${row}[data-playing]:not([data-active]) ${thumb}::after`, {
  content: '""',
  position: 'absolute',
  inset: 0,
  background: [
    `${bar} 12px 17px / 3px 11px`,
    `${bar} 18px 12px / 3px 16px`,
    `${bar} 24px 19px / 3px 9px`,
    '#0B0C0F99',
  ].join(', '),
})
// Forced colours take gradients away, which here are the mark itself.
globalStyle(`${row}[data-playing]:not([data-active]) ${thumb}::after`, {
  '@media': { [media.forced]: { forcedColorAdjust: 'none' } },
})
globalStyle(`${row}[data-playing] ${rowTitle}`, { color: vars.accent })

// Skeletons: the shape of the row, at rest.
globalStyle(
  `${row}[data-skeleton] ${rowArtist}::before, ${row}[data-skeleton] ${titleCell}::before, ${row}[data-skeleton] ${date}::before`,
  { content: '""', display: 'block', borderRadius: 6, background: vars.skeleton, height: 11 },
)
globalStyle(`${row}[data-skeleton] ${rowArtist}::before`, { width: '56%' })
globalStyle(`${row}[data-skeleton] ${titleCell}::before`, { width: '68%', height: 12 })
globalStyle(`${row}[data-skeleton] ${date}::before`, { width: 84 })
globalStyle(`${row}[data-broken] ${thumb}`, {
  backgroundImage: [
    `radial-gradient(circle, ${vars.canvas} 0 5%, ${vars.faint} 6% 9%, transparent 10%)`,
    `radial-gradient(circle, transparent 28%, ${vars.faint} 29% 32%, transparent 33%)`,
    `linear-gradient(${vars.raised}, ${vars.raised})`,
  ].join(', '),
})
