import { style } from '@vanilla-extract/css'
import { mono } from '../../stateTree/mono.css.ts'
import { media, radius, vars } from '../../theme/tokens.css.ts'
import { type } from '../../theme/type.ts'

export const transport = style({
  display: 'flex',
  alignItems: 'center',
  flexWrap: 'wrap',
  gap: '8px 14px',
  padding: '10px 24px 4px',
  background: vars.surface,
  '@media': { [media.phone]: { padding: '8px 12px 4px' } },
})
export const group = style({ display: 'flex', alignItems: 'center', gap: 8 })
export const play = style({ borderRadius: radius.full })
export const time = style([mono, { whiteSpace: 'nowrap' }])
export const now = style({ fontSize: 15, fontWeight: 500 })
export const end = style({ color: vars.muted })
export const goTo = style({
  display: 'flex',
  alignItems: 'center',
  height: 32,
  border: `1px solid ${vars.outline}`,
  borderRadius: radius.control,
  background: vars.raised,
  ':focus-within': { borderColor: vars.accent },
})
export const goToLabel = style({ ...type(12), paddingLeft: 10, color: vars.muted })
export const goToField = style([
  mono,
  {
    width: 80,
    height: '100%',
    padding: '0 6px 0 8px',
    border: 0,
    background: 'none',
    color: vars.text,
    outline: 'none',
    selectors: { '&[aria-invalid="true"]': { color: vars.danger } },
  },
])
export const goToGo = style({
  display: 'grid',
  placeItems: 'center',
  width: 28,
  height: '100%',
  color: vars.muted,
  borderRadius: radius.control,
  ':hover': { color: vars.text },
})
export const speeds = style({
  whiteSpace: 'nowrap',
  marginLeft: 'auto',
  maxWidth: '100%',
  overflowX: 'auto',
  scrollbarWidth: 'none',
  '@media': { [media.phone]: { marginLeft: 0 } },
})
