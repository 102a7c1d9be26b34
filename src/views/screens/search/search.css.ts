import { globalStyle, style } from '@vanilla-extract/css'
import { media, motion, oneLine, radius, vars } from '../../theme/tokens.css.ts'
import { type } from '../../theme/type.ts'

// ---- the page
export const page = style({
  flex: 1,
  minHeight: 0,
  overflowY: 'auto',
  overscrollBehavior: 'contain',
  scrollbarGutter: 'stable',
  padding: '0 32px 40px',
  containerType: 'inline-size',
  '@media': {
    [media.belowDesktop]: { padding: '0 24px 40px' },
    [media.phone]: { padding: '0 16px calc(96px + env(safe-area-inset-bottom))' },
  },
})
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
  '@media': { [media.phone]: { gap: 20, overflowX: 'auto', scrollbarWidth: 'none' } },
})
export const tabList = style({ display: 'flex', gap: 24, height: '100%', '@media': { [media.phone]: { gap: 20 } } })
export const tab = style({
  ...type(14, 500),
  position: 'relative',
  height: '100%',
  display: 'grid',
  placeItems: 'center',
  padding: '0 2px',
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

export const heading = style({ ...type(16, 600), flex: 1, minWidth: 0 })
export const sectionHead = style({
  display: 'flex',
  alignItems: 'center',
  gap: 16,
  minHeight: 32,
  margin: '24px 0 8px',
})
export const seeAll = style({
  ...type(13, 500),
  color: vars.accent,
  borderRadius: 4,
  padding: '2px 4px',
  margin: '0 -4px',
  ':hover': { textDecoration: 'underline' },
})
export const mark = style({
  background: vars.press,
  color: 'inherit',
  borderRadius: 3,
})

// ---- top results
export const cards = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(3, minmax(0, 1fr))',
  gap: 12,
  '@container': {
    '(max-width: 899.98px)': { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
    '(max-width: 559.98px)': { gridTemplateColumns: 'minmax(0, 1fr)', gap: 8 },
  },
})
export const card = style({
  position: 'relative',
  display: 'flex',
  alignItems: 'center',
  gap: 14,
  height: 88,
  padding: 12,
  borderRadius: radius.card,
  background: vars.surface,
  boxShadow: `inset 0 0 0 1px ${vars.hairline}`,
  transition: `background-color ${motion.quick}`,
  ':hover': { background: vars.raised },
  ':focus-within': { background: vars.raised },
})
export const words = style({ flex: 1, minWidth: 0 })
export const title = style({ ...type(14, 500), ...oneLine, display: 'block' })
export const cardTitle = style([title, { fontWeight: 600, letterSpacing: '-0.011em' }])
export const playing = style({ color: vars.accent })
export const line = style({ display: 'flex', alignItems: 'center', gap: 6, minWidth: 0 })
export const under = style({ ...type(13), ...oneLine, color: vars.muted })
/** A link that is as large as the row or card it names. */
export const cover = style({
  '::after': { content: '""', position: 'absolute', inset: 0, borderRadius: 'inherit' },
  selectors: { '&:focus-visible': { outline: 'none' } },
})
globalStyle(`:is(${card}):has(${cover}:focus-visible)`, { outline: `2px solid ${vars.accent}`, outlineOffset: 2 })
export const play = style({
  position: 'relative',
  zIndex: 1,
  width: 40,
  height: 40,
  display: 'grid',
  placeItems: 'center',
  borderRadius: '50%',
  background: vars.text,
  color: vars.canvas,
  flex: 'none',
  marginRight: 4,
  transition: `opacity ${motion.quick}, transform ${motion.quick}`,
  ':active': { transform: 'scale(0.96)' },
  '@media': {
    [media.hover]: {
      opacity: 0,
      selectors: { [`${card}:hover &, ${card}:focus-within &, &[aria-pressed="true"]`]: { opacity: 1 } },
    },
  },
})

// ---- blocks and rows
export const blocks = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  columnGap: 40,
  '@container': { '(max-width: 759.98px)': { gridTemplateColumns: 'minmax(0, 1fr)' } },
})
export const list = style({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', minWidth: 0 })
export const row = style({
  position: 'relative',
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  height: 56,
  margin: '0 -12px',
  padding: '0 12px',
  borderRadius: radius.row,
  transition: `background-color ${motion.quick}`,
  ':hover': { background: vars.hover },
  ':focus-within': { background: vars.hover },
})
globalStyle(`:is(${row}):has(${cover}:focus-visible)`, { outline: `2px solid ${vars.accent}`, outlineOffset: -2 })
export const aside = style({ ...type(13), color: vars.muted, flex: 'none', textAlign: 'right' })
export const rowArt = style({ position: 'relative', width: 40, height: 40, flex: 'none' })
export const rowPlay = style({
  position: 'absolute',
  zIndex: 1,
  inset: 0,
  display: 'grid',
  placeItems: 'center',
  borderRadius: 6,
  background: '#0B0C0FB8',
  color: '#FFFFFF',
  opacity: 0,
  transition: `opacity ${motion.quick}`,
  selectors: {
    [`${row}:hover &, ${row}:focus-within &, &[aria-pressed="true"]`]: { opacity: 1 },
    '&:focus-visible': { outlineOffset: 1 },
  },
})
export const rowActions = style({
  position: 'relative',
  zIndex: 1,
  display: 'flex',
  alignItems: 'center',
  flex: 'none',
  '@media': {
    [media.hover]: {
      position: 'absolute',
      right: 8,
      opacity: 0,
      selectors: { [`${row}:hover &, ${row}:focus-within &, ${row}:has([aria-expanded="true"]) &`]: { opacity: 1 } },
    },
  },
})
/** What the actions take the place of. */
export const rowRest = style([
  aside,
  {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'flex-end',
    gap: 10,
    minWidth: 64,
    '@media': {
      [media.hover]: {
        selectors: { [`${row}:hover &, ${row}:focus-within &, ${row}:has([aria-expanded="true"]) &`]: { opacity: 0 } },
      },
    },
  },
])
export const flag = style({ color: vars.caution, flex: 'none' })
export const onlyHover = style({ '@media': { [media.touch]: { display: 'none' } } })
export const album = style({
  ...type(13),
  ...oneLine,
  flex: '0 1 32%',
  color: vars.muted,
  '@container': { '(max-width: 759.98px)': { display: 'none' } },
})

export const initials = style({
  display: 'grid',
  placeItems: 'center',
  borderRadius: 8,
  flex: 'none',
  background: vars.press,
  color: vars.text,
  fontWeight: 600,
  lineHeight: 1,
})
export const logo = style({ borderRadius: 8, objectFit: 'cover', flex: 'none', background: vars.skeleton })

// ---- tables of artists and labels
const grid = {
  display: 'grid',
  alignItems: 'center',
  columnGap: 16,
  gridTemplateColumns: '40px var(--column-name, minmax(60px, 1fr)) var(--column-releases, minmax(60px, 160px)) 1fr',
  '@container': { '(max-width: 759.98px)': { gridTemplateColumns: '40px minmax(0, 1fr) 110px' } },
} as const
export const table = style({ minWidth: 0, marginTop: 12 })
export const tableHead = style({
  ...grid,
  ...type(12, 500),
  position: 'sticky',
  top: 48,
  zIndex: 2,
  height: 36,
  color: vars.faint,
  background: vars.canvas,
  boxShadow: `0 1px ${vars.hairline}`,
})
export const headCell = style({ position: 'relative', minWidth: 0 })
export const tableRow = style([row, { ...grid, gap: undefined }])
export const cell = style({ minWidth: 0 })
export const number = style({ ...type(14), color: vars.muted })

// ---- releases as cards
export const releaseGrid = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(180px, 42cqw), 1fr))',
  gap: '28px 20px',
  marginTop: 20,
  '@media': {
    [media.belowDesktop]: { gap: '24px 16px' },
    [media.phone]: { gap: '20px 12px' },
  },
})
export const release = style({
  position: 'relative',
  minWidth: 0,
  maxWidth: 214,
  borderRadius: radius.card,
  contentVisibility: 'auto',
  containIntrinsicSize: 'auto 214px auto 290px',
})
globalStyle(`:is(${release}):has(${cover}:focus-visible)`, { outline: `2px solid ${vars.accent}`, outlineOffset: 2 })
export const art = style({ position: 'relative', marginBottom: 10 })
export const artCover = style({ width: '100%' })
export const releaseTitle = style({ ...type(14, 600), ...oneLine, display: 'block', letterSpacing: '-0.011em' })
export const genres = style({ ...type(12), ...oneLine, minHeight: 16, marginTop: 2, color: vars.faint })
export const artPlay = style({
  position: 'absolute',
  zIndex: 1,
  right: 8,
  bottom: 8,
  width: 44,
  height: 44,
  display: 'grid',
  placeItems: 'center',
  borderRadius: '50%',
  background: '#FFFFFF',
  color: '#0B0C0F',
  boxShadow: '0 2px 8px #00000040',
  transition: `opacity ${motion.quick}, transform ${motion.quick}`,
  ':active': { transform: 'scale(0.96)' },
  '@media': {
    [media.hover]: {
      opacity: 0,
      selectors: { [`${release}:hover &, ${release}:focus-within &, &[aria-pressed="true"]`]: { opacity: 1 } },
    },
  },
})

