import { keyframes, style } from '@vanilla-extract/css'
import * as reorder from '../../kit/lists/reorder/reorder.css.ts'
import { fade } from '../../theme/fade.css.ts'
import { fromStart, media, motion, oneLine, radius, vars } from '../../theme/tokens.css.ts'
import { type } from '../../theme/type.ts'
import { QUEUE_WIDTH_PX } from './width.ts'

const slide = keyframes({ from: { transform: 'translateX(100%)' } })

export const queue = style({
  gridArea: 'queue',
  display: 'flex',
  flexDirection: 'column',
  width: QUEUE_WIDTH_PX,
  minHeight: 0,
  background: vars.surface,
  borderLeft: `1px solid ${vars.hairline}`,
  borderTop: `1px solid ${vars.hairline}`,
  overflow: 'hidden',
  '@media': {
    // It docks from 1440 on and lies over the content below that.
    [media.belowWide]: {
      // Where the page is, whatever stands above it and below; the shell keeps it clear of what the system draws.
      position: 'absolute',
      gridArea: 'main',
      inset: '0 0 0 auto',
      zIndex: 8,
      boxShadow: vars.shadow,
      animation: `${slide} ${motion.layer} ${motion.ease}`,
    },
    [media.phone]: {
      position: 'fixed',
      inset: 0,
      width: '100%',
      padding: '0 env(safe-area-inset-right) env(safe-area-inset-bottom) env(safe-area-inset-left)',
      zIndex: 12,
      border: 0,
      animationName: slide,
    },
    [`${media.belowWide} and ${media.reduced}`]: { animationName: fade },
    [`${media.phone} and ${media.reduced}`]: { animationName: fade },
  },
})
export const head = style({ display: 'flex', alignItems: 'center', height: 64, padding: '0 12px 0 20px', flex: 'none' })
export const title = style({ ...type(16, 600), flex: 1 })
export const body = style({
  flex: 1,
  minHeight: 0,
  overflowY: 'auto',
  padding: '0 12px max(16px, env(safe-area-inset-bottom))',
})
export const section = style({ marginBottom: 20 })
export const sectionTitle = style({ ...type(12, 500), color: vars.faint, padding: '0 8px 8px' })
export const sectionHead = style({
  display: 'flex',
  alignItems: 'baseline',
  justifyContent: 'space-between',
  minHeight: 28,
  padding: '0',
})
export const current = style({
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  padding: 12,
  borderRadius: 12,
  background: vars.hover,
})
export const words = style({ flex: 1, minWidth: 0 })
export const name = style({ ...type(14, 600), ...oneLine, ...fromStart })
export const second = style({ ...type(13), ...oneLine, ...fromStart, color: vars.muted })
/** The words of an item: pressed, they show its songs. */
export const itemWords = style({
  display: 'grid',
  flex: 1,
  minWidth: 0,
  height: 44,
  alignContent: 'center',
  textAlign: 'left',
  borderRadius: radius.control,
})
export const itemName = style({ ...type(14, 600), ...oneLine })
export const secondLine = style({ ...type(13), display: 'flex', alignItems: 'center', gap: 4, color: vars.muted })
export const secondText = style({ ...oneLine })
export const sign = style({ flex: 'none', transition: `transform ${motion.quick}` })
export const signOpen = style({ transform: 'rotate(180deg)' })
export const third = style({ ...type(12), ...oneLine, color: vars.muted })
/** Height of a row: only those in sight are there. */
export const ROW_PX = 56
export const rows = style({ position: 'relative' })
export const row = style({
  position: 'absolute',
  top: 0,
  left: 0,
  right: 0,
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  height: ROW_PX,
  padding: '0 8px',
  borderRadius: radius.row,
  ':hover': { background: vars.hover },
  ':focus-within': { background: vars.hover },
})
/** Under the words of its item. */
export const nested = style({ paddingLeft: 8 + 40 + 12 })
export const grip = style([
  reorder.grip,
  {
    left: -10,
    width: 18,
    '@media': {
      [media.hover]: {
        opacity: 0,
        selectors: {
          [`${row}:hover &, ${row}:focus-within &, &:is([aria-pressed="true"], [aria-expanded="true"])`]: {
            opacity: 1,
          },
        },
      },
    },
  },
])
export const length = style({
  ...type(13),
  color: vars.muted,
  '@media': { [media.hover]: { selectors: { [`${row}:hover &, ${row}:focus-within &`]: { visibility: 'hidden' } } } },
})
export const actions = style({
  display: 'flex',
  '@media': {
    [media.hover]: {
      position: 'absolute',
      right: 4,
      opacity: 0,
      selectors: { [`${row}:hover &, ${row}:focus-within &`]: { opacity: 1 } },
    },
  },
})
export const empty = style({ ...type(13), color: vars.muted, padding: '0 8px' })
export const nothing = style({
  display: 'grid',
  placeItems: 'center',
  alignContent: 'center',
  gap: 8,
  height: '70%',
  padding: 24,
  textAlign: 'center',
})
export const nothingTitle = style({ ...type(16, 600), marginTop: 12 })
export const nothingText = style({ ...type(13), color: vars.muted, maxWidth: 240 })
export const drawing = style({ color: vars.faint })
