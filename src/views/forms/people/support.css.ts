import { style } from '@vanilla-extract/css'
import { vars } from '../../theme/tokens.css.ts'
import { type } from '../../theme/type.ts'

export const body = style({ padding: '0 20px 20px', overflowY: 'auto', overscrollBehavior: 'contain' })
export const text = style({ ...type(14), color: vars.muted, marginBottom: 16 })
export const mail = style({ ...type(13), color: vars.muted, marginTop: 12 })
export const mailLink = style({ color: vars.accent, textDecoration: 'underline' })
export const submit = style({ display: 'flex', justifyContent: 'flex-end', marginTop: 4 })
export const sent = style({ display: 'flex', gap: 12, marginBottom: 16 })
export const sentSign = style({ color: vars.positive, flex: 'none' })
export const sentTitle = style({ ...type(14, 600) })
export const sentText = style({ ...type(13), color: vars.muted })
