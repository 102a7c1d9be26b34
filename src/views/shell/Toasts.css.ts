import { keyframes, style, styleVariants } from '@vanilla-extract/css'
import { fade } from '../theme/fade.css.ts'
import { floating, media, motion, radius, vars } from '../theme/tokens.css.ts'
import { type } from '../theme/type.ts'
import { PLAY_BAR } from './Shell.css.ts'

const NOTIFICATION_WIDTH_PX = 400

/** Where there is no room for all of them they scroll. */
export const SCROLLS = '(max-height: 500px)'

const arrive = keyframes({ from: { opacity: 0, transform: 'translateY(8px)' } })

export const stack = style({
  position: 'fixed',
  right: 'calc(32px + env(safe-area-inset-right))',
  vars: { '--below': 'calc(16px + env(safe-area-inset-bottom))', '--up': '0px' },
  bottom: 'var(--below)',
  zIndex: 40,
  display: 'flex',
  flexDirection: 'column',
  gap: 8,
  width: NOTIFICATION_WIDTH_PX,
  maxWidth: 'calc(100vw - 32px - env(safe-area-inset-left) - env(safe-area-inset-right))',
  pointerEvents: 'none',
  '@media': {
    [media.belowDesktop]: { right: 'calc(24px + env(safe-area-inset-right))' },
    [media.phone]: { right: 'calc(16px + env(safe-area-inset-right))' },
    [SCROLLS]: { maxHeight: 'calc(100dvh - var(--below) - var(--up) - 8px)', overflowY: 'auto' },
  },
})
export const abovePlayBar = style({
  vars: { '--below': `calc(${PLAY_BAR} + 16px)` },
  '@media': { [media.phone]: { vars: { '--below': 'calc(64px + 8px + 12px + env(safe-area-inset-bottom))' } } },
})
/** Above what floats over the end of the gallery: the toolbar of a selection (on a phone of two lines), triage, both. */
export const aboveBars = { selection: raised(72, 112), triage: raised(72, 64), both: raised(136, 176) }

/** @param px elsewhere than on a phone */
function raised(px: number, phonePx: number): string {
  const by = (up: number) => ({ vars: { '--up': `${up}px` }, translate: `0 -${up}px` })
  return style({ ...by(px), '@media': { [media.phone]: by(phonePx) } })
}
export const toast = style({
  ...floating,
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  flex: 'none',
  minHeight: 56,
  padding: '8px 8px 8px 14px',
  borderRadius: radius.card,
  background: vars.overlay,
  cursor: 'pointer',
  pointerEvents: 'auto',
  animation: `${arrive} ${motion.layer} ${motion.ease}`,
  '@media': { [media.reduced]: { animationName: fade }, [media.forced]: { border: '1px solid ButtonBorder' } },
})
export const icon = styleVariants({
  success: { color: vars.positive },
  error: { color: vars.danger },
  info: { color: vars.accent },
})
export const actions = style({ display: 'contents' })
/** Names of people's own may be one long word. */
export const words = style({ flex: 1, minWidth: 0, overflowWrap: 'anywhere' })
export const message = style({ ...type(14, 500) })
/** A name of a hundred letters and the sentence behind it; the panel in the header has all of what is longer. */
export const subject = style({
  ...type(13),
  color: vars.muted,
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 4,
  overflow: 'hidden',
})
