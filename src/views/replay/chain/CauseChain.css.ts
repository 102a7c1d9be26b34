import { style, styleVariants } from '@vanilla-extract/css'
import { mono } from '../../stateTree/mono.css.ts'
import { media, oneLine, radius, vars } from '../../theme/tokens.css.ts'
import { type } from '../../theme/type.ts'

export const panel = style({ background: vars.surface, borderTop: `1px solid ${vars.hairline}`, minWidth: 0 })
export const head = style({
  display: 'flex',
  alignItems: 'center',
  flexWrap: 'wrap',
  gap: '4px 16px',
  padding: '12px 24px 0',
  '@media': { [media.phone]: { padding: '12px 12px 0' } },
})
export const title = style({ ...type(14, 600) })
export const about = style({ ...type(13), color: vars.muted })
export const legend = style({ ...type(12), display: 'flex', gap: 16, marginLeft: 'auto', color: vars.muted })
const key = (colour: string) => ({
  '::before': {
    content: '""',
    display: 'inline-block',
    width: 14,
    height: 2,
    marginRight: 8,
    verticalAlign: 'middle',
    background: colour,
  },
})
export const byCause = style(key(vars.accent))
export const byFailure = style(key(vars.danger))
export const scroller = style({
  overflowX: 'auto',
  padding: '14px 24px 16px',
  '@media': { [media.phone]: { padding: '14px 12px 16px' } },
})
export const drawing = style({ position: 'relative', margin: '0 auto' })
export const lines = style({ position: 'absolute', inset: 0, overflow: 'visible', pointerEvents: 'none' })
const path = { fill: 'none', strokeWidth: 1.5 } as const
export const line = styleVariants({
  cause: { ...path, stroke: vars.accent },
  failure: { ...path, stroke: vars.danger },
})
export const arrow = styleVariants({ cause: { fill: vars.accent }, failure: { fill: vars.danger } })
export const nodes = style({})
export const place = style({ position: 'absolute' })
export const node = style({
  display: 'flex',
  flexDirection: 'column',
  justifyContent: 'center',
  gap: 2,
  width: 216,
  height: 52,
  padding: '0 10px',
  borderRadius: radius.row,
  background: vars.raised,
  boxShadow: `inset 0 0 0 1px ${vars.hairline}`,
  textAlign: 'left',
  ':hover': { background: vars.overlay },
})
export const failed = style({ boxShadow: `inset 0 0 0 1px color-mix(in srgb, ${vars.danger} 60%, transparent)` })
export const leftOut = style({ opacity: 0.6, textDecoration: 'line-through' })
export const here = style({
  background: `color-mix(in srgb, ${vars.accent} 16%, ${vars.raised})`,
  boxShadow: `inset 0 0 0 1.5px ${vars.accent}`,
  ':hover': { background: `color-mix(in srgb, ${vars.accent} 16%, ${vars.raised})` },
})
export const first = style([mono, { display: 'flex', justifyContent: 'space-between', gap: 8, minWidth: 0 }])
export const typed = style({ ...oneLine, fontWeight: 600 })
export const seq = style({ color: vars.muted })
export const second = style({
  ...type(12),
  display: 'flex',
  justifyContent: 'space-between',
  gap: 8,
  minWidth: 0,
  color: vars.muted,
})
export const summary = style(oneLine)
export const more = style({ color: vars.accent, whiteSpace: 'nowrap' })
