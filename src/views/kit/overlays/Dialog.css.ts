import { globalStyle, keyframes, style } from '@vanilla-extract/css'
import { fade } from '../../theme/fade.css.ts'
import { floating, media, motion, radius, vars } from '../../theme/tokens.css.ts'
import { type } from '../../theme/type.ts'

const rise = keyframes({ from: { opacity: 0, transform: 'translateY(8px) scale(0.985)' } })
const slide = keyframes({ from: { transform: 'translateY(100%)' } })

/**
 * The dialog fills the window, and what a keyboard on the screen leaves of it (`--seen`). What is fixed inside it
 * (notifications) stands where it always stands.
 */
export const layer = style({
  position: 'fixed',
  inset: 0,
  width: '100%',
  height: 'var(--seen, 100%)',
  maxWidth: 'none',
  maxHeight: 'none',
  border: 0,
  padding: '24px max(24px, env(safe-area-inset-right)) 24px max(24px, env(safe-area-inset-left))',
  background: 'none',
  overflow: 'hidden',
  display: 'grid',
  placeItems: 'center',
  selectors: { '&::backdrop': { background: vars.scrim, animation: `${fade} ${motion.layer} ${motion.ease}` } },
  '@media': {
    [media.phone]: {
      padding: '0 env(safe-area-inset-right) 0 env(safe-area-inset-left)',
      placeItems: 'end center',
    },
  },
})

export const panel = style({
  ...floating,
  position: 'relative',
  maxWidth: '100%',
  maxHeight: '100%',
  minHeight: 0,
  borderRadius: radius.dialog,
  background: vars.surface,
  color: vars.text,
  // In a low window what lays out no scroller of its own scrolls as one piece, its buttons with it.
  overflow: 'hidden auto',
  overscrollBehavior: 'contain',
  animation: `${rise} ${motion.layer} ${motion.ease}`,
  '@media': {
    [media.phone]: {
      width: '100%',
      maxHeight: 'calc(100% - 24px)',
      borderRadius: `${radius.dialog}px ${radius.dialog}px 0 0`,
      animationName: slide,
    },
    [`${media.phone} and ${media.reduced}`]: { animationName: fade },
    [media.reduced]: { animationName: fade },
  },
})
globalStyle(`${panel}:focus, ${panel}:focus-visible`, { outline: 'none' })

export const alert = style({
  width: 'min(448px, 100%)',
  padding: 24,
  display: 'grid',
  // What people named may be one long word: it breaks, and the buttons stay where they are seen.
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 8,
})
export const alertHead = style({ display: 'flex', gap: 12, alignItems: 'center' })
export const alertIcon = style({ color: vars.danger, flex: 'none' })
export const title = style({ ...type(20, 600), minWidth: 0, overflowWrap: 'anywhere' })
export const body = style({ ...type(14), color: vars.muted, whiteSpace: 'pre-line', overflowWrap: 'anywhere' })
export const indented = style({ paddingLeft: 34 })
export const actions = style({
  display: 'flex',
  justifyContent: 'flex-end',
  gap: 8,
  marginTop: 16,
  '@media': { [media.phone]: { flexDirection: 'column', paddingBottom: 'env(safe-area-inset-bottom)' } },
})
globalStyle(`${actions} button`, { minWidth: 80 })
