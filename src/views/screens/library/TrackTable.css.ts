import { globalStyle, style } from '@vanilla-extract/css'
import * as song from '../../music/columns/songTable.css.ts'
import { UNDER_HEAD_PX } from '../../theme/scrollers.css.ts'
import { media, oneLine, vars } from '../../theme/tokens.css.ts'

const { COMPACT, NARROW, room } = song
/** All columns; below that genres, markets and impact date go, then the label, then everything but two lines. */
const WIDEST = `${room} (min-width: 980px)`
/** With room for wider gaps between them. */
const SPACIOUS = `${room} (min-width: 1240px)`
const MIDDLE = `${room} (min-width: 600px) and (max-width: 919.98px)`

const ARTIST = 'var(--column-artist, minmax(60px, 1.1fr))'
const TITLE = 'var(--column-title, minmax(60px, 1.45fr))'
const columns = (...names: string[]) => ({ gridTemplateColumns: names.join(' ') })
/** What every table has before its last columns. */
const FIRST = ['32px', '40px', ARTIST, TITLE, '56px', '104px']
const LABELS = 'var(--column-labels, minmax(60px, 1fr))'
const ACTIONS = 'var(--track-actions)'
const narrowColumns = columns(...FIRST, ACTIONS)
const grid = {
  display: 'grid',
  alignItems: 'center',
  columnGap: 16,
  ...columns(...FIRST, LABELS, ACTIONS),
  '@container': {
    [WIDEST]: {
      ...columns(...FIRST, LABELS, 'var(--column-genres, minmax(60px, 1fr))', '96px', '104px', ACTIONS),
      columnGap: 12,
    },
    [SPACIOUS]: { columnGap: 16 },
    [NARROW]: narrowColumns,
    [COMPACT]: {
      gridTemplateColumns: '40px minmax(0, 1fr) auto auto',
      gridTemplateRows: '20px 18px',
      alignContent: 'center',
      columnGap: 12,
    },
  },
} as const

export const frame = style([
  song.table,
  {
    // Highlights reach 12 px beyond the text; the scrollbar's gutter is part of the right margin.
    padding: '0 10px 0 20px',
    '@media': { [media.belowDesktop]: { padding: '0 12px' }, [media.phone]: { padding: '0 4px' } },
  },
])
export const table = style({
  vars: { '--track-actions': '0px' },
  minWidth: 0,
  // Without a pointer that hovers the actions are always there, in a column of their own.
  '@media': { [media.touch]: { vars: { '--track-actions': '184px' } } },
})
export const headGroup = style({ position: 'sticky', top: 0, zIndex: 2, background: vars.canvas })
globalStyle(`${headGroup} *`, { scrollMarginTop: -UNDER_HEAD_PX })
export const head = style([song.head, { ...grid, '@container': { ...grid['@container'], [COMPACT]: {} } }])
export const headCell = style({
  position: 'relative',
  display: 'flex',
  alignItems: 'center',
  minWidth: 0,
  height: '100%',
})
export const words = style({ ...oneLine, minWidth: 0 })
export const right = style({ justifyContent: 'flex-end' })
export const headActions = style({ minWidth: 0 })

export const row = style([
  song.row,
  {
    ...grid,
    position: 'relative',
    minHeight: 56,
    // Rows that are far away are not laid out.
    contentVisibility: 'auto',
    containIntrinsicSize: 'auto 56px',
    selectors: {
      '& + &::before': {
        content: '""',
        position: 'absolute',
        top: 0,
        left: 12,
        right: 12,
        height: 1,
        background: vars.hairline,
      },
    },
  },
])
// On a touch screen the actions, which are always there, take the room of the date.
globalStyle(`${table} ${head}, ${table} ${row}`, {
  '@media': {
    [media.touch]: {
      '@container': { [MIDDLE]: columns('32px', '40px', ARTIST, TITLE, '56px', 'var(--track-actions)') },
    },
  },
})
export const { cell, play, playing, title, version } = song
export const index = style({
  fontVariantNumeric: 'tabular-nums',
  '@container': { [COMPACT]: { display: 'none' } },
})
export const art = style([song.art, { '@container': { [COMPACT]: { gridColumn: 1, gridRow: '1 / span 2' } } }])
export const artist = style([
  song.artist,
  { textAlign: 'start', '@container': { [COMPACT]: { gridColumn: 2, gridRow: 2 } } },
])
export const titleCell = style([song.titleCell, { '@container': { [COMPACT]: { gridColumn: 2, gridRow: 1 } } }])
/** Where the actions are always there, their flag says it. */
export const flag = style({
  flex: 'none',
  color: vars.caution,
  '@media': { [`${media.touch} and (min-width: 768px)`]: { display: 'none' } },
})
export const duration = style([
  song.duration,
  {
    display: 'flex',
    justifyContent: 'flex-end',
    '@container': { [COMPACT]: { gridColumn: 3, gridRow: '1 / span 2' } },
  },
])
export const available = style([
  song.cell,
  { fontVariantNumeric: 'tabular-nums', '@container': { [COMPACT]: { display: 'none' } } },
])
/** Also the head of that column. */
export const date = style({
  '@media': { [media.touch]: { '@container': { [MIDDLE]: { display: 'none' } } } },
})
export const labels = style({ '@container': { [NARROW]: { display: 'none' }, [COMPACT]: { display: 'none' } } })
export const widest = style({ display: 'none', '@container': { [WIDEST]: { display: 'block' } } })
globalStyle(`${headCell}.${widest}`, { '@container': { [WIDEST]: { display: 'flex' } } })

/** Gives way to the actions. */
export const yields = style({})
export const actions = style({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'flex-end',
  gap: 4,
  minWidth: 0,
  '@container': { [COMPACT]: { gridColumn: 4, gridRow: '1 / span 2' } },
  '@media': {
    [media.hover]: { position: 'absolute', right: 12, top: 0, bottom: 0, opacity: 0 },
    [media.phone]: { position: 'static', opacity: 1 },
  },
})
const awake = `:is(:hover, :focus-within, :has([aria-expanded="true"]))`
globalStyle(`${row}${awake} > ${actions}`, { opacity: 1 })
globalStyle(`${row}${awake} > :is(${yields})`, {
  '@media': { [media.hover]: { visibility: 'hidden' } },
})
// Where those columns are not there, the ones that are last give way.
globalStyle(`${row}${awake} > ${labels}`, {
  '@media': { [media.hover]: { '@container': { [`${room} (max-width: 979.98px)`]: { visibility: 'hidden' } } } },
})
globalStyle(`${row}${awake} > :is(${available}, ${duration})`, {
  '@media': {
    [`${media.hover} and (min-width: 768px)`]: { '@container': { [NARROW]: { visibility: 'hidden' } } },
  },
})
