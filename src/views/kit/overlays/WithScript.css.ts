import { style } from '@vanilla-extract/css'

export const coming = style({ width: 'auto', padding: 24 })
