import { createContainer, style } from '@vanilla-extract/css'
import { pageScroller } from '../../theme/scrollers.css.ts'
import { media, oneLine, vars } from '../../theme/tokens.css.ts'
import { type } from '../../theme/type.ts'
import { around } from './PromoPanel.css.ts'

// ---- what the dialog and the page share
export const kind = style({ ...type(12, 500), color: vars.muted })
export const title = style({
  ...type(28, 600),
  overflowWrap: 'anywhere',
  '@media': { [media.phone]: { fontSize: 20, lineHeight: '28px', letterSpacing: '-0.018em' } },
})
/** The dialog has room for two lines; the page shows all of it. */
export const titleCut = style({
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 2,
  overflow: 'hidden',
})
export const titleMark = style({ display: 'inline-flex', marginLeft: 8, verticalAlign: 'middle' })
export const artist = style({ ...type(16), color: vars.muted, overflowWrap: 'anywhere' })
export const labelLine = style({
  ...type(13),
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '6px 14px',
  marginTop: 8,
  color: vars.muted,
})
export const label = style({ display: 'inline-flex', alignItems: 'center', gap: 8, maxWidth: '100%' })
export const labelName = style({ ...oneLine, minWidth: 0 })
export const labelMark = style({
  display: 'grid',
  placeItems: 'center',
  width: 20,
  height: 20,
  borderRadius: 4,
  background: vars.press,
  color: vars.text,
  fontSize: 11,
  fontWeight: 600,
  flex: 'none',
})
export const labelLogo = style({ width: 20, height: 20, borderRadius: 4, objectFit: 'cover' })
export const buttons = style({ display: 'flex', flexWrap: 'wrap', gap: 8 })
/** Beneath the buttons, however many stand in their line. */
export const notAsWav = style({ ...type(12), color: vars.muted, flex: '1 1 100%', margin: 0 })
export const playWords = style({ display: 'inline-grid', justifyItems: 'start' })
/** A word that is not there: its room is. */
export const playRoom = style({
  height: 0,
  overflow: 'hidden',
  visibility: 'hidden',
  '::after': { content: 'attr(data-word)' },
})
export const grow = style({ '@media': { [media.phone]: { flex: '1 1 auto' } } })
export const quiet = style({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 4 })
export const done = style({ color: vars.positive, opacity: '1 !important' })
export const bone = style({ borderRadius: 6, background: vars.skeleton })
export const boneWords = style({
  borderRadius: 4,
  background: vars.skeleton,
  '::after': { content: 'attr(data-word)', visibility: 'hidden' },
})

// ---- dialog
/** Beside the head the songs have no room of their own: the dialog scrolls as one piece. */
const LOW = '(max-height: 500px)'
export const dialog = style({
  width: 'min(880px, 100%)',
  display: 'flex',
  flexDirection: 'column',
  maxHeight: 'min(100%, 760px)',
  '@media': { [media.phone]: { height: 'calc(100% - 24px)', maxHeight: 'none' } },
})
export const dialogClose = style({
  position: 'absolute',
  top: 16,
  right: 16,
  zIndex: 1,
  '@media': {
    [`${media.tabletUp} and ${LOW}`]: {
      position: 'sticky',
      alignSelf: 'flex-end',
      height: 0,
      margin: '16px 16px -16px',
    },
    [media.phone]: { position: 'static', padding: '6px 6px 0', flex: 'none' },
  },
})
export const dialogHead = style({
  display: 'grid',
  gridTemplateColumns: '192px minmax(0, 1fr)',
  gap: 24,
  padding: '24px 24px 16px',
  flex: 'none',
  '@media': { [media.phone]: { gridTemplateColumns: '96px minmax(0, 1fr)', gap: 16, padding: '4px 16px 12px' } },
})
export const dialogWords = style({ display: 'flex', flexDirection: 'column', minWidth: 0 })
export const dialogTop = style({ paddingRight: 44, minWidth: 0 })
export const dialogButtons = style({
  marginTop: 'auto',
  paddingTop: 12,
  '@media': { [media.phone]: { gridColumn: '1 / -1', padding: 0 } },
})
export const dialogQuiet = style({
  padding: '0 14px 12px',
  borderBottom: `1px solid ${vars.hairline}`,
  flex: 'none',
  '@media': { [media.phone]: { padding: '0 6px 8px' } },
})
export const push = style({ marginLeft: 'auto' })
export const dialogList = style({
  overflowY: 'auto',
  minHeight: 0,
  flex: 1,
  padding: '0 24px 24px',
  overscrollBehavior: 'contain',
  '@media': {
    [media.phone]: { padding: '0 16px calc(16px + env(safe-area-inset-bottom))' },
    [LOW]: { flex: 'none', overflowY: 'visible' },
  },
})
export const dialogFade = style({
  position: 'absolute',
  left: 0,
  right: 0,
  bottom: 0,
  height: 32,
  background: `linear-gradient(transparent, ${vars.surface})`,
  pointerEvents: 'none',
  '@media': { [LOW]: { display: 'none' } },
})

