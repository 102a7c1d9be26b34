import { style } from '@vanilla-extract/css'
import { mono } from '../../stateTree/mono.css.ts'
import { radius, vars } from '../../theme/tokens.css.ts'
import { type } from '../../theme/type.ts'

export const panel = style({
  display: 'flex',
  flexDirection: 'column',
  minWidth: 0,
  minHeight: 0,
  background: vars.canvas,
})
export const head = style({
  ...type(13),
  display: 'flex',
  alignItems: 'stretch',
  justifyContent: 'space-between',
  gap: 16,
  minHeight: 52,
  padding: '0 16px',
  color: vars.muted,
  borderBottom: `1px solid ${vars.hairline}`,
})
export const tabs = style({ display: 'flex', gap: 20 })
export const tab = style({
  ...type(14, 500),
  color: vars.muted,
  borderBottom: '2px solid transparent',
  borderTop: '2px solid transparent',
  ':hover': { color: vars.text },
  selectors: { '&[aria-selected="true"]': { color: vars.text, borderBottomColor: vars.accent } },
})
export const content = style({ display: 'flex', flexDirection: 'column', flex: 1, minHeight: 0 })
export const tools = style({
  display: 'flex',
  flexWrap: 'wrap',
  gap: 8,
  padding: '10px 16px',
  borderTop: `1px solid ${vars.hairline}`,
})
export const leftOut = style({
  ...type(13),
  display: 'flex',
  flexDirection: 'column',
  gap: 8,
  padding: '10px 16px',
  background: vars.raised,
  borderTop: `1px solid ${vars.hairline}`,
})
export const leftOutTools = style({ display: 'flex', flexWrap: 'wrap', gap: 8 })
export const text = style([
  mono,
  {
    flex: 1,
    minHeight: 0,
    margin: 0,
    padding: 16,
    overflow: 'auto',
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
    ':focus-visible': { outlineOffset: -2 },
  },
])
export const facts = style([
  mono,
  {
    display: 'grid',
    gridTemplateColumns: 'auto 1fr',
    gap: '2px 16px',
    padding: '12px 16px',
    borderBottom: `1px solid ${vars.hairline}`,
    overflowWrap: 'anywhere',
  },
])
export const fact = style({ color: vars.muted })
export const note = style({
  ...type(14),
  flex: 1,
  minHeight: 120,
  margin: 16,
  padding: 12,
  resize: 'none',
  border: `1px solid ${vars.outline}`,
  borderRadius: radius.card,
  background: vars.raised,
  color: vars.text,
  '::placeholder': { color: vars.faint },
  ':focus-visible': { borderColor: vars.accent },
})
export const notes = style({
  padding: '0 16px 12px',
  display: 'flex',
  flexDirection: 'column',
  gap: 4,
  overflowY: 'auto',
})
export const noteRow = style({
  display: 'flex',
  gap: 12,
  padding: '4px 8px',
  margin: '0 -8px',
  borderRadius: radius.control,
  textAlign: 'left',
  ':hover': { background: vars.hover },
})
export const noteSeq = style([mono, { color: vars.muted }])
