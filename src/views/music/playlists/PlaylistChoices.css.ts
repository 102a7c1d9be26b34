import { style } from '@vanilla-extract/css'
import { fromStart, oneLine, vars } from '../../theme/tokens.css.ts'
import { type } from '../../theme/type.ts'

export const list = style({ maxHeight: 'min(336px, 50vh)', overflowY: 'auto', overscrollBehavior: 'contain' })
export const name = style({ ...oneLine, ...fromStart, minWidth: 0, flex: 1 })
export const count = style({ ...type(12), color: vars.muted, fontVariantNumeric: 'tabular-nums' })
