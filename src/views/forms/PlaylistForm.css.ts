import { style } from '@vanilla-extract/css'
import { media, vars } from '../theme/tokens.css.ts'
import { type } from '../theme/type.ts'

export const panel = style({ width: 'min(480px, 100%)', padding: 24 })
export const title = style({ ...type(20, 600), marginBottom: 20 })
export const limited = style({ ...type(13, 400), color: vars.muted, marginBottom: 16 })
export const actions = style({
  display: 'flex',
  justifyContent: 'flex-end',
  gap: 8,
  marginTop: 8,
  '@media': { [media.phone]: { flexDirection: 'column', paddingBottom: 'env(safe-area-inset-bottom)' } },
})
