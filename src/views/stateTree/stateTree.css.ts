import { style, styleVariants } from '@vanilla-extract/css'
import { byScheme } from '../theme/scheme.ts'
import { oneLine, radius, vars } from '../theme/tokens.css.ts'
import { type } from '../theme/type.ts'
import { mono } from './mono.css.ts'

export const head = style({
  ...type(13),
  display: 'flex',
  alignItems: 'center',
  flexWrap: 'wrap',
  gap: '4px 12px',
  minHeight: 44,
  padding: '6px 16px',
  color: vars.muted,
})
export const span = style({ display: 'inline-flex', alignItems: 'center', gap: 8, whiteSpace: 'nowrap' })
export const seq = style([
  mono,
  {
    padding: '1px 8px',
    borderRadius: radius.control,
    background: vars.raised,
    boxShadow: `inset 0 0 0 1px ${vars.hairline}`,
    color: vars.text,
  },
])
export const pinned = style({ boxShadow: `inset 0 0 0 1px ${vars.accent}` })
export const pin = style({
  ...type(13, 500),
  display: 'inline-flex',
  alignItems: 'center',
  gap: 6,
  height: 28,
  padding: '0 8px',
  margin: '0 -8px',
  borderRadius: radius.control,
  color: vars.muted,
  ':hover': { background: vars.hover, color: vars.text },
  selectors: { '&[aria-pressed="true"]': { color: vars.accent } },
})
export const changed = style({ marginLeft: 'auto', whiteSpace: 'nowrap' })
export const scroller = style({
  flex: 1,
  minHeight: 0,
  overflowY: 'auto',
  overflowX: 'hidden',
  overflowAnchor: 'none',
  ':focus-visible': { outlineOffset: -2 },
})
export const body = style({ position: 'relative', overflow: 'hidden' })
export const row = style([
  mono,
  {
    display: 'flex',
    alignItems: 'center',
    height: 24,
    padding: '0 16px 0 12px',
    color: vars.text,
    selectors: {
      '&[aria-selected="true"]': { boxShadow: `inset 2px 0 0 ${vars.accent}`, background: vars.accentSoft },
    },
  },
])
/** Green and red as the tokens have them, thin enough for text of the same colour on them. */
const tint = (colour: string) => {
  const thin = (share: number) => `color-mix(in srgb, ${colour} ${share}%, transparent)`
  return byScheme(thin(6), thin(15))
}
export const mark = styleVariants({
  same: { color: vars.muted },
  changes: {},
  added: { background: tint(vars.positive), color: vars.positive },
  removed: { background: tint(vars.danger), color: vars.danger },
})
export const sign = style({ width: 16, flex: 'none', textAlign: 'center' })
export const indent = style({ flex: 'none' })
export const name = style({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 4,
  height: 24,
  flex: '0 1 auto',
  minWidth: 0,
  maxWidth: '60%',
  paddingRight: 12,
  overflow: 'hidden',
  whiteSpace: 'nowrap',
  ':focus-visible': { outlineOffset: -2 },
})
export const leaf = style({ width: 12, flex: 'none' })
export const value = style({ ...oneLine, flex: 1, minWidth: 0, textAlign: 'right' })
export const about = style({ color: vars.muted })
export const aboutChanges = style({ color: vars.accent })
export const empty = style({ ...type(13), padding: 24, color: vars.muted, textAlign: 'center' })
