import { style } from '@vanilla-extract/css'
import { media, vars } from '../theme/tokens.css.ts'
import { type } from '../theme/type.ts'

export const panel = style({ width: 'min(480px, 100%)', padding: 24 })
export const title = style({ ...type(20, 600), marginBottom: 20 })
export const field = style({ display: 'grid' })
export const labelLine = style({
  display: 'flex',
  justifyContent: 'space-between',
  alignItems: 'baseline',
  marginBottom: 6,
})
export const label = style({ ...type(13, 500) })
export const optional = style({ ...type(13), color: vars.faint, marginLeft: 6 })
export const counter = style({ ...type(12), color: vars.faint, fontVariantNumeric: 'tabular-nums' })
export const over = style({ color: vars.danger })
export const area = style({
  height: 72,
  padding: '9px 14px',
  resize: 'none',
  '@media': { [media.phone]: { height: 84 } },
})
export const actions = style({
  display: 'flex',
  justifyContent: 'flex-end',
  gap: 8,
  marginTop: 8,
  '@media': { [media.phone]: { flexDirection: 'column-reverse', paddingBottom: 'env(safe-area-inset-bottom)' } },
})
