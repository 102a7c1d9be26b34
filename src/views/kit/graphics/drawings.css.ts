import { style } from '@vanilla-extract/css'
import { vars } from '../../theme/tokens.css.ts'

export const accentStroke = style({ stroke: vars.accent })
