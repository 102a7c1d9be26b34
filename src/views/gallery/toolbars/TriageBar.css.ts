import { style } from '@vanilla-extract/css'
import { media, radius, vars } from '../../theme/tokens.css.ts'
import { type } from '../../theme/type.ts'
import { BAR_GAP_PX, BAR_PX, PHONE_TOOLBAR_PX } from '../slots/gallery.css.ts'
import { bar } from './bar.css.ts'

/**
 * Widths of the gallery, which sidebar and queue narrow. Below these the quieter words, then the hooks, have no room; the
 * list under `?` has them all.
 */
const narrow = '(max-width: 1339.98px)'
const tight = '(max-width: 959.98px)'

export const triageBar = style([
  bar,
  {
    gap: 20,
    padding: '0 10px 0 20px',
    whiteSpace: 'nowrap',
    '@media': { [media.phone]: { gap: 8, padding: '0 6px 0 14px' } },
  },
])
/** The toolbar of a selection keeps its place below it. */
export const raised = style({
  bottom: 16 + BAR_PX + BAR_GAP_PX,
  '@media': {
    [media.phone]: { bottom: `calc(${8 + PHONE_TOOLBAR_PX + BAR_GAP_PX}px + env(safe-area-inset-bottom))` },
  },
})
export const name = style({ ...type(14, 600), '@container': { [tight]: { display: 'none' } } })
export const counts = style({
  display: 'flex',
  alignItems: 'center',
  gap: 16,
  margin: 0,
  padding: 0,
  listStyle: 'none',
  '@media': { [media.phone]: { flex: 1, justifyContent: 'space-between', gap: 8 } },
})
export const count = style({ ...type(13), display: 'flex', alignItems: 'center', gap: 6, color: vars.muted })
export const glyph = style({ flex: 'none', color: vars.muted })
export const number = style({
  ...type(14, 600),
  // Three figures fit before anything moves.
  minWidth: '2ch',
  color: vars.text,
  fontVariantNumeric: 'tabular-nums',
  textAlign: 'end',
})
/** Heard where it is not seen. */
export const word = style({
  '@container': {
    [narrow]: { position: 'absolute', width: 1, height: 1, overflow: 'hidden', clipPath: 'inset(50%)' },
  },
})
export const hooks = style({
  display: 'flex',
  alignItems: 'center',
  gap: 4,
  margin: 0,
  padding: 0,
  listStyle: 'none',
  '@container': { [tight]: { display: 'none' } },
})
export const hook = style({
  ...type(13),
  display: 'flex',
  alignItems: 'center',
  gap: 6,
  height: 32,
  padding: '0 8px 0 6px',
  borderRadius: radius.control,
  color: vars.muted,
  fontVariantNumeric: 'tabular-nums',
})
export const chosen = style({
  background: vars.accentSoft,
  color: vars.text,
  '@media': { [media.forced]: { outline: '2px solid Highlight', outlineOffset: -2 } },
})
export const steps = style({
  ...type(13),
  display: 'flex',
  alignItems: 'center',
  gap: 4,
  color: vars.muted,
  '@container': { [narrow]: { display: 'none' } },
})
export const key = style({
  ...type(12, 500),
  flex: 'none',
  minWidth: 20,
  padding: '1px 5px',
  border: `1px solid ${vars.hairline}`,
  borderRadius: radius.control,
  background: vars.hover,
  color: vars.muted,
  fontFamily: 'inherit',
  textAlign: 'center',
  '@media': { [media.phone]: { display: 'none' } },
})
export const undo = style({
  selectors: { '&[aria-disabled="true"]': { color: vars.muted, cursor: 'default' } },
})
export const undoKey = style({ marginInlineStart: 8 })
export const undoWord = style({
  '@media': {
    [media.phone]: { position: 'absolute', width: 1, height: 1, overflow: 'hidden', clipPath: 'inset(50%)' },
  },
})
