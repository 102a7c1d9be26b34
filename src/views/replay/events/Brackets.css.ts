import { globalStyle, style } from '@vanilla-extract/css'
import { vars } from '../../theme/tokens.css.ts'

export const brackets = style({
  position: 'absolute',
  left: 4,
  top: 0,
  zIndex: 1,
  pointerEvents: 'none',
  overflow: 'visible',
})
export const line = style({ stroke: vars.accent, fill: vars.accent, strokeWidth: 1.5 })
export const failed = style({ stroke: vars.danger, fill: vars.danger })
globalStyle(`${line} path`, { fill: 'none' })
globalStyle(`${line} circle`, { stroke: 'none' })
