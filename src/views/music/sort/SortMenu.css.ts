import { style } from '@vanilla-extract/css'
import * as popover from '../../kit/overlays/Popover.css.ts'
import { media, vars } from '../../theme/tokens.css.ts'

export const menuButton = style({ '@media': { [media.phone]: { height: 36, width: 36 } } })
export const menu = style({ width: 216 })
export const item = style([popover.item, { '@media': { [media.phone]: { minHeight: 44 } } }])
export const tick = style({ flex: 'none', color: vars.accent })
export const noTick = style({ visibility: 'hidden' })
