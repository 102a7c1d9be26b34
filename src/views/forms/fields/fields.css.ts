import { style } from '@vanilla-extract/css'
import { media, motion, radius, vars } from '../../theme/tokens.css.ts'
import { type } from '../../theme/type.ts'

export const field = style({ display: 'grid' })
export const labelLine = style({ display: 'flex', alignItems: 'baseline', gap: 6, marginBottom: 6 })
export const label = style({ ...type(13, 500) })
export const optional = style({ ...type(13), color: vars.faint })
export const counter = style({
  ...type(12),
  color: vars.faint,
  fontVariantNumeric: 'tabular-nums',
  marginInlineStart: 'auto',
})
export const over = style({ color: vars.danger })
export const box = style({ position: 'relative' })
export const input = style({
  ...type(14),
  display: 'block',
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
export const area = style({
  height: 72,
  padding: '9px 14px',
  resize: 'none',
  '@media': { [media.phone]: { height: 84 } },
})
/** What is said and not asked. */
export const fixed = style({ background: 'transparent', borderColor: vars.hairline, color: vars.muted })
export const withEnd = style({ paddingInlineEnd: 44 })
export const end = style({ position: 'absolute', insetInlineEnd: 2, top: 2, '@media': { [media.phone]: { top: 4 } } })

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
  overflowWrap: 'anywhere',
})
export const hint = style([error, { color: vars.muted }])
export const errorIcon = style({ flex: 'none' })

export const check = style({
  display: 'grid',
  gridTemplateColumns: '18px minmax(0, 1fr)',
  gap: '0 10px',
  alignItems: 'center',
})
export const checkLabel = style({ ...type(14), cursor: 'pointer' })
export const checkHint = style({ ...type(12), gridColumn: 2, color: vars.muted })
export const checkError = style([checkHint, { color: vars.danger }])

export const select = style({ appearance: 'none', paddingInlineEnd: 44, cursor: 'pointer' })
export const arrow = style({
  display: 'block',
  margin: 9,
  color: vars.muted,
  pointerEvents: 'none',
  '@media': { '(forced-colors: active)': { color: 'CanvasText' } },
})
/** Wide enough for five digits that stand apart. */
export const code = style({ ...type(20, 500), width: 160, letterSpacing: '0.3em', fontVariantNumeric: 'tabular-nums' })

export const rules = style({ display: 'grid', gap: 4, margin: '-4px 0 14px', padding: 0, listStyle: 'none' })
export const rule = style({ ...type(13), display: 'flex', alignItems: 'start', gap: 6, color: vars.muted })
/** In the middle of the first line. */
export const ruleSign = style({ flex: 'none', marginTop: 3 })
export const ruleMet = style({ color: vars.positive })
