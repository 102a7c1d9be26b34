import { globalStyle, style } from '@vanilla-extract/css'
import { media, oneLine, vars } from '../../theme/tokens.css.ts'
import { type } from '../../theme/type.ts'

export const panel = style({ width: 'min(560px, 100%)', display: 'flex', flexDirection: 'column' })
export const head = style({ display: 'flex', alignItems: 'center', padding: '20px 16px 0 24px' })
export const title = style({ ...type(20, 600), flex: 1 })
export const body = style({
  display: 'grid',
  gap: 16,
  minHeight: 0,
  overflowY: 'auto',
  padding: '8px 24px 20px',
  '@media': { [media.phone]: { paddingBottom: 'calc(20px + env(safe-area-inset-bottom))' } },
})
export const text = style({ ...type(14), color: vars.muted })
export const facts = style({
  ...type(13),
  display: 'grid',
  gridTemplateColumns: 'max-content minmax(0, 1fr)',
  gap: '8px 16px',
  margin: 0,
  padding: '12px 16px',
  borderRadius: 10,
  boxShadow: `inset 0 0 0 1px ${vars.hairline}`,
  '@media': { [media.phone]: { gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 } },
})
globalStyle(`${facts} dt`, { fontWeight: 500 })
globalStyle(`${facts} dd`, { margin: 0, color: vars.muted })
export const lost = style({ ...type(13), color: vars.caution })
export const failed = style({ ...type(13), color: vars.danger })
export const list = style({ margin: 0, padding: 0 })
export const row = style({
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  minHeight: 56,
  borderTop: `1px solid ${vars.hairline}`,
})
export const words = style({ flex: 1, minWidth: 0 })
export const name = style({ ...type(14, 500), ...oneLine })
export const more = style({ ...type(12), color: vars.muted })
/** Its room is kept: what is said there moves nothing. */
export const saved = style({ ...type(13), minHeight: 20, overflowWrap: 'anywhere' })
export const link = style({ color: vars.accent, borderRadius: 4, textDecoration: 'underline' })
