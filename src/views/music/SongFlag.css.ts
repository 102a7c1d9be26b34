import { style } from '@vanilla-extract/css'
import { vars } from '../theme/tokens.css.ts'

export const flagged = style({ color: `${vars.caution} !important` })
export const songFlag = style({ flex: 'none' })
