import { style } from '@vanilla-extract/css'
import { radius, vars } from '../../theme/tokens.css.ts'
import { type } from '../../theme/type.ts'

export const lead = style({ ...type(14), color: vars.muted, margin: '-12px 0 20px' })
export const place = style({ minHeight: 8 })
export const told = style({
  display: 'grid',
  gap: 4,
  padding: '12px 16px',
  marginBottom: 16,
  borderRadius: radius.card,
  boxShadow: `inset 0 0 0 1px ${vars.positive}`,
})
export const failed = style({
  display: 'flex',
  gap: 12,
  padding: '12px 16px',
  marginBottom: 16,
  borderRadius: radius.card,
  boxShadow: `inset 0 0 0 1px ${vars.danger}`,
})
export const failedSign = style({ color: vars.danger, flex: 'none' })
export const toldTitle = style({ ...type(14, 600), overflowWrap: 'anywhere' })
export const toldText = style({ ...type(13), color: vars.muted, overflowWrap: 'anywhere' })
