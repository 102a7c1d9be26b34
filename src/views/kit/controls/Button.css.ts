import { style, styleVariants } from '@vanilla-extract/css'
import { media, motion, radius, vars } from '../../theme/tokens.css.ts'
import { type } from '../../theme/type.ts'

export const button = style({
  position: 'relative',
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  gap: 8,
  flex: 'none',
  borderRadius: radius.control,
  whiteSpace: 'nowrap',
  userSelect: 'none',
  transition: `background-color ${motion.quick}, color ${motion.quick}, transform ${motion.quick} ${motion.ease}`,
  selectors: {
    '&:active:not(:disabled):not([aria-disabled="true"])': { transform: 'scale(0.98)' },
    '&:disabled, &[aria-disabled="true"]': { opacity: 0.42, cursor: 'default' },
    '&[aria-busy="true"]': { opacity: 1 },
  },
})

const LIVE = ':not(:disabled):not([aria-disabled="true"])'

export const variant = styleVariants({
  primary: {
    background: vars.accent,
    color: vars.accentText,
    fontWeight: 600,
    selectors: {
      [`&:hover${LIVE}`]: { background: vars.accentHover },
      [`&:active${LIVE}`]: { background: vars.accentPress },
    },
  },
  secondary: {
    background: vars.secondary,
    color: vars.text,
    boxShadow: `inset 0 0 0 1px ${vars.hairline}`,
    selectors: {
      [`&:hover${LIVE}`]: { background: vars.secondaryHover },
      [`&:active${LIVE}`]: { background: vars.secondaryPress },
    },
  },
  quiet: {
    color: vars.muted,
    selectors: {
      [`&:hover${LIVE}`]: { background: vars.hover, color: vars.text },
      [`&:active${LIVE}`]: { background: vars.press, color: vars.text },
      '&[aria-pressed="true"], &[aria-expanded="true"]': { color: vars.text },
    },
  },
  link: {
    color: vars.accent,
    selectors: { [`&:hover${LIVE}`]: { background: vars.accentSoft } },
  },
  play: {
    background: vars.text,
    color: vars.canvas,
    fontWeight: 600,
    selectors: {
      [`&:hover${LIVE}`]: { background: vars.playHover },
      [`&:active${LIVE}`]: { transform: 'scale(0.96)' },
    },
  },
})

export const size = styleVariants({
  40: { ...type(14, 500), height: 40, padding: '0 16px' },
  36: { ...type(13, 500), height: 36, padding: '0 12px' },
  32: { ...type(13, 500), height: 32, padding: '0 10px' },
  28: { ...type(12, 500), height: 28, padding: '0 10px', gap: 6 },
})

export const square = styleVariants({
  40: { width: 40, padding: 0 },
  36: { width: 36, padding: 0 },
  32: { width: 32, padding: 0 },
  28: { width: 28, padding: 0 },
})

/** A control that is on: accent glyph on accent soft. */
export const on = style({
  background: vars.accentSoft,
  color: vars.accent,
  selectors: { '&[aria-pressed="true"], &[aria-expanded="true"]': { color: vars.accent } },
})

export const wide = style({ width: '100%' })
/** Out of sight, but still the button's name. */
export const hiddenWords = style({ opacity: 0 })
export const overWords = style({ position: 'absolute', inset: 0, display: 'grid', placeItems: 'center' })

/** 44 px of reach on touch screens without growing what is seen. */
export const reach = style({
  '@media': { [media.touch]: { selectors: { '&::after': { content: '""', position: 'absolute', inset: -4 } } } },
})
