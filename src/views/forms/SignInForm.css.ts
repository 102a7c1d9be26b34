import { style } from '@vanilla-extract/css'
import { media, vars } from '../theme/tokens.css.ts'
import { type } from '../theme/type.ts'

export { column as form } from './column.css.ts'

export const title = style({ ...type(28, 600) })
export const lead = style({
  ...type(16),
  color: vars.muted,
  margin: '4px 0 28px',
  '@media': { [media.phone]: { marginBottom: 20 } },
})
export const submit = style({ margin: '24px 0 12px', '@media': { [media.phone]: { height: 48 } } })
/** As high as its button. */
export const passkey = style({ minHeight: 40, marginBottom: 12 })
/** The box to tick, and across from it what helps with the field above. */
export const row = style({ display: 'flex', alignItems: 'start', justifyContent: 'space-between', gap: 16 })
export const link = style({
  ...type(14, 500),
  color: vars.accent,
  whiteSpace: 'nowrap',
  borderRadius: 4,
  ':hover': { textDecoration: 'underline' },
})
export const aside = style({
  ...type(14),
  color: vars.muted,
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  gap: '8px 16px',
  margin: '20px 0 16px',
})
