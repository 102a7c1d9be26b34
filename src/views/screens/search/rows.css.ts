/** Hits as rows, side by side in blocks where there is room. */
import { globalStyle, style } from '@vanilla-extract/css'
import { fromStart, media, motion, oneLine, radius, vars } from '../../theme/tokens.css.ts'
import { type } from '../../theme/type.ts'
import { cover } from './shared.css.ts'

export const blocks = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  columnGap: 40,
  '@container': { '(max-width: 759.98px)': { gridTemplateColumns: 'minmax(0, 1fr)' } },
})
export const row = style({
  position: 'relative',
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  height: 56,
  margin: '0 -12px',
  padding: '0 12px',
  borderRadius: radius.row,
  transition: `background-color ${motion.quick}`,
  ':hover': { background: vars.hover },
  ':focus-within': { background: vars.hover },
})
globalStyle(`:is(${row}):has(${cover}:focus-visible)`, { outline: `2px solid ${vars.accent}`, outlineOffset: -2 })
export const aside = style({ ...type(13), color: vars.muted, flex: 'none', textAlign: 'right' })
export const rowArt = style({ position: 'relative', width: 40, height: 40, flex: 'none' })
export const rowPlay = style({
  position: 'absolute',
  zIndex: 1,
  inset: 0,
  display: 'grid',
  placeItems: 'center',
  borderRadius: 6,
  background: '#0B0C0FB8',
  color: '#FFFFFF',
  opacity: 0,
  transition: `opacity ${motion.quick}`,
  selectors: {
    [`${row}:hover &, ${row}:focus-within &, &[data-on]`]: { opacity: 1 },
    '&:focus-visible': { outlineOffset: 1 },
  },
  '@media': { [media.touch]: { background: '#0B0C0F99', opacity: 1 } },
})
export const album = style({
  ...type(13),
  ...oneLine,
  ...fromStart,
  flex: '0 1 32%',
  color: vars.muted,
  '@container': { '(max-width: 759.98px)': { display: 'none' } },
})
const awake = `${row}:is(:hover, :focus-within, :has([aria-expanded="true"]))`
/** Where a pointer hovers they come with it, in the place of what stands there otherwise. */
export const rowActions = style({
  position: 'relative',
  zIndex: 1,
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'flex-end',
  gap: 4,
  flex: 'none',
  '@media': {
    [media.hover]: {
      position: 'absolute',
      right: 8,
      opacity: 0,
      selectors: {
        [`${awake} &`]: { position: 'relative', right: 'auto', opacity: 1 },
      },
    },
  },
})
/** What the actions take the place of. */
export const rowRest = style([
  aside,
  {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'flex-end',
    gap: 10,
    minWidth: 64,
    '@media': {
      [media.hover]: { selectors: { [`${awake} &`]: { display: 'none' } } },
    },
  },
])
// Beside an album the room of the actions is kept, so that the albums stand in one line.
globalStyle(`${album} ~ :is(${rowRest}, ${rowActions})`, {
  '@media': { [media.hover]: { '@container': { '(min-width: 760px)': { minWidth: 172 } } } },
})
