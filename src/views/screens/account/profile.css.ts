import { style } from '@vanilla-extract/css'
import { media, radius, vars } from '../../theme/tokens.css.ts'
import { type } from '../../theme/type.ts'

export const waiting = style({
  ...type(14),
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  minHeight: 88,
  color: vars.muted,
})
export const card = style({
  maxWidth: 720,
  padding: '8px 24px 24px',
  borderRadius: radius.card,
  background: vars.surface,
  boxShadow: `inset 0 0 0 1px ${vars.hairline}`,
  containerType: 'inline-size',
  '@media': { [media.phone]: { padding: '4px 16px 16px' } },
})
export const head = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: 12,
  margin: '0 -24px 20px',
  padding: '12px 24px 16px 14px',
  borderBottom: `1px solid ${vars.hairline}`,
  '@media': { [media.phone]: { margin: '0 -16px 16px', padding: '8px 16px 12px 6px' } },
})
/** Below a long name it begins where the name does. */
export const edit = style({ marginInlineStart: 10 })
export const facts = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: '16px 20px',
  margin: 0,
  '@container': { '(min-width: 480px)': { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' } },
})
export const fact = style({ minWidth: 0 })
export const term = style({ ...type(13), color: vars.muted })
export const value = style({ ...type(14, 500), margin: '2px 0 0', overflowWrap: 'anywhere' })
export const none = style({ color: vars.faint, fontWeight: 400 })
