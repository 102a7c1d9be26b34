import { style } from '@vanilla-extract/css'
import { behindTitle, media, oneLine, vars } from '../../theme/tokens.css.ts'
import { type } from '../../theme/type.ts'

export const top = style({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'flex-end',
  gap: 4,
  padding: '8px 0',
  marginRight: -10,
})
export const row = style({ borderTop: `1px solid ${vars.hairline}` })
export const head = style({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  width: '100%',
  minHeight: 56,
  textAlign: 'left',
  borderRadius: 6,
})
export const number = style({
  ...type(14),
  width: 40,
  color: vars.muted,
  textAlign: 'center',
  flex: 'none',
  paddingRight: 8,
})
export const words = style({ display: 'flex', gap: 6, flex: 1, minWidth: 0 })
export const title = style({ ...type(14, 500), ...oneLine })
export const version = style({ ...type(14), ...behindTitle, color: vars.muted })
export const isrc = style({ ...type(13), color: vars.muted, '@media': { [media.phone]: { display: 'none' } } })
export const length = style({ ...type(14), width: 56, textAlign: 'right', color: vars.muted, flex: 'none' })
export const sign = style({
  color: vars.muted,
  flex: 'none',
  marginLeft: 8,
  selectors: { '[aria-expanded="true"] > &': { transform: 'rotate(180deg)' } },
})
export const facts = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(200px, 1fr))',
  gap: '14px 24px',
  padding: '4px 0 24px 48px',
  '@media': { [media.phone]: { paddingLeft: 0, gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' } },
})
export const name = style({ ...type(12), color: vars.faint })
export const value = style({ ...type(13), overflowWrap: 'anywhere' })
export const wide = style({ gridColumn: '1 / -1' })
export const lyrics = style({ ...type(13), whiteSpace: 'pre-line', maxWidth: 640 })
export const more = style({ ...type(13, 500), color: vars.accent, marginLeft: 6, borderRadius: 4 })
