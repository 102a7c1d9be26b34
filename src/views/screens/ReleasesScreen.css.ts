import { style } from '@vanilla-extract/css'
import { media, vars } from '../theme/tokens.css.ts'
import { type } from '../theme/type.ts'
import { endSpace } from './gallery/gallery.css.ts'

export const top = style({
  display: 'flex',
  alignItems: 'center',
  minHeight: 40,
  padding: '0 32px 8px',
  flex: 'none',
  '@media': {
    [media.belowDesktop]: { padding: '0 24px 8px' },
    [media.phone]: { padding: '0 16px 4px', minHeight: 32 },
  },
})
export const count = style({ ...type(13), color: vars.faint, minHeight: 20 })

/** The phone's mini player floats over the end of the list. */
export const list = style({
  display: 'flex',
  flexDirection: 'column',
  flex: 1,
  minHeight: 0,
  '@media': { [media.phone]: { vars: { [endSpace]: '80px' } } },
})
