import { style } from '@vanilla-extract/css'
import { media, radius, vars } from '../../theme/tokens.css.ts'
import { type } from '../../theme/type.ts'

export const sections = style({ display: 'grid', gap: 32 })
export const head = style({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 12px' })
export const heading = style({ ...type(16, 600) })
/** Where what is chosen is kept. */
export const kept = style({
  ...type(12, 500),
  padding: '2px 8px',
  borderRadius: radius.full,
  color: vars.muted,
  boxShadow: `inset 0 0 0 1px ${vars.hairline}`,
})
export const lead = style({ ...type(13), color: vars.muted, marginTop: 4, maxWidth: 640 })
export const card = style({
  marginTop: 12,
  borderRadius: radius.card,
  background: vars.surface,
  boxShadow: `inset 0 0 0 1px ${vars.hairline}`,
})
export const padded = style({ padding: '16px' })
export const row = style({
  display: 'flex',
  alignItems: 'center',
  gap: '8px 24px',
  minHeight: 64,
  padding: '12px 16px',
  selectors: { '& + &': { borderTop: `1px solid ${vars.hairline}` } },
})
/** A choice whose words may be long lies below its label on a phone. */
export const wide = style({ '@media': { [media.phone]: { flexDirection: 'column', alignItems: 'stretch' } } })
/** A long choice is cut before they are squeezed. */
export const words = style({ flex: 1, minWidth: '40%' })
export const name = style({ ...type(14, 500), display: 'block' })
export const hint = style({ ...type(13), color: vars.muted, display: 'block' })

export const pills = style({ display: 'flex', flexWrap: 'wrap', gap: 8 })
export const pill = style({
  ...type(14, 500),
  display: 'inline-flex',
  alignItems: 'center',
  gap: 8,
  minHeight: 36,
  maxWidth: '100%',
  padding: '2px 4px 2px 14px',
  borderRadius: radius.full,
  boxShadow: `inset 0 0 0 1px ${vars.hairline}`,
  background: vars.secondary,
})
export const pillText = style({ minWidth: 0, overflowWrap: 'anywhere' })
export const pillMark = style({
  ...type(12, 500),
  flex: 'none',
  padding: '2px 10px',
  borderRadius: radius.full,
  color: vars.accent,
  background: vars.accentSoft,
})
/** In place of a sign that is not there. */
export const pillEnd = style({ width: 6 })
export const add = style({
  ...type(14, 500),
  display: 'inline-flex',
  alignItems: 'center',
  gap: 6,
  minHeight: 36,
  marginTop: 12,
  color: vars.accent,
  borderRadius: radius.control,
  ':hover': { textDecoration: 'underline' },
})

export const waiting = style({
  ...type(14),
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  minHeight: 88,
  color: vars.muted,
})
/** What came of something, above what it is about. */
const told = style({
  display: 'grid',
  gap: 4,
  padding: '12px 16px',
  borderRadius: radius.card,
  background: vars.surface,
})
export const good = style([told, { boxShadow: `inset 0 0 0 1px ${vars.positive}` }])
export const bad = style([told, { boxShadow: `inset 0 0 0 1px ${vars.danger}` }])
export const asked = style([told, { boxShadow: `inset 0 0 0 1px ${vars.accent}` }])
export const toldTitle = style({ ...type(14, 600), overflowWrap: 'anywhere' })
export const toldText = style({ ...type(13), color: vars.muted, overflowWrap: 'anywhere' })
export const toldActions = style({ display: 'flex', flexWrap: 'wrap', gap: 8, marginTop: 8 })
export const below = style({ marginTop: 12 })
