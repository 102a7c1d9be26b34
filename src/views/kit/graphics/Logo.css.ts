import { style } from '@vanilla-extract/css'
import { vars } from '../../theme/tokens.css.ts'

export const logo = style({ display: 'inline-flex', alignItems: 'center', gap: 10, color: vars.text })
export const logoDot = style({ fill: vars.accent })
export const logoName = style({ fontSize: 18, lineHeight: '24px', fontWeight: 600, letterSpacing: '-0.018em' })
