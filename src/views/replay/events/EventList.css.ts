import { style, styleVariants } from '@vanilla-extract/css'
import { mono } from '../../stateTree/mono.css.ts'
import { media, oneLine, vars } from '../../theme/tokens.css.ts'
import { type } from '../../theme/type.ts'

export const panel = style({
  display: 'flex',
  flexDirection: 'column',
  minWidth: 0,
  minHeight: 0,
  background: vars.canvas,
})
export const scroller = style({
  position: 'relative',
  flex: 1,
  minHeight: 0,
  overflowY: 'auto',
  overflowX: 'hidden',
  overflowAnchor: 'none',
  ':focus-visible': { outlineOffset: -2 },
})
const columns = {
  display: 'grid',
  gridTemplateColumns: '62px 96px minmax(48px, 76px) minmax(120px, 1fr) 64px 24px',
  alignItems: 'center',
  paddingLeft: 40,
  '@media': { [media.phone]: { gridTemplateColumns: '54px 72px minmax(0, 1fr) 48px 20px' } },
} as const
export const head = style({
  ...columns,
  ...type(12),
  position: 'sticky',
  top: 0,
  zIndex: 1,
  height: 32,
  color: vars.muted,
  background: vars.canvas,
  borderBottom: `1px solid ${vars.hairline}`,
})
export const body = style({ position: 'relative', overflow: 'hidden' })
export const row = style([
  mono,
  {
    ...columns,
    position: 'relative',
    height: 28,
    cursor: 'pointer',
    color: vars.muted,
    ':hover': { background: vars.hover },
    selectors: {
      '&[aria-selected="true"]': {
        background: vars.accentSoft,
        boxShadow: `inset 2px 0 0 ${vars.accent}`,
        color: vars.text,
      },
    },
  },
])
export const failed = style({ color: vars.danger })
export const leftOut = style({})
export const skipped = style({ opacity: 0.6 })
const cellBase = { ...oneLine, paddingRight: 8 } as const
export const cell = styleVariants({
  seq: cellBase,
  time: cellBase,
  source: { ...cellBase, '@media': { [media.phone]: { display: 'none' } } },
  event: cellBase,
  cause: { ...cellBase, textAlign: 'right' },
})
export const typed = style({
  color: vars.text,
  selectors: {
    [`${failed} &`]: { color: vars.danger },
    [`${leftOut} &`]: { color: vars.faint, textDecoration: 'line-through' },
  },
})
export const signs = style({ display: 'flex', gap: 2, paddingLeft: 4 })
export const mark = style({ color: vars.caution })
export const pin = style({ color: vars.accent })
export const empty = style({ padding: 24, color: vars.muted, textAlign: 'center' })
