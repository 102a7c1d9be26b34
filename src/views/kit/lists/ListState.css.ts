import { style } from '@vanilla-extract/css'
import { vars } from '../../theme/tokens.css.ts'
import { type } from '../../theme/type.ts'

/** Fills the place of the list. */
export const state = style({
  minHeight: '100%',
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  justifyContent: 'center',
  padding: '24px 16px 48px',
  textAlign: 'center',
  color: vars.muted,
  ...type(14),
})
export const art = style({ color: vars.faint, marginBottom: 24 })
export const title = style({ ...type(20, 600), color: vars.text, marginBottom: 8 })
export const text = style({ maxWidth: 400, marginBottom: 24 })
export const actions = style({ display: 'flex', flexWrap: 'wrap', justifyContent: 'center', gap: 8 })
