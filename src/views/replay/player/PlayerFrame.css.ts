import { style } from '@vanilla-extract/css'
import { radius, vars } from '../../theme/tokens.css.ts'
import { type } from '../../theme/type.ts'

export const panel = style({
  display: 'flex',
  flexDirection: 'column',
  minWidth: 0,
  minHeight: 0,
  background: vars.canvas,
})
/** Over the whole page. */
export const large = style({ position: 'fixed', inset: 0, zIndex: 5 })
export const head = style({ display: 'flex', alignItems: 'center', gap: 8, padding: '8px 8px 8px 16px', minHeight: 52 })
export const title = style({ ...type(14, 600), marginRight: 'auto', whiteSpace: 'nowrap' })
export const altered = style({ ...type(12, 500), whiteSpace: 'nowrap', color: vars.caution })
export const sealed = style({
  ...type(12, 500),
  display: 'inline-flex',
  alignItems: 'center',
  gap: 6,
  minWidth: 0,
  overflow: 'hidden',
  whiteSpace: 'nowrap',
  textOverflow: 'ellipsis',
  color: vars.positive,
})
export const box = style({
  flex: 1,
  minHeight: 0,
  margin: '0 16px',
  display: 'grid',
  placeItems: 'start center',
  overflow: 'hidden',
})
export const stage = style({
  overflow: 'hidden',
  borderRadius: radius.card,
  border: `1px solid ${vars.hairline}`,
  background: vars.canvas,
})
export const frame = style({ display: 'block', border: 0, transformOrigin: '0 0' })
export const foot = style({ ...type(12), padding: '8px 16px 12px', color: vars.faint })
