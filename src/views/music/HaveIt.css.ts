import { style } from '@vanilla-extract/css'
import { vars } from '../theme/tokens.css.ts'

export const haveIt = style({ display: 'inline-flex', color: vars.positive, flex: 'none' })
