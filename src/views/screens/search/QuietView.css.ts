import { style } from '@vanilla-extract/css'
import { oneLine, radius, vars } from '../../theme/tokens.css.ts'
import { type } from '../../theme/type.ts'

export const quiet = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 420px)',
  columnGap: 56,
  alignItems: 'start',
  '@container': { '(max-width: 759.98px)': { gridTemplateColumns: 'minmax(0, 1fr)' } },
})
export const recent = style({
  ...type(14, 500),
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  height: 44,
  margin: '0 -12px',
  padding: '0 12px',
  borderRadius: radius.row,
  color: vars.text,
  ':hover': { background: vars.hover },
  selectors: { '&:focus-visible': { outlineOffset: -2 } },
})
export const recentIcon = style({ color: vars.faint, flex: 'none' })
export const recentTerm = style({ ...oneLine, minWidth: 0 })
export const tip = style([
  recent,
  { height: 'auto', minHeight: 52, padding: '6px 12px', textAlign: 'left', width: 'calc(100% + 24px)' },
])
export const tipCode = style({
  ...type(13, 500),
  fontFamily: 'inherit',
  flex: 'none',
  minWidth: 152,
  padding: '4px 8px',
  borderRadius: radius.control,
  background: vars.press,
  color: vars.text,
})
export const tipText = style({ ...type(13), color: vars.muted, whiteSpace: 'normal' })
