/** The look of rows that are put in another order by hand. */
import { style } from '@vanilla-extract/css'
import { vars } from '../../../theme/tokens.css.ts'

export const lifted = style({ background: vars.press, boxShadow: vars.shadow, zIndex: 1 })
/** In the margin of the row: there when it is looked for. Where it stands and when it is seen is the list's. */
export const grip = style({
  position: 'absolute',
  top: 0,
  bottom: 0,
  display: 'grid',
  placeItems: 'center',
  color: vars.faint,
  cursor: 'grab',
  touchAction: 'none',
  borderRadius: 4,
  ':hover': { color: vars.text },
  // It stands at the edge of lists that cut off what goes beyond it.
  ':focus-visible': { outlineOffset: -2 },
  selectors: { '&[aria-pressed="true"]': { color: vars.accent, cursor: 'grabbing' } },
})
