import { globalStyle, style, styleVariants } from '@vanilla-extract/css'
import { mono } from '../stateTree/mono.css.ts'
import { oneLine, radius, vars } from '../theme/tokens.css.ts'
import { type } from '../theme/type.ts'

const panelBase = {
  position: 'fixed',
  right: 0,
  bottom: 0,
  zIndex: 50,
  display: 'flex',
  flexDirection: 'column',
  containerType: 'inline-size',
  containerName: 'inspector',
  background: vars.surface,
  color: vars.text,
  ':focus-visible': { outlineOffset: -2 },
} as const
export const panel = styleVariants({
  below: { ...panelBase, left: 0, borderTop: `1px solid ${vars.hairline}` },
  beside: { ...panelBase, top: 0, borderLeft: `1px solid ${vars.hairline}` },
})
const edgeBase = {
  position: 'absolute',
  zIndex: 1,
  touchAction: 'none',
  ':hover': { background: vars.accent },
  ':focus-visible': { outlineOffset: -2 },
} as const
export const edge = styleVariants({
  below: { ...edgeBase, insetInline: 0, top: -3, height: 6, cursor: 'row-resize' },
  beside: { ...edgeBase, insetBlock: 0, left: -3, width: 6, cursor: 'col-resize' },
})
export const bar = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 6,
  padding: '6px 8px 6px 16px',
  borderBottom: `1px solid ${vars.hairline}`,
})
export const title = style({ ...type(13, 600), marginRight: 8 })
export const space = style({ flex: 1 })
export const count = style({ ...type(12), color: vars.muted, whiteSpace: 'nowrap' })
const field = {
  ...type(12),
  height: 28,
  minWidth: 0,
  padding: '0 8px',
  border: `1px solid ${vars.outline}`,
  borderRadius: radius.control,
  background: vars.raised,
  color: vars.text,
} as const
export const choice = style({ ...field, maxWidth: 150 })
export const search = style({ ...field, width: 150, '::placeholder': { color: vars.faint } })
export const halves = styleVariants({
  below: {
    display: 'flex',
    flex: 1,
    minHeight: 0,
    '@container': { 'inspector (max-width: 640px)': { flexDirection: 'column' } },
  },
  beside: { display: 'flex', flexDirection: 'column', flex: 1, minHeight: 0 },
})
export const half = style({
  display: 'flex',
  flexDirection: 'column',
  flex: 1,
  minWidth: 0,
  minHeight: 0,
  containerType: 'inline-size',
  containerName: 'half',
})
export const second = styleVariants({
  below: {
    borderLeft: `1px solid ${vars.hairline}`,
    '@container': { 'inspector (max-width: 640px)': { borderLeft: 0, borderTop: `1px solid ${vars.hairline}` } },
  },
  beside: { borderTop: `1px solid ${vars.hairline}` },
})
export const tabs = style({ display: 'flex', gap: 4, padding: '0 8px', borderBottom: `1px solid ${vars.hairline}` })
export const tab = style({
  ...type(12, 500),
  height: 32,
  padding: '0 8px',
  color: vars.muted,
  ':focus-visible': { outlineOffset: -2 },
  selectors: { '&[aria-selected="true"]': { color: vars.text, boxShadow: `inset 0 -2px 0 ${vars.accent}` } },
})
export const scroller = style({
  position: 'relative',
  flex: 1,
  minHeight: 0,
  overflow: 'auto',
  ':focus-visible': { outlineOffset: -2 },
})
export const body = style({ position: 'relative' })
const columns = {
  display: 'grid',
  gridTemplateColumns: '64px 88px 76px minmax(120px, 1fr) 56px',
  alignItems: 'center',
  padding: '0 16px',
  '@container': { 'half (max-width: 420px)': { gridTemplateColumns: '40px 84px minmax(0, 1fr) 44px' } },
} as const
export const head = style({
  ...columns,
  ...type(12),
  height: 28,
  color: vars.muted,
  borderBottom: `1px solid ${vars.hairline}`,
})
export const row = style([
  mono,
  {
    ...columns,
    position: 'absolute',
    insetInline: 0,
    height: 24,
    color: vars.muted,
    cursor: 'pointer',
    ':hover': { background: vars.hover },
    selectors: { '&[aria-selected="true"]': { background: vars.accentSoft, color: vars.text } },
  },
])
// Where there is no room for all, who it is from gives way: the type says most of it.
globalStyle(`${head} > :nth-child(3), ${row} > :nth-child(3)`, {
  '@container': { 'half (max-width: 420px)': { display: 'none' } },
})
export const cell = style({ ...oneLine, paddingRight: 8 })
export const cause = style([cell, { textAlign: 'right', paddingRight: 0 }])
export const typed = style([cell, { color: vars.text }])
export const failed = style({ color: vars.danger })
globalStyle(`${failed} ${typed}`, { color: vars.danger })
export const quiet = style({ ...type(13), padding: 16, color: vars.muted })
export const payload = style([
  mono,
  { margin: 0, padding: '8px 16px', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' },
])
export const link = style({ ...type(12), color: vars.accent, padding: '4px 16px', alignSelf: 'flex-start' })
export const health = style({ padding: '8px 16px 16px', overflow: 'auto', flex: 1, minHeight: 0 })
export const table = style([mono, { width: '100%', borderSpacing: 0, marginBottom: 16 }])
globalStyle(`${table} caption`, { ...type(12, 600), textAlign: 'left', padding: '4px 0' })
globalStyle(`${table} th`, { ...type(12, 400), textAlign: 'left', color: vars.muted })
globalStyle(`${table} td, ${table} th`, {
  padding: '2px 12px 2px 0',
  verticalAlign: 'top',
  overflowWrap: 'anywhere',
  borderBottom: `1px solid ${vars.hairline}`,
})
