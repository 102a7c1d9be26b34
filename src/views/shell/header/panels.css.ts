import { style, styleVariants } from '@vanilla-extract/css'
import { radius, vars } from '../../theme/tokens.css.ts'
import { type } from '../../theme/type.ts'

const column = { display: 'flex', flexDirection: 'column', minHeight: 0, overflow: 'hidden' } as const
export const panel = style({ ...column, width: 380, maxHeight: 'min(560px, var(--room, 560px))' })
export const sheet = style({ ...column, width: 'min(480px, 100%)' })
export const head = style({
  display: 'flex',
  alignItems: 'center',
  gap: 4,
  flex: 'none',
  padding: '12px 10px 8px 20px',
})
export const title = style({ ...type(16, 600), flex: 1, minWidth: 0 })
// ---- what was said
export const list = style({ padding: '0 0 8px', overflowY: 'auto', overscrollBehavior: 'contain' })
export const family = style({ ...type(12, 600), color: vars.muted, padding: '12px 20px 4px' })
export const entries = style({ margin: 0, padding: 0, listStyle: 'none' })
export const entry = style({
  display: 'flex',
  alignItems: 'flex-start',
  gap: 12,
  padding: '8px 20px',
  overflowWrap: 'anywhere',
})
const sign = { flex: 'none', marginTop: 1 } as const
export const entrySign = styleVariants({
  success: { ...sign, color: vars.positive },
  error: { ...sign, color: vars.danger },
  info: { ...sign, color: vars.accent },
})
export const words = style({ flex: 1, minWidth: 0 })
export const message = style({ ...type(14, 500) })
export const subject = style({ ...type(13), color: vars.muted })
export const isNew = style({
  ...type(11, 600),
  flex: 'none',
  padding: '1px 8px',
  borderRadius: radius.full,
  background: vars.accentSoft,
  color: vars.accent,
})
export const empty = style({ display: 'grid', justifyItems: 'center', padding: '16px 32px 32px', textAlign: 'center' })
export const emptyDrawing = style({ width: 72, color: vars.faint, marginBottom: 12 })
export const emptyTitle = style({ ...type(14, 600) })
export const emptyText = style({ ...type(13), color: vars.muted })
