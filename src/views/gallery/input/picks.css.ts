// The checkbox of a slot, one element with its tick drawn, and the marks of what is selected.
import { globalStyle, style } from '@vanilla-extract/css'
import { radius, vars } from '../../theme/tokens.css.ts'
import { actions, art, card } from '../slots/gallery.css.ts'
import { row } from '../slots/list.css.ts'

const INK = '#0B0C0F'
const TICK = `url("data:image/svg+xml,${encodeURIComponent(
  "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24' fill='none' stroke='#000' stroke-width='3.2' stroke-linecap='round' stroke-linejoin='round'><path d='M5 12.5l4.5 4.5L19 7.5'/></svg>",
)}")`
/** The tick, cut out of the colour of what stands on the accent; its size is that of the box less its edge. @param px its own */
const ticked = (px: number) =>
  ({
    content: '""',
    position: 'absolute',
    inset: 0,
    background: vars.accentText,
    mask: `${TICK} center / ${px}px no-repeat`,
  }) as const

const box = {
  flex: 'none',
  cursor: 'pointer',
  borderRadius: radius.control,
  // More room for a finger than is seen.
  '::after': { content: '""', position: 'absolute', inset: -10 },
  selectors: {
    '&:focus-visible': { outline: `2px solid ${vars.accent}`, outlineOffset: 2 },
    '&[aria-checked=true]': {
      backgroundColor: vars.accent,
      borderColor: 'transparent',
    },
  },
} as const

export const cardBox = style({
  ...box,
  position: 'absolute',
  zIndex: 2,
  top: 8,
  right: 8,
  width: 24,
  height: 24,
  border: '2px solid #FFFFFF',
  backgroundColor: `${INK}73`,
  selectors: { ...box.selectors, '&[aria-checked=true]::before': ticked(16) },
})
export const rowBox = style({
  ...box,
  position: 'relative',
  gridColumn: 1,
  gridRow: 1,
  justifySelf: 'center',
  width: 18,
  height: 18,
  border: `1.5px solid ${vars.outline}`,
  selectors: { ...box.selectors, '&[aria-checked=true]::before': ticked(12) },
  '@container': {
    // In two lines the box lies over the corner of the small art.
    '(max-width: 599.98px)': {
      gridRow: '1 / span 2',
      alignSelf: 'end',
      justifySelf: 'end',
      zIndex: 1,
      border: '1.5px solid #FFFFFF',
      backgroundColor: `${INK}73`,
    },
  },
})

globalStyle(`${card}[data-picked] ${art}`, { outline: `3px solid ${vars.accent}`, outlineOffset: -3 })
// The edge lies above the scrim.
globalStyle(`${card}[data-picked] ${actions}`, { outline: `3px solid ${vars.accent}`, outlineOffset: -3 })
globalStyle(`${row}[data-picked]`, { background: vars.accentSoft })
globalStyle(`${row}[data-picked^=above]`, { borderStartStartRadius: 0, borderStartEndRadius: 0 })
globalStyle(`${row}[data-picked$=below]`, { borderEndStartRadius: 0, borderEndEndRadius: 0 })
globalStyle(`${row}[data-picked]::after`, { display: 'none' })
