import { style } from '@vanilla-extract/css'
import { vars } from '../theme/tokens.css.ts'
import { type } from '../theme/type.ts'

export const links = style({ ...type(13), display: 'flex', gap: 24, color: vars.muted })
export const link = style({ padding: '6px 0', borderRadius: 4, ':hover': { color: vars.text } })
