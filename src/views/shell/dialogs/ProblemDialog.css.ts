import { style } from '@vanilla-extract/css'
import { media, oneLine, vars } from '../../theme/tokens.css.ts'
import { type } from '../../theme/type.ts'

export const panel = style({ width: 'min(560px, 100%)', display: 'flex', flexDirection: 'column' })
export const head = style({ display: 'flex', alignItems: 'center', padding: '20px 16px 0 24px' })
export const title = style({ ...type(20, 600), flex: 1 })
export const text = style({ ...type(14), color: vars.muted, padding: '8px 24px 16px' })
export const lost = style({ ...type(13), color: vars.caution, padding: '0 24px 12px' })
export const failed = style({ ...type(13), color: vars.danger, padding: '0 24px 24px' })
export const list = style({
  overflowY: 'auto',
  minHeight: 0,
  padding: '0 24px 16px',
  '@media': { [media.phone]: { paddingBottom: 'calc(16px + env(safe-area-inset-bottom))' } },
})
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
