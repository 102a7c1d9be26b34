import { globalStyle, keyframes, style } from '@vanilla-extract/css'
import { forcedWave } from '../../music/waves/forcedWave.ts'
import { visuallyHidden } from '../../theme/hidden.css.ts'
import { floating, media, motion, oneLine, radius, vars } from '../../theme/tokens.css.ts'
import { type } from '../../theme/type.ts'
import { PLAY_BAR } from '../Shell.css.ts'

/** Below this the switch has no room for its word. */
export const narrow = '(max-width: 1023.98px)'
/** Heights the full player has no room for, and for its picture at all. */
const low = '(max-height: 559.98px)'
const lowest = '(max-height: 479.98px)'

export const bar = style({
  gridArea: 'play',
  display: 'grid',
  gridTemplateColumns: '288px minmax(0, 1fr) auto',
  alignItems: 'center',
  gap: 24,
  height: PLAY_BAR,
  padding: '0 32px env(safe-area-inset-bottom) 14px',
  background: vars.surface,
  borderTop: `1px solid ${vars.hairline}`,
  position: 'relative',
  zIndex: 10,
  '@media': {
    [media.belowDesktop]: {
      gridTemplateColumns: '208px minmax(0, 1fr) auto',
      padding: '0 20px env(safe-area-inset-bottom) 14px',
      gap: 16,
    },
    [narrow]: { gridTemplateColumns: '176px minmax(0, 1fr) auto', gap: 12 },
  },
})

/** In place of the bar: what could not be played, where nothing else is there to play. */
export const alone = style({
  ...type(14),
  gridArea: 'play',
  display: 'flex',
  alignItems: 'center',
  gap: 10,
  minWidth: 0,
  padding: '14px 32px calc(14px + env(safe-area-inset-bottom))',
  background: vars.surface,
  borderTop: `1px solid ${vars.hairline}`,
  overflowWrap: 'anywhere',
  '@media': { [media.belowDesktop]: { paddingInline: 24 }, [media.phone]: { paddingInline: 16 } },
})
export const aloneIcon = style({ flex: 'none', color: vars.caution })

export const now = style({ display: 'flex', alignItems: 'center', gap: 12, minWidth: 0 })
export const words = style({ minWidth: 0, flex: 1 })
export const title = style({ ...type(14, 600) })
export const artist = style({ ...type(13), color: vars.muted })
/** In place of the artist: a song could not be played. */
export const said = style([visuallyHidden])

const scroll = keyframes({
  '0%, 12%': { transform: 'translateX(0)' },
  '88%, 100%': { transform: 'translateX(calc(-100% + var(--room, 0px)))' },
})
/** Of a line that is read from the right. */
const scrollBack = keyframes({
  '0%, 12%': { transform: 'translateX(0)' },
  '88%, 100%': { transform: 'translateX(calc(100% - var(--room, 0px)))' },
})
export const line = style({ ...oneLine, display: 'block', textAlign: 'left' })
export const trouble = style({ selectors: { '&&': { color: vars.caution } } })
export const moving = style({
  overflow: 'hidden',
  textOverflow: 'clip',
  maskImage: 'linear-gradient(to right, #000 calc(100% - 16px), transparent)',
  selectors: { '&:dir(rtl)': { maskImage: 'linear-gradient(to left, #000 calc(100% - 16px), transparent)' } },
  '@media': { [media.reduced]: { textOverflow: 'ellipsis', maskImage: 'none' } },
})
export const mover = style({
  display: 'inline-block',
  whiteSpace: 'nowrap',
  animation: `${scroll} 14s linear infinite alternate`,
  selectors: { '&:dir(rtl)': { animationName: scrollBack } },
  '@media': { [media.reduced]: { animation: 'none', display: 'inline' } },
})

/** While nothing sounds, but for whoever points at it or comes by with the keys. */
export const still = style({
  animationPlayState: 'paused',
  selectors: { ':hover > &, :focus-visible &': { animationPlayState: 'running' } },
})

