import { style } from '@vanilla-extract/css'
import { media, vars } from '../../theme/tokens.css.ts'
import { type } from '../../theme/type.ts'

export { column as step } from '../column.css.ts'

export const counter = style({ ...type(13), color: vars.muted, fontVariantNumeric: 'tabular-nums', marginBottom: 4 })
export const title = style({ ...type(28, 600), outline: 'none' })
export const lead = style({
  ...type(16),
  color: vars.muted,
  margin: '4px 0 28px',
  overflowWrap: 'anywhere',
  '@media': { [media.phone]: { marginBottom: 20 } },
})
/** Two that belong together. */
export const pair = style({ display: 'grid', gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', gap: '0 12px' })
export const actions = style({ display: 'flex', justifyContent: 'flex-end', gap: 12, margin: '20px 0 16px' })
/** A banner above the fields keeps its distance, and takes no room while there is none. */
export const over = style({ selectors: { '&:has([role="alert"], [role="status"] > *)': { marginBottom: 20 } } })
/** Pushes what follows to the end. */
export const first = style({ marginInlineEnd: 'auto' })
export const more = style({ display: 'flex', flexWrap: 'wrap', gap: 8, margin: '0 0 12px -8px' })
export const termsLink = style({
  ...type(13, 500),
  color: vars.accent,
  justifySelf: 'start',
  marginInlineStart: 28,
  padding: '4px 0',
  borderRadius: 4,
  ':hover': { textDecoration: 'underline' },
})
export const aside = style({ ...type(14), color: vars.muted })
export const asideLink = style({
  ...type(14, 500),
  color: vars.accent,
  padding: '4px 2px',
  borderRadius: 4,
  ':hover': { textDecoration: 'underline' },
})
