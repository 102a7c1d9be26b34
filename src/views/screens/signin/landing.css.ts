import { style } from '@vanilla-extract/css'
import { vars } from '../../theme/tokens.css.ts'
import { type } from '../../theme/type.ts'

export { column as body } from '../../forms/column.css.ts'

export const title = style({ ...type(28, 600), overflowWrap: 'anywhere' })
export const lead = style({ ...type(16), color: vars.muted, margin: '4px 0 20px', overflowWrap: 'anywhere' })
export const note = style({ ...type(13), color: vars.muted, overflowWrap: 'anywhere' })
export const actions = style({ display: 'grid', gap: 12 })
