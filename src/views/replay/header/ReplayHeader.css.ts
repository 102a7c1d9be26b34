import { style } from '@vanilla-extract/css'
import { mono } from '../../stateTree/mono.css.ts'
import { media, oneLine, radius, vars } from '../../theme/tokens.css.ts'
import { type } from '../../theme/type.ts'

export const header = style({
  display: 'flex',
  alignItems: 'center',
  flexWrap: 'wrap',
  gap: '8px 16px',
  minHeight: 56,
  padding: '8px 24px',
  background: vars.surface,
  borderBottom: `1px solid ${vars.hairline}`,
  '@media': { [media.phone]: { padding: '8px 12px' } },
})
export const brand = style({ ...type(16, 600), display: 'flex', alignItems: 'center', gap: 8 })
export const name = style([mono, { ...oneLine, maxWidth: 280, color: vars.muted }])
export const chip = style([
  mono,
  {
    padding: '1px 8px',
    borderRadius: radius.control,
    boxShadow: `inset 0 0 0 1px ${vars.hairline}`,
    color: vars.muted,
    whiteSpace: 'nowrap',
  },
])
export const build = style({ ...oneLine, maxWidth: 200, '@media': { [media.belowDesktop]: { maxWidth: 150 } } })
export const verdict = style({
  ...type(13),
  display: 'flex',
  alignItems: 'center',
  flexWrap: 'wrap',
  gap: '4px 16px',
  minWidth: 0,
})
const said = { display: 'inline-flex', alignItems: 'center', gap: 8, fontWeight: 500 } as const
export const match = style({ ...said, color: vars.positive })
export const differs = style({
  ...said,
  color: vars.danger,
  borderRadius: radius.control,
  padding: '4px 8px',
  margin: '-4px -8px',
  ':hover': { background: vars.hover },
})
export const unknown = style({ ...said, color: vars.caution })
export const checkpoints = style({ color: vars.muted, '@media': { [media.belowDesktop]: { display: 'none' } } })
export const warning = style({ ...oneLine, maxWidth: 420, color: vars.caution })
export const tools = style({
  display: 'flex',
  gap: 8,
  marginLeft: 'auto',
  '@media': { [media.phone]: { marginLeft: 0 } },
})
