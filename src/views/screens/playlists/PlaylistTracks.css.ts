import { globalStyle, style } from '@vanilla-extract/css'
import * as song from '../../music/columns/songTable.css.ts'
import { media, motion, radius, vars } from '../../theme/tokens.css.ts'

/** Rows are of one height, so that the place of each is known without laying it out. */
export const ROW_PX = 56

const { COMPACT, NARROW, room } = song
/** A row is one line, with all columns or without labels and dates. */
const ONE_LINE = `${room} (min-width: 600px)`
const ALL = `${room} (min-width: 920px)`
const SOME = `${room} (min-width: 600px) and (max-width: 919.98px)`
/** Under a pointer the handle takes the place of the number and the actions that of the last column: none is kept empty. */
const columnsUnderPointer = {
  [ALL]: { gridTemplateColumns: '36px 40px minmax(0, 1.1fr) minmax(0, 1.45fr) 56px minmax(0, 1fr) 104px 104px' },
  [SOME]: { gridTemplateColumns: '36px 40px minmax(0, 1.1fr) minmax(0, 1.45fr) 76px' },
}
const FIRST = { gridColumn: 1, gridRow: 1 } as const
const LAST = { gridColumn: -2, gridRow: 1 } as const
const columns = {
  display: 'grid',
  alignItems: 'center',
  columnGap: 16,
  gridTemplateColumns: '28px 36px 40px minmax(0, 1.1fr) minmax(0, 1.45fr) 56px minmax(0, 1fr) 104px 104px 72px',
  '@container': {
    [NARROW]: { gridTemplateColumns: '28px 36px 40px minmax(0, 1.1fr) minmax(0, 1.45fr) 56px 72px' },
    [COMPACT]: {
      gridTemplateColumns: '28px 40px minmax(0, 1fr) auto auto',
      gridTemplateRows: '20px 18px',
      alignContent: 'center',
      columnGap: 10,
    },
  },
  '@media': { [media.hover]: { '@container': columnsUnderPointer } },
} as const

export const frame = style([
  song.table,
  {
    // The scrollbar's gutter is part of the right margin.
    padding: '0 10px 0 20px',
    '@media': { [media.belowDesktop]: { padding: '0 12px' }, [media.phone]: { padding: '0 4px' } },
  },
])
export const headGroup = style({ position: 'sticky', top: 0, zIndex: 2, background: vars.canvas })
export const head = style([song.head, { ...columns, '@container': { ...columns['@container'], [COMPACT]: {} } }])
/** As high as all rows; those in sight lie in it. */
export const body = style({ position: 'relative' })
export const row = style([
  song.row,
  {
    ...columns,
    position: 'absolute',
    insetInline: 0,
    height: ROW_PX,
    // A row that comes or goes lays out no other.
    contain: 'strict',
    selectors: {
      '&[data-lifted]': {
        zIndex: 1,
        background: vars.overlay,
        boxShadow: `0 0 0 1px ${vars.hairline}, ${vars.shadow}`,
        cursor: 'grabbing',
      },
    },
  },
])
/** While a row is carried the others make way for it. */
export const carrying = style({})
globalStyle(`${carrying} ${row}:not([data-lifted])`, {
  transition: `transform ${motion.quick} ${motion.ease}`,
  '@media': { [media.reduced]: { transition: 'none' } },
})
/** In the place of the number, or in one of its own. */
export const gripCell = style({
  '@container': { [COMPACT]: { gridColumn: 1, gridRow: '1 / span 2' } },
  '@media': { [media.hover]: { '@container': { [ONE_LINE]: FIRST } } },
})
export const grip = style({
  display: 'grid',
  placeItems: 'center',
  width: 28,
  height: 40,
  borderRadius: radius.control,
  color: vars.faint,
  cursor: 'grab',
  touchAction: 'none',
  transition: `opacity ${motion.quick}`,
  ':hover': { color: vars.text },
  ':focus-visible': { color: vars.text },
  selectors: { '&[aria-pressed="true"]': { cursor: 'grabbing', color: vars.accent } },
  '@media': { [media.hover]: { '@container': { [ONE_LINE]: { opacity: 0 } } } },
})
const awake = ':is(:hover, :focus-within, :has([aria-expanded="true"]), [data-lifted])'
globalStyle(`${row}${awake} ${grip}`, { opacity: 1 })
globalStyle(`${row}:is(:hover, :focus-within) ${grip}:not(:hover)`, { color: vars.muted })
export const index = style({
  textAlign: 'right',
  fontVariantNumeric: 'tabular-nums',
  display: 'flex',
  justifyContent: 'flex-end',
  '@container': { [COMPACT]: { display: 'none' } },
  // The handle under it is what is pressed.
  '@media': { [media.hover]: { '@container': { [ONE_LINE]: { ...FIRST, pointerEvents: 'none' } } } },
})
export const art = style([song.art, { '@container': { [COMPACT]: { gridColumn: 2, gridRow: '1 / span 2' } } }])
export const { play, playing, title, version } = song
export const artist = style([song.artist, { '@container': { [COMPACT]: { gridColumn: 3, gridRow: 2 } } }])
export const titleCell = style([song.titleCell, { '@container': { [COMPACT]: { gridColumn: 3, gridRow: 1 } } }])
export const duration = style([
  song.duration,
  {
    textAlign: 'right',
    '@container': { [COMPACT]: { gridColumn: 4, gridRow: '1 / span 2' } },
    '@media': { [media.hover]: { '@container': { [SOME]: LAST } } },
  },
])
export const wide = style([
  song.cell,
  {
    fontVariantNumeric: 'tabular-nums',
    '@container': { [NARROW]: { display: 'none' }, [COMPACT]: { display: 'none' } },
  },
])
export const impactDate = style([wide, { '@media': { [media.hover]: { '@container': { [ALL]: LAST } } } }])
export const actions = style({
  display: 'flex',
  justifyContent: 'flex-end',
  alignItems: 'center',
  gap: 4,
  '@container': { [COMPACT]: { gridColumn: 5, gridRow: '1 / span 2' } },
  '@media': { [media.hover]: { '@container': { [ONE_LINE]: { ...LAST, opacity: 0 } } } },
})
globalStyle(`${row}${awake} ${actions}`, { opacity: 1 })
globalStyle(`${row}${awake} :is(${index}, ${impactDate})`, {
  '@media': { [media.hover]: { '@container': { [ONE_LINE]: { opacity: 0 } } } },
})
globalStyle(`${row}${awake} ${duration}`, {
  '@media': { [media.hover]: { '@container': { [SOME]: { opacity: 0 } } } },
})