// ---- profile
export const profileHead = style({ display: 'flex', alignItems: 'center', gap: 20, padding: '16px 0 4px' })
export const profileKind = style({ ...type(12, 500), color: vars.muted })
export const profileName = style({
  ...type(28, 600),
  overflowWrap: 'anywhere',
  '@media': { [media.phone]: { fontSize: 20, lineHeight: '28px', letterSpacing: '-0.018em' } },
})

// ---- the view with nothing typed
export const quiet = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 420px)',
  columnGap: 56,
  alignItems: 'start',
  '@container': { '(max-width: 759.98px)': { gridTemplateColumns: 'minmax(0, 1fr)' } },
})
export const recent = style({
  ...type(14, 500),
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  height: 44,
  margin: '0 -12px',
  padding: '0 12px',
  borderRadius: radius.row,
  color: vars.text,
  ':hover': { background: vars.hover },
  selectors: { '&:focus-visible': { outlineOffset: -2 } },
})
export const recentIcon = style({ color: vars.faint, flex: 'none' })
export const recentTerm = style({ ...oneLine, minWidth: 0 })
export const tip = style([
  recent,
  { height: 'auto', minHeight: 52, padding: '6px 12px', textAlign: 'left', width: 'calc(100% + 24px)' },
])
export const tipCode = style({
  ...type(13, 500),
  fontFamily: 'inherit',
  flex: 'none',
  minWidth: 152,
  padding: '4px 8px',
  borderRadius: radius.control,
  background: vars.press,
  color: vars.text,
})
export const tipText = style({ ...type(13), color: vars.muted, whiteSpace: 'normal' })
export const note = style({ ...type(13), color: vars.muted, padding: '8px 0' })

// ---- states
export const banner = style({
  ...type(14),
  display: 'flex',
  alignItems: 'center',
  flexWrap: 'wrap',
  gap: '8px 12px',
  minHeight: 52,
  marginTop: 16,
  padding: '8px 12px 8px 16px',
  borderRadius: radius.card,
  background: vars.surface,
  boxShadow: `inset 0 0 0 1px ${vars.hairline}`,
})
export const bannerWords = style({ flex: 1, minWidth: 200 })
export const bannerMore = style({ ...type(13), color: vars.muted })
export const danger = style({ color: vars.danger, flex: 'none' })
export const caution = style({ color: vars.caution, flex: 'none' })
export const empty = style({
  display: 'grid',
  justifyItems: 'center',
  gap: 8,
  padding: '12vh 16px 40px',
  textAlign: 'center',
})
export const emptyArt = style({ color: vars.faint, marginBottom: 12 })
export const emptyTitle = style({ ...type(20, 600), overflowWrap: 'anywhere', maxWidth: 640 })
export const emptyText = style({ ...type(14), color: vars.muted, marginBottom: 12 })
export const bone = style({ borderRadius: 6, background: vars.skeleton, display: 'block' })
export const roundBone = style([bone, { borderRadius: '50%' }])
