import { globalStyle, style } from '@vanilla-extract/css'
import { media, motion, oneLine, radius, vars } from '../theme/tokens.css.ts'
import { type } from '../theme/type.ts'

/** Height of the play bar. */
const PLAY_BAR_PX = 84
/** The same with what the system draws at the lower edge of the screen. */
export const PLAY_BAR = `calc(${PLAY_BAR_PX}px + env(safe-area-inset-bottom))`

export const shell = style({
  position: 'relative',
  height: '100%',
  padding: '0 env(safe-area-inset-right) 0 env(safe-area-inset-left)',
  display: 'grid',
  gridTemplateColumns: '232px minmax(0, 1fr) auto',
  gridTemplateRows: 'auto 64px minmax(0, 1fr) auto',
  gridTemplateAreas: '"ban ban ban" "side head head" "side main queue" "play play play"',
  background: vars.canvas,
  '@media': {
    [media.belowDesktop]: { gridTemplateColumns: '0 minmax(0, 1fr) auto' },
    [media.phone]: { gridTemplateRows: 'auto 56px minmax(0, 1fr) auto' },
    [media.short]: { gridTemplateRows: 'auto 44px minmax(0, 1fr) auto' },
    print: { display: 'block', height: 'auto' },
  },
})
// On paper a page stands alone.
globalStyle(`${shell} > :not(main, dialog)`, { '@media': { print: { display: 'none !important' } } })
export const collapsed = style({ '@media': { [media.desktop]: { gridTemplateColumns: '72px minmax(0, 1fr) auto' } } })

export const side = style({
  gridArea: 'side',
  display: 'flex',
  flexDirection: 'column',
  padding: '0 12px 12px',
  background: vars.surface,
  borderRight: `1px solid ${vars.hairline}`,
  overflow: 'hidden',
  minHeight: 0,
  '@media': { [media.short]: { overflowY: 'auto' } },
})
/** Where the play bar will be is kept free: what stands at the foot stays there when the first song is played. */
export const sideAlone = style({ paddingBottom: `calc(${PLAY_BAR} + 12px)` })
export const sideLogo = style({
  height: 64,
  display: 'flex',
  alignItems: 'center',
  padding: '0 10px',
  flex: 'none',
  borderRadius: 6,
})
export const closeNav = style({ marginLeft: 'auto', marginRight: -8 })
export const nav = style({ display: 'grid', gap: 2, flex: 'none' })
export const navLink = style({
  ...type(14, 500),
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  height: 40,
  padding: '0 10px',
  borderRadius: radius.control,
  color: vars.muted,
  transition: `background-color ${motion.quick}, color ${motion.quick}`,
  ':hover': { background: vars.hover, color: vars.text },
  ':active': { background: vars.press },
  selectors: { '&[aria-current="page"]': { background: vars.press, color: vars.text } },
})
export const navIcon = style({
  flex: 'none',
  selectors: { [`${navLink}[aria-current="page"] &`]: { color: vars.accent } },
})

/** Keeps to the foot of the sidebar. */
export const foot = style({ marginTop: 'auto', flex: 'none' })
export const footButton = style([navLink, { width: '100%', textAlign: 'left' }])
export const footKey = style({
  marginLeft: 'auto',
  minWidth: 22,
  height: 22,
  borderRadius: 6,
  background: vars.track,
  color: vars.text,
  font: 'inherit',
  fontSize: 12,
  lineHeight: '22px',
  textAlign: 'center',
})

export const overlayLayer = style({
  padding: 0,
  placeItems: 'stretch start',
  '@media': { [media.phone]: { padding: 0, placeItems: 'stretch start' } },
})
const NAV = 'calc(264px + env(safe-area-inset-left))'
export const overlayNav = style({
  display: 'flex',
  flexDirection: 'column',
  width: NAV,
  height: '100%',
  maxHeight: 'none',
  borderRadius: 0,
  padding: '0 12px calc(12px + env(safe-area-inset-bottom)) calc(12px + env(safe-area-inset-left))',
  animationName: 'none',
  '@media': { [media.phone]: { width: NAV, maxHeight: 'none', borderRadius: 0 } },
})

/**
 * The columns are the same on every page, whatever stands in them: search and downloads keep their place, and what
 * is too long for the first column ends in an ellipsis. The box is in the middle where there is room.
 */
