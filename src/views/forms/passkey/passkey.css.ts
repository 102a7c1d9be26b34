import { style } from '@vanilla-extract/css'
import { vars } from '../../theme/tokens.css.ts'
import { type } from '../../theme/type.ts'

export const line = style({
  ...type(13),
  color: vars.muted,
  textAlign: 'center',
  selectors: { '&:not(:empty)': { marginTop: 8 } },
})