// ---- page
// The panel stays while the column scrolls beside it; where there is no room beside, it lies below.
export const page = style([
  pageScroller,
  {
    minWidth: 0,
    containerType: 'size',
    containerName: around,
    display: 'flex',
    flexWrap: 'wrap',
    alignContent: 'flex-start',
    scrollbarGutter: 'auto',
  },
])
/** What stands beside the promotional e-mail. */
const beside = createContainer()
/** The art gives way, so that facts and downloads keep a line each: with the margins of a tablet later. */
const TIGHT = `${beside} (max-width: 803.98px)`
const TIGHT_TABLET = `${beside} (max-width: 743.98px)`
/** Only the headline stands beside the art, as on the phone. */
export const NARROW = `${beside} (max-width: 699.98px)`
/** Not even facts alone have room in one line. */
const NARROWEST = `${beside} (max-width: 559.98px)`
export const main = style({
  flex: '1 1 480px',
  minWidth: 0,
  containerType: 'inline-size',
  containerName: beside,
})
export const column = style({
  maxWidth: 1440,
  padding: '24px 32px 40px',
  '@media': {
    [media.belowDesktop]: { padding: '16px 24px 40px' },
    [media.phone]: { padding: '8px 16px calc(96px + env(safe-area-inset-bottom))' },
  },
})
const smaller = { gridTemplateColumns: '160px minmax(0, 1fr)', gap: 24 } as const
const smallest = { gridTemplateColumns: '104px minmax(0, 1fr)', gap: 16 } as const
export const pageHead = style({
  display: 'grid',
  gridTemplateColumns: '232px minmax(0, 1fr)',
  gap: 28,
  '@media': {
    [media.desktop]: { '@container': { [TIGHT]: smaller, [NARROW]: smallest } },
    [media.belowDesktop]: {
      gridTemplateColumns: '192px minmax(0, 1fr)',
      gap: 24,
      '@container': { [TIGHT_TABLET]: smaller, [NARROW]: smallest },
    },
    [media.phone]: smallest,
  },
})
const wholeLine = { gridColumn: '1 / -1' } as const
export const pageWords = style({
  display: 'flex',
  flexDirection: 'column',
  minWidth: 0,
  // On the phone only the headline stands beside the art; the rest takes the whole width below.
  '@media': { [media.phone]: { display: 'contents' } },
  '@container': { [NARROW]: { display: 'contents' } },
})
export const headline = style({ minWidth: 0, maxWidth: '100%', alignSelf: 'start' })
export const facts = style({
  display: 'flex',
  gap: '8px 18px',
  margin: '14px 0 16px',
  '@media': { [media.phone]: { ...wholeLine, flexWrap: 'wrap', margin: 0, gap: '8px 20px' } },
  '@container': { [NARROW]: { ...wholeLine, margin: 0 }, [NARROWEST]: { flexWrap: 'wrap' } },
})
/** All stand in one line: a long name of a label takes two. */
export const fact = style({ display: 'grid', alignContent: 'start', minWidth: 'max-content' })
export const longFact = style([fact, { minWidth: 72 }])
export const factName = style({ ...type(12), color: vars.faint })
export const factValue = style({ ...type(13), color: vars.text, overflowWrap: 'anywhere' })
export const pageButtons = style({ '@media': { [media.phone]: wholeLine }, '@container': { [NARROW]: wholeLine } })
export const pageQuiet = style({
  marginTop: 8,
  marginLeft: -10,
  '@media': { [media.phone]: { ...wholeLine, marginTop: -8 } },
  '@container': { [NARROW]: { ...wholeLine, marginTop: -8 } },
})

/** The room of a button of a glyph alone, px as in kit's Button. */
export const glyphRoom = style({
  display: 'grid',
  placeItems: 'center',
  gridTemplate: '20px / 20px',
  width: 36,
  height: 36,
})

export const tabs = style({
  display: 'flex',
  alignItems: 'center',
  gap: 24,
  height: 44,
  marginTop: 24,
  borderBottom: `1px solid ${vars.hairline}`,
})
export const tab = style({
  ...type(14, 500),
  position: 'relative',
  display: 'flex',
  alignItems: 'center',
  gap: 6,
  height: 44,
  borderRadius: 4,
  color: vars.muted,
  ':hover': { color: vars.text },
  selectors: {
    '&[aria-selected="true"]': { color: vars.text },
    '&[aria-selected="true"]::after': {
      content: '""',
      position: 'absolute',
      left: 0,
      right: 0,
      bottom: -1,
      height: 2,
      background: vars.accent,
    },
  },
})
export const tabList = style({ display: 'flex', gap: 24, minWidth: 0, '@media': { [media.phone]: { gap: 18 } } })
export const tabCount = style({ ...type(12), color: vars.faint })
export const tabsEnd = style({
  ...type(13),
  ...oneLine,
  marginLeft: 'auto',
  color: vars.muted,
  '@media': { [media.phone]: { display: 'none' } },
})
export const withSign = style({ display: 'inline-flex', alignItems: 'center', gap: 4 })

export const failure = style({
  display: 'grid',
  placeItems: 'center',
  alignContent: 'center',
  gap: 8,
  height: '100%',
  padding: 24,
  textAlign: 'center',
})
export const failureDrawing = style({ color: vars.muted, maxWidth: '100%' })
export const failureTitle = style({ ...type(20, 600), marginTop: 20, '::first-letter': { textTransform: 'uppercase' } })
export const failureText = style({ ...type(14), color: vars.muted, maxWidth: 360, marginBottom: 12 })
