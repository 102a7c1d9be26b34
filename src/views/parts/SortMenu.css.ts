import { style } from '@vanilla-extract/css'
import { media, vars } from '../theme/tokens.css.ts'
import * as popover from './Popover.css.ts'

export const menuButton = style({ '@media': { [media.phone]: { height: 36, width: 36 } } })
export const menu = style({ width: 216 })
export const item = style([popover.item, { '@media': { [media.phone]: { minHeight: 44 } } }])
export const tick = style({ flex: 'none', color: vars.accent })
export const noTick = style({ visibility: 'hidden' })
