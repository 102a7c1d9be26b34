import { style } from '@vanilla-extract/css'
import { vars } from '../theme/tokens.css.ts'
import { type } from '../theme/type.ts'

export const markets = style({ display: 'inline-flex', alignItems: 'center', gap: 4, flex: 'none' })
export const logo = style({ display: 'block', borderRadius: 4, objectFit: 'cover', flex: 'none' })
export const leaf = style({ display: 'inline-flex', color: vars.muted, padding: '0 1px' })
export const rest = style({ ...type(12), color: vars.muted })