export const header = style({
  gridArea: 'head',
  display: 'grid',
  gridTemplateColumns: 'minmax(184px, 1fr) minmax(0, 440px) 48px minmax(96px, 1fr)',
  alignItems: 'center',
  gap: 12,
  padding: '0 32px 0 22px',
  minWidth: 0,
  position: 'relative',
  zIndex: 5,
  '@media': {
    // Beside a longer box hardly any title of a release has room.
    [media.belowWide]: { gridTemplateColumns: 'minmax(184px, 1fr) minmax(0, 360px) 48px minmax(96px, 1fr)' },
    [media.belowDesktop]: {
      gridTemplateColumns: 'minmax(184px, 1fr) minmax(0, 440px) 48px minmax(max-content, 1fr)',
      padding: '0 24px 0 14px',
    },
    [media.phone]: { gridTemplateColumns: 'minmax(0, 1fr) repeat(3, auto)', padding: '0 16px 0 6px', gap: 8 },
  },
})
/** On a phone the box takes the whole header. */
export const searching = style({ '@media': { [media.phone]: { display: 'flex' } } })
export const headTitle = style({
  ...type(20, 600),
  ...oneLine,
  minWidth: 0,
  '@media': {
    // Beside four buttons the longest titles take two lines.
    [media.phone]: {
      fontSize: 17,
      lineHeight: '20px',
      display: '-webkit-box',
      WebkitBoxOrient: 'vertical',
      WebkitLineClamp: 2,
      whiteSpace: 'normal',
    },
  },
})
export const headSide = style({
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  minWidth: 0,
  '@media': { [media.phone]: { gap: 8 } },
})
export const headEnd = style({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'flex-end',
  gap: 8,
  minWidth: 0,
})
/** Room for two buttons, whether they are here yet or not. */
export const panelButtons = style({ display: 'flex', gap: 8, width: 88, flex: 'none' })
export const crumbs = style({
  ...type(13),
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  minWidth: 0,
  color: vars.muted,
})
export const crumbLink = style({ flex: 'none', borderRadius: 4, padding: '4px 2px', ':hover': { color: vars.text } })
/** One line high, filled from its end: what has no room beside the title is in the line below, and is read out alone. */
export const crumbHere = style({
  ...type(13, 500),
  display: 'flex',
  flexFlow: 'row-reverse wrap',
  justifyContent: 'flex-end',
  alignContent: 'flex-start',
  columnGap: 3,
  height: 20,
  minWidth: 0,
  overflow: 'hidden',
  color: vars.text,
})
export const crumbName = style({ ...oneLine, order: 1, flex: '0 1 auto', maxWidth: '100%' })
/** What every page of its kind says makes room for what only this one does, and is cut where it is worth a glance. */
export const crumbKind = style({
  order: 2,
  flex: '1 1 32px',
  minWidth: 0,
  maxWidth: 'max-content',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'pre',
  '@media': { [media.phone]: { flexBasis: '100%' } },
})
export const crumbSign = style({ color: vars.faint, flex: 'none' })
export const avatarButton = style({
  position: 'relative',
  width: 40,
  height: 40,
  display: 'grid',
  placeItems: 'center',
  borderRadius: '50%',
  marginRight: -4,
  flex: 'none',
  transition: `transform ${motion.quick}`,
  ':active': { transform: 'scale(0.96)' },
})
/** At the upper edge of the avatar. */
export const unreadDot = style({
  position: 'absolute',
  top: 2,
  insetInlineEnd: 2,
  width: 12,
  height: 12,
  borderRadius: '50%',
  border: `2px solid ${vars.canvas}`,
  background: vars.accent,
  '@media': { [media.forced]: { background: 'Highlight', forcedColorAdjust: 'none' } },
})

export const main = style({
  gridArea: 'main',
  position: 'relative',
  minWidth: 0,
  minHeight: 0,
  display: 'flex',
  flexDirection: 'column',
  ':focus': { outline: 'none' },
  '@media': { print: { display: 'block' } },
})
export const screen = style({
  flex: 1,
  minHeight: 0,
  display: 'flex',
  flexDirection: 'column',
  '@media': { print: { display: 'block' } },
})
/**
 * Under the search view: nothing of it is seen or reached, and it keeps its place. `visibility` would be inherited, and
 * every card styled anew in the press.
 */
export const covered = style({
  contentVisibility: 'hidden',
  '@supports': { 'not (content-visibility: hidden)': { visibility: 'hidden' } },
})

export const offline = style({
  ...type(14, 600),
  gridArea: 'ban',
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'center',
  gap: '0 10px',
  minHeight: 44,
  padding: '8px 16px',
  background: vars.caution,
  color: vars.cautionText,
  textAlign: 'center',
})
export const overDialog = style({ position: 'fixed', inset: '0 0 auto', zIndex: 1 })
export const offlineKept = style({ fontWeight: 400 })
export const offlinePause = style({
  minHeight: 28,
  padding: '0 12px',
  borderRadius: 14,
  border: '1px solid currentColor',
  background: 'none',
  color: 'inherit',
  font: 'inherit',
})

export const verification = style({
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  margin: '0 32px 12px',
  padding: '8px 8px 8px 16px',
  borderRadius: radius.card,
  background: vars.accentSoft,
  color: vars.text,
  '@media': { [media.belowDesktop]: { margin: '0 24px 12px' }, [media.phone]: { margin: '0 16px 12px' } },
})
export const verificationIcon = style({ color: vars.accent, flex: 'none' })
export const verificationText = style({ flex: 1, minWidth: 0 })
export const verificationTitle = style({ ...type(14, 500) })
export const verificationMore = style({ ...type(13), color: vars.muted })
