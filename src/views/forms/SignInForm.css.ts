import { style } from '@vanilla-extract/css'
import { media, vars } from '../theme/tokens.css.ts'
import { type } from '../theme/type.ts'

export const form = style({
  margin: 'auto 0',
  padding: '32px 0',
  display: 'grid',
  '@media': { [media.phone]: { margin: 0, padding: '20px 0 32px' } },
})
export const title = style({ ...type(28, 600) })
export const lead = style({
  ...type(16),
  color: vars.muted,
  margin: '4px 0 28px',
  '@media': { [media.phone]: { marginBottom: 20 } },
})
export const submit = style({ margin: '24px 0 16px', '@media': { [media.phone]: { height: 48 } } })
/** As high as its button. */
export const passkey = style({ minHeight: 40, marginBottom: 16 })
