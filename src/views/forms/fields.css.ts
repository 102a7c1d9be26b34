import { style, styleVariants } from '@vanilla-extract/css'
import { media, motion, radius, vars } from '../theme/tokens.css.ts'
import { type } from '../theme/type.ts'

export const field = style({ display: 'grid' })
export const label = style({ ...type(13, 500), marginBottom: 6 })
export const box = style({ position: 'relative' })
export const input = style({
  ...type(14),
  width: '100%',
  height: 40,
  padding: '0 14px',
  borderRadius: radius.card,
  border: `1px solid ${vars.outline}`,
  background: vars.raised,
  color: vars.text,
  transition: `border-color ${motion.quick}`,
  '::placeholder': { color: vars.faint },
  ':focus-visible': { borderColor: vars.accent },
  selectors: {
    '&[aria-invalid="true"]': { borderColor: vars.danger, boxShadow: `inset 0 0 0 0.5px ${vars.danger}` },
    '&:autofill': { boxShadow: `inset 0 0 0 40px ${vars.raised}`, WebkitTextFillColor: vars.text },
  },
  '@media': { [media.phone]: { height: 44, fontSize: 16 } },
})
export const withEnd = style({ paddingRight: 44 })
export const end = style({ position: 'absolute', right: 2, top: 2, '@media': { [media.phone]: { top: 4 } } })

/** The line under a field keeps its room, so that an error moves nothing a hand is about to press. */
export const error = style({
  ...type(13),
  lineHeight: '18px',
  display: 'flex',
  alignItems: 'center',
  gap: 6,
  minHeight: 32,
  padding: '4px 0 10px',
  color: vars.danger,
})
export const errorIcon = style({ flex: 'none' })

export const check = style({
  display: 'grid',
  gridTemplateColumns: '18px minmax(0, 1fr)',
  gap: '0 10px',
  alignItems: 'center',
})
export const tick = style({
  appearance: 'none',
  display: 'grid',
  placeItems: 'center',
  width: 18,
  height: 18,
  borderRadius: 5,
  border: `1.5px solid ${vars.outline}`,
  background: 'transparent',
  cursor: 'pointer',
  selectors: {
    '&::after': {
      content: '""',
      width: 9,
      height: 5,
      marginTop: -3,
      borderLeft: `2px solid ${vars.accentText}`,
      borderBottom: `2px solid ${vars.accentText}`,
      transform: 'rotate(-45deg)',
      opacity: 0,
    },
    '&:checked': { background: vars.accent, borderColor: vars.accent },
    '&:checked::after': { opacity: 1 },
  },
  '@media': { '(forced-colors: active)': { appearance: 'auto' } },
})
export const checkLabel = style({ ...type(14), cursor: 'pointer' })
export const checkHint = style({ ...type(12), gridColumn: 2, color: vars.muted })

export const banner = style({
  display: 'flex',
  gap: 12,
  padding: '12px 14px',
  borderRadius: radius.card,
  marginBottom: 20,
})
export const bannerKind = styleVariants({
  error: {
    background: `color-mix(in srgb, ${vars.danger} 12%, transparent)`,
    boxShadow: `inset 0 0 0 1px color-mix(in srgb, ${vars.danger} 36%, transparent)`,
  },
  info: {
    background: vars.accentSoft,
    boxShadow: `inset 0 0 0 1px color-mix(in srgb, ${vars.accent} 36%, transparent)`,
  },
})
export const bannerIcon = styleVariants({
  error: { color: vars.danger, flex: 'none', marginTop: 1 },
  info: { color: vars.accent, flex: 'none', marginTop: 1 },
})
export const bannerTitle = style({ ...type(14, 600) })
export const bannerBody = style({ ...type(13), color: vars.muted })