/** In one row; on a tablet the scrubber has a row of its own, so that nothing has to be left out. */
export const centre = style({
  display: 'flex',
  alignItems: 'center',
  gap: 16,
  minWidth: 0,
  '@media': { [media.belowDesktop]: { display: 'grid', justifyItems: 'center', gap: 0 } },
})
export const transport = style({ display: 'flex', alignItems: 'center', gap: 8, flex: 'none' })
export const play = style({
  position: 'relative',
  display: 'grid',
  placeItems: 'center',
  width: 40,
  height: 40,
  margin: '0 4px',
  borderRadius: '50%',
  background: vars.text,
  color: vars.canvas,
  flex: 'none',
  transition: `transform ${motion.quick} ${motion.ease}`,
  ':hover': { transform: 'scale(1.05)' },
  ':active': { transform: 'scale(0.96)' },
})
export const playLarge = style({ width: 68, height: 68, margin: '0 20px' })
/** While it loads a ring goes round the button; the glyph keeps saying what a press will do. */
export const loadingRing = style({
  position: 'absolute',
  inset: -4,
  display: 'grid',
  placeItems: 'center',
  color: vars.accent,
})
globalStyle(`${loadingRing} > svg`, { width: '100%', height: '100%' })

export const scrub = style({
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  flex: 1,
  minWidth: 0,
  '@media': { [media.belowDesktop]: { width: '100%', height: 32, gap: 8 } },
})
globalStyle(`${scrub} input`, { '@media': { [media.belowDesktop]: { height: 28 } } })
/** So wide that a mix of two hours is said to its end (D-143). */
export const time = style({ ...type(12), width: 44, height: 16, color: vars.muted, flex: 'none', contain: 'strict' })
export const elapsed = style({ textAlign: 'right' })
export const rail = style({ position: 'relative', flex: 1, minWidth: 0, color: vars.accent })
/** 36 px high where peaks are known; the rail of the range gives way to it. */
export const wave = style({
  position: 'absolute',
  inset: 0,
  width: '100%',
  height: '100%',
  color: vars.outline,
  fill: vars.accent,
  pointerEvents: 'none',
  '@media': { [media.forced]: forcedWave },
})
export const overWave = style({ position: 'relative' })
for (const track of ['::-webkit-slider-runnable-track', '::-moz-range-track'])
  globalStyle(`${overWave}${track}`, { background: 'none !important' })
export const hoverLine = style({
  position: 'absolute',
  top: 4,
  bottom: 4,
  left: 0,
  width: 1,
  background: vars.text,
  opacity: 0,
  pointerEvents: 'none',
  '@media': { [media.hover]: { selectors: { [`${rail}:hover &`]: { opacity: 0.8 } } } },
})
export const hoverTime = style({
  ...type(12, 500),
  ...floating,
  position: 'absolute',
  bottom: 'calc(100% + 2px)',
  left: 0,
  padding: '3px 8px',
  borderRadius: radius.control,
  background: vars.overlay,
  color: vars.text,
  transform: 'translateX(-50%)',
  whiteSpace: 'nowrap',
})

export const right = style({ display: 'flex', alignItems: 'center', gap: 4 })
export const autoplay = style({ marginRight: 8 })
export const volume = style({
  width: 88,
  marginLeft: 4,
  color: vars.text,
  '@media': { [narrow]: { width: 64 } },
})

// ---- phone
export const mini = style({
  ...floating,
  gridArea: 'play',
  position: 'fixed',
  left: 'calc(8px + env(safe-area-inset-left))',
  right: 'calc(8px + env(safe-area-inset-right))',
  bottom: 'calc(8px + env(safe-area-inset-bottom))',
  zIndex: 10,
  display: 'flex',
  alignItems: 'center',
  gap: 4,
  height: 64,
  padding: '0 8px 0 0',
  borderRadius: 12,
  background: vars.overlay,
  overflow: 'hidden',
  '@media': { [media.short]: { bottom: 'max(4px, env(safe-area-inset-bottom))', height: 48 } },
})
export const miniOpen = style({
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  flex: 1,
  minWidth: 0,
  height: '100%',
  padding: '0 0 0 6px',
  textAlign: 'left',
  borderRadius: 12,
  ':focus-visible': { outlineOffset: -2 },
})
// The cover is as high as the bar leaves it.
globalStyle(`${miniOpen} > :first-child`, {
  '@media': { [media.short]: { width: '36px !important', height: '36px !important' } },
})
export const miniProgress = style({
  position: 'absolute',
  left: 0,
  right: 0,
  bottom: 0,
  height: 2,
  background: vars.accent,
  transformOrigin: 'left',
  transform: 'scaleX(0)',
  '@media': { [media.forced]: { background: 'Highlight', forcedColorAdjust: 'none' } },
})

