import { globalStyle, style } from '@vanilla-extract/css'
import * as song from '../../music/columns/songTable.css.ts'
import { media, motion, radius, vars } from '../../theme/tokens.css.ts'

/** Rows are of one height, so that the place of each is known without laying it out. */
export const ROW_PX = 56

const { COMPACT, NARROW } = song
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
} as const

export const frame = style([
  song.table,
  {
    padding: '0 20px',
    '@media': { [media.belowDesktop]: { padding: '0 12px' }, [media.phone]: { padding: '0 4px' } },
  },
])
export const head = style([
  song.head,
  {
    ...columns,
    position: 'sticky',
    top: 0,
    zIndex: 2,
    background: vars.canvas,
    '@container': { ...columns['@container'], [COMPACT]: { position: 'absolute' } },
  },
])
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
export const gripCell = style({ '@container': { [COMPACT]: { gridColumn: 1, gridRow: '1 / span 2' } } })
export const grip = style({
  display: 'grid',
  placeItems: 'center',
  width: 28,
  height: 40,
  borderRadius: radius.control,
  color: vars.faint,
  cursor: 'grab',
  opacity: 0,
  touchAction: 'none',
  transition: `opacity ${motion.quick}`,
  ':hover': { color: vars.text },
  ':focus-visible': { opacity: 1, color: vars.text },
  selectors: { '&[aria-pressed="true"]': { cursor: 'grabbing', opacity: 1, color: vars.accent } },
  '@media': { [media.touch]: { opacity: 1 } },
})
globalStyle(`${row}:is(:hover, :focus-within) ${grip}`, { opacity: 1 })
globalStyle(`${row}:is(:hover, :focus-within) ${grip}:not(:hover)`, { color: vars.muted })
export const index = style({
  textAlign: 'right',
  fontVariantNumeric: 'tabular-nums',
  display: 'flex',
  justifyContent: 'flex-end',
  '@container': { [COMPACT]: { display: 'none' } },
})
export const art = style([song.art, { '@container': { [COMPACT]: { gridColumn: 2, gridRow: '1 / span 2' } } }])
export const { play, playing, title, version } = song
export const artist = style([song.artist, { '@container': { [COMPACT]: { gridColumn: 3, gridRow: 2 } } }])
export const titleCell = style([song.titleCell, { '@container': { [COMPACT]: { gridColumn: 3, gridRow: 1 } } }])
export const duration = style([
  song.duration,
  { textAlign: 'right', '@container': { [COMPACT]: { gridColumn: 4, gridRow: '1 / span 2' } } },
])
export const wide = style([
  song.cell,
  {
    fontVariantNumeric: 'tabular-nums',
    '@container': { [NARROW]: { display: 'none' }, [COMPACT]: { display: 'none' } },
  },
])
export const actions = style({
  display: 'flex',
  justifyContent: 'flex-end',
  alignItems: 'center',
  gap: 4,
  opacity: 0,
  '@media': { [media.touch]: { opacity: 1 } },
  '@container': { [COMPACT]: { gridColumn: 5, gridRow: '1 / span 2' } },
})
globalStyle(`${row}:is(:hover, :focus-within, :has([aria-expanded="true"])) ${actions}`, { opacity: 1 })
