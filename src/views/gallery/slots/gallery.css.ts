import { createVar, fallbackVar, globalStyle, style } from '@vanilla-extract/css'
import { floating, media, motion, oneLine, radius, vars } from '../../theme/tokens.css.ts'
import { type } from '../../theme/type.ts'

/** Fills on covers are the same in both themes: a cover has no theme. */
const INK = '#0B0C0F'
/** Height and width of the scroll container's own margins, read by the grid: 32, 24 below 1280, 16 on a phone. */
const margin = createVar()
/** What a shell that floats over the end of the list (mini player) asks to keep free there. */
export const endSpace = createVar()
/** What floats over the end of the grid takes so much of it: the toolbar of a selection, the bar of a round, the mini player. */
const taken = { selection: createVar(), triage: createVar(), player: createVar() }
/** Between the lowest of them and the edge, with the room of a focus ring above the highest. */
const apart = createVar()
const none = { [taken.selection]: '0px', [taken.triage]: '0px', [taken.player]: '0px', [apart]: '0px' }
/** Heights of a bar, of the toolbar on a phone and of the mini player with what is below it, px. */
export const BAR_PX = 56
export const PHONE_TOOLBAR_PX = 104
export const MINI_PX = 72
export const SHORT_MINI_PX = 52
/** Between two of them, px. */
export const BAR_GAP_PX = 8

export const root = style({
  position: 'relative',
  flex: '1 1 auto',
  minHeight: 0,
  height: '100%',
  containerType: 'inline-size',
  // The pull's indicator comes from above the edge.
  overflow: 'hidden',
  // A sheet holds what the window held.
  '@media': { print: { height: '100vh' } },
})

export const scroller = style({
  vars: { [margin]: '32px', ...none },
  position: 'absolute',
  inset: 0,
  overflowX: 'hidden',
  overflowY: 'auto',
  overscrollBehaviorY: 'contain',
  overflowAnchor: 'none',
  scrollbarGutter: 'stable',
  paddingInline: margin,
  // The focus ring of the first row reaches 4 px beyond its cards.
  paddingTop: 4,
  // What cannot be seen at the lower edge, read when keys lead there.
  scrollPaddingBottom: `calc(${taken.selection} + ${taken.triage} + ${taken.player} + ${apart})`,
  paddingBottom: `max(32px + ${fallbackVar(endSpace, '0px')}, ${taken.selection} + ${taken.triage} + ${taken.player} + ${apart})`,
  columnGap: 20,
  rowGap: 28,
  '@media': {
    [media.belowDesktop]: { vars: { [margin]: '24px' }, columnGap: 16, rowGap: 24 },
    [media.phone]: { vars: { [margin]: '16px' }, columnGap: 12, rowGap: 20 },
  },
})

const over = (name: string) => `${scroller}[data-over~=${name}]`
const phone = (vars: Record<string, string>) => ({ [media.phone]: { vars } })
globalStyle(over('selection'), {
  vars: { [taken.selection]: `${BAR_PX + BAR_GAP_PX}px` },
  '@media': phone({ [taken.selection]: `${PHONE_TOOLBAR_PX + BAR_GAP_PX}px` }),
})
globalStyle(over('triage'), { vars: { [taken.triage]: `${BAR_PX + BAR_GAP_PX}px` } })
globalStyle(`${over('selection')}, ${over('triage')}`, { vars: { [apart]: '20px' } })
// Elsewhere the play bar lies below the grid.
globalStyle(over('player'), {
  '@media': {
    ...phone({ [taken.player]: `${MINI_PX}px` }),
    [`${media.phone} and ${media.short}`]: { vars: { [taken.player]: `${SHORT_MINI_PX}px` } },
  },
})
globalStyle(`${scroller}:not([data-over=""])`, {
  '@media': phone({ [apart]: 'calc(12px + env(safe-area-inset-bottom))' }),
})

export const sizer = style({
  position: 'relative',
  contain: 'strict',
  overflowClipMargin: 6,
  // Safari has no such margin, and would cut the rings of the cards at the edges.
  '@supports': { 'not (overflow-clip-margin: 1px)': { contain: 'size layout style' } },
})
export const row = style({ position: 'absolute', top: 0, left: 0, width: '100%', contain: 'layout style' })

