/** What rows, cards and tables of an answer have in common. */
import { style } from '@vanilla-extract/css'
import { fromStart, oneLine, vars } from '../../theme/tokens.css.ts'
import { type } from '../../theme/type.ts'

export const heading = style({ ...type(16, 600), flex: 1, minWidth: 0 })
export const sectionHead = style({
  display: 'flex',
  alignItems: 'center',
  gap: 16,
  minHeight: 32,
  margin: '24px 0 8px',
})
export const seeAll = style({
  ...type(13, 500),
  color: vars.accent,
  borderRadius: 4,
  padding: '2px 4px',
  margin: '0 -4px',
  ':hover': { textDecoration: 'underline' },
})
/** In the colour of text wherever it stands: no other can be read on this ground when the row is pointed at as well. */
export const mark = style({
  background: vars.press,
  color: vars.text,
  borderRadius: 3,
})
export const words = style({ flex: 1, minWidth: 0 })
export const title = style({ ...type(14, 500), ...oneLine, ...fromStart, display: 'block' })
export const playing = style({ color: vars.accent })
export const line = style({ display: 'flex', alignItems: 'center', gap: 6, minWidth: 0 })
export const under = style({ ...type(13), ...oneLine, ...fromStart, color: vars.muted })
/** A name and what it is of: the name alone is cut, at its own end, in whichever direction it runs. */
export const underLine = style({ ...type(13), display: 'flex', color: vars.muted })
export const underName = style({ ...oneLine, minWidth: 0 })
export const underKind = style({ flex: 'none', whiteSpace: 'pre' })
/** A link that is as large as the row or card it names. */
export const cover = style({
  '::after': { content: '""', position: 'absolute', inset: 0, borderRadius: 'inherit' },
  selectors: { '&:focus-visible': { outline: 'none' } },
})
export const list = style({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', minWidth: 0 })
export const flag = style({ color: vars.caution, flex: 'none' })
export const note = style({ ...type(13), color: vars.muted, padding: '8px 0' })