export const fullLayer = style({ '@media': { [media.phone]: { padding: 0, placeItems: 'stretch' } } })
/** Offline, what stays in use is above: the way out and the volume. */
globalStyle(`${fullLayer} > [data-offline]`, { top: 'auto', bottom: 0 })
export const full = style({
  width: '100%',
  height: '100%',
  padding: 0,
  // The sheet within scrolls.
  overflow: 'hidden',
  background: vars.canvas,
  '@media': { [media.phone]: { maxHeight: '100%', borderRadius: 0 } },
})
/** Goes along with a finger that moves down. */
export const sheet = style({
  position: 'relative',
  display: 'flex',
  flexDirection: 'column',
  height: '100%',
  padding:
    '0 max(24px, env(safe-area-inset-right)) calc(16px + env(safe-area-inset-bottom)) max(24px, env(safe-area-inset-left))',
  background: vars.canvas,
  touchAction: 'pinch-zoom',
  overflowY: 'auto',
  overscrollBehavior: 'contain',
  '@media': { [low]: { touchAction: 'pan-y pinch-zoom' } },
})
/** It scrolls as one piece; nothing of it gives way to the rest. */
globalStyle(`${sheet} > *`, { flexShrink: 0 })
/** A breath of the cover's own colour behind the full player: as much as lets its words be read, and none in high contrast. */
export const tint = style({
  position: 'absolute',
  inset: 0,
  opacity: 0.3,
  maskImage: 'linear-gradient(#000, transparent 72%)',
  pointerEvents: 'none',
  // Words take the place of the picture.
  '@media': { [lowest]: { opacity: 0.2 } },
})
globalStyle(`:root[data-theme=contrast] ${tint}`, { display: 'none' })
globalStyle(`:root:not([data-theme]) ${tint}`, { '@media': { '(prefers-contrast: more)': { display: 'none' } } })
export const fullHead = style({
  position: 'relative',
  display: 'flex',
  alignItems: 'center',
  height: 64,
  margin: '0 -12px',
  flex: 'none',
})
globalStyle(`${fullHead} button`, { color: vars.text })
export const fullFrom = style({ ...type(13, 500), ...oneLine, flex: 1, textAlign: 'center', padding: '0 8px' })
export const fullArt = style({
  position: 'relative',
  width: 'min(100%, 342px, calc(100dvh - 400px))',
  minWidth: 96,
  margin: '0 auto',
  borderRadius: 12,
  boxShadow: vars.shadow,
  // What one operates comes first.
  '@media': { [lowest]: { selectors: { '&&': { display: 'none' } } } },
})
/** Above a row for the volume. */
export const fullArtLess = style({
  selectors: { '&&': { width: 'min(100%, 342px, calc(100dvh - 440px))' } },
})
export const fullWords = style({
  position: 'relative',
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  marginTop: 28,
  minWidth: 0,
})
export const fullTitle = style({ ...type(20, 600) })
export const fullArtist = style({ ...type(16), color: vars.muted })
export const fullScrub = style({ position: 'relative', marginTop: 16, color: vars.text })
export const fullTimes = style({ ...type(12), display: 'flex', justifyContent: 'space-between', color: vars.muted })
export const fullTransport = style({
  position: 'relative',
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'center',
  marginTop: 12,
})
export const fullSkip = style({ width: 56, height: 56 })
export const fullFoot = style({
  position: 'relative',
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  flexWrap: 'wrap',
  gap: '4px 16px',
  marginTop: 'auto',
  paddingTop: 12,
})
/** Above the others, and between them where the window is wide and low. */
export const fullVolume = style({
  order: -1,
  flex: '1 1 100%',
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  minWidth: 0,
  color: vars.muted,
  '@media': { '(min-width: 480px)': { order: 0, flex: '1 1 0' } },
})
export const fullRail = style({ flex: 1, minWidth: 0, color: vars.text })
export const fullFootRight = style({ display: 'flex', gap: 4 })
export const slot = style({ display: 'flex' })
