import { style } from '@vanilla-extract/css'
import { media, vars } from '../../theme/tokens.css.ts'
import { type } from '../../theme/type.ts'

export const panel = style({ width: 'min(560px, 100%)', padding: '20px 24px 24px', overflowY: 'auto' })
export const head = style({ display: 'flex', alignItems: 'center', justifyContent: 'space-between', marginRight: -8 })
export const title = style({ ...type(20, 600) })
export const groups = style({ display: 'grid', gap: 20, marginTop: 8 })
export const group = style({ ...type(12, 600), color: vars.faint, marginBottom: 4 })
export const list = style({
  display: 'grid',
  gridTemplateColumns: '1fr auto',
  margin: 0,
  ...type(14),
  '@media': { [media.phone]: { ...type(13) } },
})
export const what = style({ padding: '6px 0', color: vars.text })
export const keys = style({ display: 'flex', gap: 4, alignItems: 'center', justifyContent: 'flex-end', margin: 0 })
export const key = style({
  minWidth: 24,
  height: 24,
  padding: '0 7px',
  borderRadius: 6,
  background: vars.track,
  color: vars.text,
  font: 'inherit',
  ...type(12, 500),
  lineHeight: '24px',
  textAlign: 'center',
})
/** Whether the keys do anything at all. */
export const foot = style({
  display: 'grid',
  justifyItems: 'start',
  gap: 2,
  margin: '4px 0 8px',
  paddingBottom: 14,
  borderBottom: `1px solid ${vars.hairline}`,
})
export const hint = style({ ...type(12), color: vars.faint })
