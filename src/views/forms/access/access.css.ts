import { style } from '@vanilla-extract/css'
import { media, vars } from '../../theme/tokens.css.ts'
import { type } from '../../theme/type.ts'

export { column as body } from '../column.css.ts'

/** It may be given the focus, and is nothing to press. */
export const title = style({ ...type(28, 600), overflowWrap: 'anywhere', outline: 'none' })
export const heading = style([title, { marginBottom: 20 }])
export const lead = style({
  ...type(16),
  color: vars.muted,
  margin: '4px 0 28px',
  overflowWrap: 'anywhere',
  '@media': { [media.phone]: { marginBottom: 20 } },
})
export const note = style({ ...type(13), color: vars.muted, marginTop: 12, overflowWrap: 'anywhere' })
/** One action under the other. */
export const actions = style({ display: 'grid', gap: 12, marginTop: 12 })
/** Under a box to tick: as far from it as on the sign-in form. */
export const send = style([actions, { marginTop: 24 }])
export const plain = style({
  color: vars.accent,
  fontWeight: 500,
  borderRadius: 4,
  textDecoration: 'underline',
})
