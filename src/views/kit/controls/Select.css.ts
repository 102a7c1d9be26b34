import { globalStyle, style } from '@vanilla-extract/css'
import { media, radius, vars } from '../../theme/tokens.css.ts'
import { type } from '../../theme/type.ts'

export const box = style({ position: 'relative', flex: '0 1 auto', minWidth: 0, maxWidth: '100%' })
export const select = style({
  ...type(13, 500),
  appearance: 'none',
  maxWidth: '100%',
  height: 36,
  padding: '0 32px 0 12px',
  borderRadius: radius.card,
  border: `1px solid ${vars.outline}`,
  background: 'transparent',
  textOverflow: 'ellipsis',
  cursor: 'pointer',
  '@media': { [media.phone]: { ...type(16, 500), height: 44, width: '100%' } },
})
globalStyle(`${select} > option`, { background: vars.overlay, color: vars.text })
export const sign = style({
  position: 'absolute',
  right: 10,
  top: 'calc(50% - 8px)',
  color: vars.muted,
  pointerEvents: 'none',
})