export const card = style({
  position: 'absolute',
  top: 0,
  contain: 'strict',
  // Descendants' rings are drawn inside the art; the card's own ring lies outside of it and is not clipped.
  borderRadius: radius.card,
  cursor: 'pointer',
  userSelect: 'none',
  WebkitUserSelect: 'none',
})

export const art = style({
  position: 'relative',
  width: '100%',
  aspectRatio: '1',
  borderRadius: radius.card,
  backgroundColor: vars.skeleton,
  outline: `1px solid ${vars.hairline}`,
  outlineOffset: -1,
})
export const cover = style({
  width: '100%',
  height: '100%',
  borderRadius: radius.card,
  objectFit: 'cover',
  // Rows are too many to be layers; a cover is never dragged, pressed or selected itself.
  pointerEvents: 'none',
})

export const titleLine = style({
  display: 'flex',
  alignItems: 'center',
  gap: 6,
  height: 20,
  marginTop: 10,
  ...type(14, 600),
  letterSpacing: '-0.011em',
})
export const title = style({ ...oneLine, minWidth: 0 })
export const artist = style({ ...oneLine, height: 20, ...type(13), color: vars.muted })
export const genres = style({ ...oneLine, height: 16, marginTop: 2, ...type(12), color: vars.faint })

export const explicit = style({
  flex: 'none',
  width: 14,
  height: 14,
  borderRadius: 3,
  background: vars.track,
  color: vars.text,
  fontSize: 9,
  lineHeight: '14px',
  fontWeight: 600,
  letterSpacing: 0,
  textAlign: 'center',
})
export const flagged = style({ flex: 'none', marginLeft: 'auto', width: 13, height: 13, color: vars.caution })
export const had = style({ flex: 'none', marginLeft: 'auto', width: 14, height: 14, color: vars.positive })
export const shared = style({ flex: 'none', marginLeft: 'auto', width: 14, height: 14, color: vars.accent })
globalStyle(`${had} + ${flagged}, ${shared} ~ svg`, { marginLeft: 0 })

export const badges = style({ position: 'absolute', zIndex: 1, top: 8, left: 8, display: 'flex', gap: 4 })
export const badge = style({
  width: 24,
  height: 24,
  padding: 5,
  borderRadius: radius.control,
  background: `${INK}B8`,
  color: '#FFFFFF',
})

// The playing mark: three bars, drawn as gradients so that it costs no element.
const bar = 'linear-gradient(#FFFFFF, #FFFFFF) no-repeat'
globalStyle(`${card}[data-playing] ${art}::after`, {
  content: '""',
  position: 'absolute',
  left: 10,
  bottom: 10,
  width: 32,
  height: 32,
  borderRadius: radius.row,
  background: [
    `${bar} 8px 13px / 3px 11px`,
    `${bar} 14px 8px / 3px 16px`,
    `${bar} 20px 15px / 3px 9px`,
    `${INK}D1`,
  ].join(', '),
})
// Forced colours take gradients away, which here are the mark itself.
globalStyle(`${card}[data-playing] ${art}::after`, { '@media': { [media.forced]: { forcedColorAdjust: 'none' } } })
globalStyle(`${card}[data-playing][data-active] ${art}::after`, { display: 'none' })
globalStyle(`${card}[data-playing] ${title}`, { color: vars.accent })
globalStyle(`${card}[data-selected] ${art}`, { outline: `3px solid ${vars.accent}`, outlineOffset: -3 })

// Skeletons: the shape of the card, at rest.
globalStyle(`${card}[data-skeleton]`, { cursor: 'default' })
globalStyle(`${card}[data-skeleton] ${art}`, { outlineColor: 'transparent' })
globalStyle(
  `${card}[data-skeleton] ${titleLine}::before, ${card}[data-skeleton] ${artist}::before, ${card}[data-skeleton] ${genres}::before`,
  { content: '""', display: 'block', flex: 'none', borderRadius: 6, background: vars.skeleton },
)
globalStyle(`${card}[data-skeleton] ${titleLine}::before`, { width: '72%', height: 12 })
globalStyle(`${card}[data-skeleton] ${artist}::before`, { width: '48%', height: 11, marginTop: 4 })
globalStyle(`${card}[data-skeleton] ${genres}::before`, { width: '64%', height: 10, marginTop: 3 })

