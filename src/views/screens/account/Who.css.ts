import { style } from '@vanilla-extract/css'
import { fromStart, oneLine, vars } from '../../theme/tokens.css.ts'
import { type } from '../../theme/type.ts'

export const card = style({ display: 'flex', alignItems: 'center', gap: 12, padding: '10px 10px 8px', minWidth: 0 })
export const words = style({ minWidth: 0, flex: 1 })
export const name = style({ ...type(14, 600), ...oneLine, ...fromStart })
export const email = style({ ...type(13), ...oneLine, color: vars.muted })
export const badge = style({ ...type(12, 500), display: 'inline-flex', alignItems: 'center', gap: 5, marginTop: 2 })
export const verified = style({ color: vars.positive })
export const pending = style({ color: vars.caution })
