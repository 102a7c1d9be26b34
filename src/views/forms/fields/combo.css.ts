import { style } from '@vanilla-extract/css'
import { radius, vars } from '../../theme/tokens.css.ts'
import { type } from '../../theme/type.ts'

export const list = style({
  position: 'absolute',
  zIndex: 1,
  insetInline: 0,
  top: 'calc(100% + 4px)',
  maxHeight: 264,
  overflowY: 'auto',
  padding: 4,
  borderRadius: radius.card,
  background: vars.overlay,
  boxShadow: `0 0 0 1px ${vars.hairline}, ${vars.shadow}`,
})
export const option = style({
  ...type(14),
  minHeight: 36,
  padding: '8px 10px',
  borderRadius: radius.control,
  cursor: 'pointer',
  ':hover': { background: vars.hover },
  selectors: {
    '&[aria-selected="true"]': { background: vars.press },
    '&[data-chosen]': { color: vars.accent, fontWeight: 600 },
  },
  '@media': {
    '(forced-colors: active)': { selectors: { '&[aria-selected="true"]': { outline: '2px solid Highlight' } } },
  },
})
export const none = style({ ...type(13), padding: '8px 10px', color: vars.muted })