// A cover that does not load: a record in its sleeve (SHELL-052).
globalStyle(`${card}[data-broken] ${art}`, {
  backgroundImage: [
    `radial-gradient(circle, ${vars.canvas} 0 3%, ${vars.faint} 3.4% 4.2%, transparent 4.6% 12%)`,
    `radial-gradient(circle, transparent 12%, ${vars.faint} 12.4% 13%, transparent 13.4% 20%, ${vars.faint} 20.4% 21%, transparent 21.4% 28%, ${vars.faint} 28.4% 29.2%, transparent 29.6%)`,
    `linear-gradient(${vars.raised}, ${vars.raised})`,
  ].join(', '),
})

export const actions = style({
  position: 'absolute',
  inset: 0,
  borderRadius: radius.card,
  background: `linear-gradient(${INK}73, ${INK}33 45%, ${INK}B3)`,
  transition: `opacity ${motion.quick} ${motion.ease}`,
  '@starting-style': { opacity: 0 },
})
// The edge of a selected card lies above the scrim.
globalStyle(`${card}[data-selected] ${actions}`, { outline: `3px solid ${vars.accent}`, outlineOffset: -3 })

const round = {
  position: 'absolute',
  bottom: 10,
  display: 'grid',
  placeItems: 'center',
  borderRadius: '50%',
  transition: `transform ${motion.quick} ${motion.ease}`,
  selectors: {
    '&:focus-visible': { outline: `2px solid ${vars.accent}`, outlineOffset: 2 },
    '&:active:not([aria-disabled=true])': { transform: 'scale(0.96)' },
  },
} as const

export const play = style({
  ...round,
  right: 10,
  width: 44,
  height: 44,
  background: '#FFFFFF',
  color: INK,
  selectors: {
    ...round.selectors,
    '&:hover:not([aria-disabled=true])': { transform: 'scale(1.05)' },
  },
})
export const quiet = style({
  ...round,
  width: 40,
  height: 40,
  bottom: 12,
  backgroundColor: '#FFFFFF29',
  color: '#FFFFFF',
  backdropFilter: 'blur(12px)',
  selectors: {
    ...round.selectors,
    '&:hover:not([aria-disabled=true])': { backgroundColor: '#FFFFFF47' },
  },
})
export const download = style({ left: 10 })
export const info = style({ left: 56 })

globalStyle(`${actions} > [aria-disabled=true] > svg`, { opacity: 0.42 })

/** Takes the release out of a list of the player's own. It stands where the scrim is thin, over white covers as well. */
export const takeOut = style({ left: 10, bottom: 58, backgroundImage: `linear-gradient(${INK}66, ${INK}66)` })
/** Why an action is disabled; opens on hover and on focus of that action. */
export const tip = style({
  position: 'absolute',
  left: 10,
  right: 10,
  bottom: 62,
  width: 'fit-content',
  maxWidth: 'calc(100% - 20px)',
  padding: '4px 8px',
  borderRadius: radius.control,
  background: vars.overlay,
  color: vars.text,
  ...type(12, 500),
  pointerEvents: 'none',
  opacity: 0,
})
globalStyle(`${download}[aria-disabled=true]:is(:hover, :focus-visible) ~ ${tip}[data-for=download]`, { opacity: 1 })
globalStyle(`${play}[aria-disabled=true]:is(:hover, :focus-visible) ~ ${tip}[data-for=play]`, { opacity: 1 })

/** Stands over the rows whose page failed; its words stay in view while any of those rows is. */
export const failure = style({ position: 'absolute', left: 0, zIndex: 2, width: '100%', pointerEvents: 'none' })
export const failureWords = style({
  position: 'sticky',
  top: 72,
  marginTop: 72,
  marginInline: 'auto',
  width: 'fit-content',
  maxWidth: '100%',
  padding: '12px 12px 12px 16px',
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'center',
  gap: 16,
  borderRadius: radius.card,
  background: vars.overlay,
  ...floating,
  ...type(14),
  color: vars.text,
})

export const button = style({
  pointerEvents: 'auto',
  height: 40,
  padding: '0 16px',
  borderRadius: radius.control,
  background: vars.secondary,
  boxShadow: `inset 0 0 0 1px ${vars.hairline}`,
  color: vars.text,
  display: 'inline-flex',
  alignItems: 'center',
  ...type(14, 500),
  selectors: {
    '&:hover': { background: vars.secondaryHover },
    '&:active': { background: vars.secondaryPress, transform: 'scale(0.98)' },
  },
})
