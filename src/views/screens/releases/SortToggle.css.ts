import { style } from '@vanilla-extract/css'
import { segment } from '../../kit/controls/Segments.css.ts'
import { TIGHTER } from './ListMenu.css.ts'

export const choice = style([segment, { '@container': { [TIGHTER]: { padding: '0 9px' } } }])
