import { style } from '@vanilla-extract/css'
import { media, vars } from '../../theme/tokens.css.ts'
import { type } from '../../theme/type.ts'

export const language = style({
  ...type(13),
  appearance: 'none',
  height: 32,
  maxWidth: 160,
  padding: '0 30px 0 10px',
  borderRadius: 6,
  border: `1px solid ${vars.outline}`,
  background: 'transparent',
  color: vars.text,
  cursor: 'pointer',
  '@media': { [media.phone]: { height: 44, fontSize: 16 } },
})
export const languageBox = style({ position: 'relative', display: 'flex', alignItems: 'center' })
export const arrow = style({ position: 'absolute', insetInlineEnd: 8, color: vars.muted, pointerEvents: 'none' })
export const end = style({
  margin: 'auto 0',
  padding: '32px 0',
  display: 'grid',
  justifyItems: 'start',
  gap: 8,
  '@media': { [media.phone]: { margin: 0, padding: '20px 0 32px' } },
})
export const sign = style({ color: vars.muted, marginBottom: 8 })
export const good = style([sign, { color: vars.positive }])
export const title = style({ ...type(28, 600), outline: 'none' })
export const text = style({ ...type(14), color: vars.muted, overflowWrap: 'anywhere' })
export const actions = style({ display: 'flex', flexWrap: 'wrap', gap: 12, marginTop: 16 })
export const link = style({ ...type(14), color: vars.accent, padding: '4px 0', borderRadius: 4 })
