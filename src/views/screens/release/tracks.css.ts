import { createContainer, globalStyle, style } from '@vanilla-extract/css'
import { behindTitle, media, motion, oneLine, radius, vars } from '../../theme/tokens.css.ts'
import { type } from '../../theme/type.ts'

const tracks = createContainer()
/** From this width of the list on a waveform has a column of its own. */
const ROOMY = '(min-width: 800px)'
/** Below it what stands behind a title goes to a line of its own before the title is cut. */
const NARROW = '(max-width: 479.98px)'
/** On a phone of 320 a waveform would leave the artist a few letters. */
const TINY = '(max-width: 319.98px)'
/** Height of a row whose words fit. */
export const ROW_PX = 56
export const table = style({ minWidth: 0, containerType: 'inline-size', containerName: tracks })
export const row = style({
  position: 'relative',
  display: 'flex',
  alignItems: 'center',
  minHeight: ROW_PX,
  // Rows that are far away are not laid out: a panel that opens beside a hundred songs costs as little as beside ten.
  contentVisibility: 'auto',
  containIntrinsicSize: `auto ${ROW_PX}px`,
  gap: 8,
  // The highlight reaches 12 px beyond the text, so that the text stays on the page's edge.
  margin: '0 -12px',
  padding: '0 12px',
  borderRadius: radius.row,
  transition: `background-color ${motion.quick}`,
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
    '&:hover': { background: vars.hover },
    '&:focus-within': { background: vars.hover },
  },
})
/** In the dialog rows reach from edge to edge. */
export const edgeToEdge = style({
  margin: '0 -24px',
  padding: '0 24px',
  borderRadius: 0,
  selectors: { '& + &::before': { left: 24, right: 24 } },
  '@media': {
    [media.phone]: { margin: '0 -16px', padding: '0 16px', selectors: { '& + &::before': { left: 16, right: 16 } } },
  },
})

export const number = style({
  position: 'relative',
  width: 32,
  height: 32,
  marginRight: 8,
  display: 'grid',
  placeItems: 'center',
  flex: 'none',
  color: vars.muted,
})
export const numberText = style({
  ...type(14),
  '@media': {
    [media.hover]: { selectors: { [`${row}:hover &, ${row}:focus-within &`]: { opacity: 0 } } },
    [media.touch]: { opacity: 0 },
  },
})
export const numberKept = style({ ...type(14) })
export const play = style({
  position: 'absolute',
  inset: 0,
  display: 'grid',
  placeItems: 'center',
  borderRadius: '50%',
  color: vars.muted,
  opacity: 0,
  selectors: {
    [`${row}:hover &, ${row}:focus-within &`]: { opacity: 1 },
    '&:hover': { color: vars.text },
  },
  // Nothing hovers there: it stands in the place of the number.
  '@media': { [media.touch]: { opacity: 1 } },
})

/** Title over artist; the waveform beside the artist, or beside both where there is room. */
export const words = style({
  flex: 1,
  minWidth: 0,
  padding: '8px 0',
  display: 'grid',
  // Waveforms one below the other begin at one edge.
  gridTemplateColumns: '42% minmax(0, 1fr)',
  columnGap: 12,
  alignItems: 'center',
  '@container': {
    [`${tracks} ${TINY}`]: { gridTemplateColumns: 'minmax(0, 1fr)' },
    [`${tracks} ${ROOMY}`]: { gridTemplateColumns: 'minmax(0, 1fr) minmax(120px, 240px)', columnGap: 24 },
  },
})
export const first = style({
  display: 'flex',
  alignItems: 'center',
  gap: 6,
  minWidth: 0,
  gridColumn: '1 / -1',
  '@container': {
    [`${tracks} ${ROOMY}`]: { gridColumn: 1 },
    [`${tracks} ${NARROW}`]: { flexWrap: 'wrap', rowGap: 2 },
  },
})
export const wave = style({
  height: 18,
  '@container': {
    [`${tracks} ${TINY}`]: { display: 'none' },
    [`${tracks} ${ROOMY}`]: { height: 24, gridColumn: 2, gridRow: '1 / span 2' },
  },
})
export const title = style({ ...type(14, 500), ...oneLine })
export const playing = style({ color: vars.accent })
export const version = style({ ...type(14), ...behindTitle, color: vars.muted })
export const artist = style({ ...type(13), ...oneLine, lineHeight: '18px', color: vars.muted })

export const actions = style({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'flex-end',
  gap: 4,
  flex: 'none',
  '@media': { [media.phone]: { gap: 0 } },
})
export const flag = style({ display: 'inline-flex', '@media': { [media.phone]: { display: 'none' } } })
export const more = style({ display: 'inline-flex', flex: 'none' })
/** Seen at rest as well. */
export const shown = style({ '@media': { [media.phone]: { display: 'inline-flex' } } })
// The rest is seen under the pointer and with the focus; touch screens show it always.
globalStyle(`${actions} > *`, { '@media': { [media.hover]: { opacity: 0 } } })
globalStyle(`${row}:hover ${actions} > *, ${row}:focus-within ${actions} > *, ${actions} > ${shown}`, {
  '@media': { [media.hover]: { opacity: 1 } },
})
globalStyle(`${row} ${actions} > :has([aria-expanded="true"])`, { opacity: 1 })
export const download = style({
  '@media': { [media.phone]: { padding: '0 6px', background: 'none', boxShadow: 'none', color: vars.muted } },
})
export const downloadGlyph = style({ '@media': { [media.phone]: { display: 'none' } } })
export const streamOnly = style({
  ...type(12),
  color: vars.faint,
  flex: 'none',
  opacity: '1 !important',
  marginRight: 4,
  selectors: { [`${row}:hover &`]: { color: vars.muted } },
})
export const duration = style({
  ...type(14),
  minWidth: 44,
  textAlign: 'right',
  color: vars.muted,
  flex: 'none',
  display: 'flex',
  justifyContent: 'flex-end',
})

export const bone = style({ height: 12, borderRadius: 4, background: vars.skeleton })
