import { keyframes, style } from '@vanilla-extract/css'
import { fade } from '../../theme/fade.css.ts'
import { floating, media, motion, radius, vars } from '../../theme/tokens.css.ts'
import { type } from '../../theme/type.ts'

const appear = keyframes({ from: { opacity: 0, transform: 'translateY(-4px) scale(0.985)' } })

export const popover = style({
  ...floating,
  position: 'fixed',
  zIndex: 30,
  borderRadius: radius.dialog,
  background: vars.overlay,
  color: vars.text,
  // In a low window a long one scrolls.
  maxHeight: 'calc(100dvh - 16px)',
  overflow: 'hidden auto',
  animation: `${appear} ${motion.layer} ${motion.ease}`,
  transformOrigin: 'top right',
  ':focus': { outline: 'none' },
  ':focus-visible': { outline: 'none' },
  '@media': { [media.reduced]: { animationName: fade } },
})

export const menu = style({ borderRadius: radius.card, padding: 6, width: 264 })
export const item = style({
  ...type(14),
  display: 'flex',
  alignItems: 'center',
  gap: 10,
  width: '100%',
  minHeight: 36,
  padding: '0 10px',
  borderRadius: radius.control,
  textAlign: 'left',
  ':hover': { background: vars.hover },
  ':active': { background: vars.press },
  ':focus': { background: vars.hover },
  ':focus-visible': { background: vars.hover, outlineOffset: -2 },
  selectors: { '&[aria-disabled]': { color: vars.muted, cursor: 'default' } },
})
export const itemIcon = style({ color: vars.muted, flex: 'none' })
export const rule = style({ height: 1, margin: '6px 0', background: vars.hairline })
