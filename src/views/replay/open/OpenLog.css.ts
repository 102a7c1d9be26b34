import { style } from '@vanilla-extract/css'
import { mono } from '../../stateTree/mono.css.ts'
import { floating, radius, vars } from '../../theme/tokens.css.ts'
import { type } from '../../theme/type.ts'

export const input = style({ display: 'none' })
export const welcome = style({ flex: 1, display: 'grid', placeItems: 'center', padding: 24 })
export const drop = style({
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  gap: 12,
  width: '100%',
  maxWidth: 560,
  padding: '56px 24px 40px',
  textAlign: 'center',
  border: `1px dashed ${vars.outline}`,
  borderRadius: radius.dialog,
  background: vars.surface,
})
export const sign = style({ color: vars.accent })
export const title = style({ ...type(20, 600) })
export const words = style({ color: vars.muted, maxWidth: 420, marginBottom: 12 })
export const note = style({
  ...type(13),
  display: 'flex',
  gap: 8,
  alignItems: 'center',
  marginTop: 20,
  color: vars.positive,
})
export const refused = style({
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  padding: '10px 24px',
  background: vars.raised,
  boxShadow: `inset 3px 0 0 ${vars.danger}, inset 0 -1px 0 ${vars.hairline}`,
})
export const reason = style([mono, { color: vars.danger }])
export const work = style({
  ...floating,
  position: 'fixed',
  zIndex: 6,
  left: '50%',
  bottom: 24,
  transform: 'translateX(-50%)',
  display: 'flex',
  alignItems: 'center',
  flexWrap: 'wrap',
  gap: 16,
  width: 'min(560px, calc(100vw - 32px))',
  padding: '12px 12px 12px 16px',
  borderRadius: radius.dialog,
  background: vars.overlay,
})
export const workWords = style({ display: 'flex', flexDirection: 'column', flex: 1, minWidth: 160 })
export const count = style({ ...type(12), color: vars.muted })
export const progress = style({
  flex: 1,
  minWidth: 120,
  height: 6,
  appearance: 'none',
  border: 0,
  borderRadius: radius.full,
  overflow: 'hidden',
  background: vars.track,
  selectors: {
    '&::-webkit-progress-bar': { background: vars.track },
    '&::-webkit-progress-value': { background: vars.accent },
    '&::-moz-progress-bar': { background: vars.accent },
  },
})
