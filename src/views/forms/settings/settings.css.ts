import { style } from '@vanilla-extract/css'
import { vars } from '../../theme/tokens.css.ts'
import { type } from '../../theme/type.ts'

export const form = style({ display: 'grid', maxWidth: 400, marginTop: 24 })
export const note = style({ ...type(13), color: vars.muted })
/** The action, and beside it what came of it. */
export const actions = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '8px 16px',
  margin: '20px 0 16px',
})
export const saved = style({ ...type(14, 500), color: vars.positive })
