import { style } from '@vanilla-extract/css'
import { fromStart, motion, oneLine, radius, vars } from '../../theme/tokens.css.ts'
import { type } from '../../theme/type.ts'

export const list = style({ margin: '0 -12px' })
export const row = style({
  display: 'flex',
  alignItems: 'center',
  gap: 16,
  width: '100%',
  minHeight: 56,
  padding: '0 12px',
  borderRadius: radius.row,
  textAlign: 'left',
  transition: `background-color ${motion.quick}`,
  ':hover': { background: vars.hover },
})
export const icon = style({ color: vars.muted, flex: 'none' })
export const title = style({ ...type(14, 500), ...oneLine, ...fromStart, flex: 1, minWidth: 0 })
export const size = style({ ...type(13), color: vars.muted, fontVariantNumeric: 'tabular-nums', flex: 'none' })
export const sign = style({ display: 'grid', placeItems: 'center', width: 20, color: vars.muted, flex: 'none' })
export const empty = style({
  ...type(14),
  display: 'grid',
  justifyItems: 'center',
  gap: 12,
  padding: '56px 24px',
  color: vars.muted,
  textAlign: 'center',
})
