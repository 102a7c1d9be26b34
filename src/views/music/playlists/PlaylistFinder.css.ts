import { style } from '@vanilla-extract/css'
import { searchField, searchGlass } from '../../kit/controls/searchField.ts'
import { media, oneLine, radius, vars } from '../../theme/tokens.css.ts'
import { type } from '../../theme/type.ts'

export { head, panel, title } from '../../kit/overlays/formPanel.css.ts'

export const box = style({ position: 'relative' })
export const glass = style({ ...searchGlass, left: 14, top: 14 })
export const search = style({
  ...searchField,
  ...type(14),
  height: 44,
  padding: '0 40px',
  borderRadius: radius.control,
  '@media': { [media.phone]: { fontSize: 16 } },
})
export const note = style({ ...type(13), color: vars.muted, minHeight: 20, margin: '12px 0 8px' })
/** As high whatever was found: what one is about to press does not move. */
export const list = style({
  height: 'min(352px, var(--seen, 100vh) * 0.4)',
  margin: '0 -12px',
  padding: 0,
  overflowY: 'auto',
  overscrollBehavior: 'contain',
  listStyle: 'none',
})
export const row = style({
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  width: '100%',
  minHeight: 44,
  padding: '0 12px',
  border: 0,
  borderRadius: radius.row,
  background: 'none',
  color: vars.text,
  textAlign: 'start',
  cursor: 'pointer',
  ':hover': { background: vars.hover },
})
export const name = style({ ...type(14), ...oneLine, minWidth: 0, flex: 1 })
export const count = style({ ...type(12), color: vars.muted, fontVariantNumeric: 'tabular-nums' })
