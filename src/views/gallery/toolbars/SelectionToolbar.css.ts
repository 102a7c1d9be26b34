import { globalStyle, style } from '@vanilla-extract/css'
import { media, oneLine, radius, vars } from '../../theme/tokens.css.ts'
import { type } from '../../theme/type.ts'
import { PHONE_TOOLBAR_PX } from '../slots/gallery.css.ts'
import { bar } from './bar.css.ts'

// Widths of the gallery in px, which sidebar and queue narrow: with less room something would be cut off.
/** Below this the formats are said by their names alone. */
export const FORMATS_PX = 960
/** Below this the quieter actions are glyphs with their names as tooltips. */
export const WORDS_PX = 1480
/** Below this what stops an earlier run is a glyph. */
export const STOP_PX = 1600
export const ROOMS = [FORMATS_PX, WORDS_PX, STOP_PX] as const

export const toolbar = style([
  bar,
  {
    gap: 12,
    padding: '0 10px 0 20px',
    '@media': {
      // How many there are and the way out above, what can be done with them below: all of it in sight.
      [media.phone]: {
        flexWrap: 'wrap',
        alignContent: 'center',
        gap: '0 4px',
        height: PHONE_TOOLBAR_PX,
        padding: '0 8px 0 14px',
      },
    },
  },
])
export const gather = style({ width: 304 })
export const gatherName = style({ flex: 1 })
export const gatherHint = style({ ...type(12), color: vars.muted, fontVariantNumeric: 'tabular-nums' })
export const gatherNote = style({ ...type(12), color: vars.muted, margin: '6px 10px 4px' })
export const said = style({
  ...oneLine,
  margin: 0,
  minWidth: 0,
  // It gives way before anything that can be pressed.
  flex: '0 9999 auto',
  '@media': { [media.phone]: { flex: '1 1 0' } },
})
export const clear = style({ flex: 'none' })
export const count = style({ ...type(14, 600), fontVariantNumeric: 'tabular-nums' })
export const sum = style({
  ...type(13),
  color: vars.muted,
  fontVariantNumeric: 'tabular-nums',
})
export const all = style({
  ...type(13, 500),
  ...oneLine,
  flex: '0 1 auto',
  minWidth: 0,
  height: 36,
  padding: '0 8px',
  border: 0,
  borderRadius: radius.control,
  background: 'none',
  color: vars.accent,
  cursor: 'pointer',
  ':hover': { background: vars.hover },
  '@media': { [media.phone]: { padding: '0 4px' } },
})
export const actions = style({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  flex: 'none',
  '@media': {
    [media.phone]: {
      display: 'grid',
      gridAutoFlow: 'column',
      gridAutoColumns: 'minmax(0, 1fr)',
      gap: 4,
      order: 1,
      flexBasis: '100%',
      marginLeft: -6,
    },
    // Eight of 36 px are all that fit.
    '(max-width: 359.98px)': { gap: 0, flexBasis: 'calc(100% + 12px)', marginRight: -6 },
  },
})
/** On a phone all of them are as wide as there is room, and as tall as a finger needs. */
globalStyle(`${actions} > button, ${actions} > span > button`, {
  '@media': { [media.phone]: { width: 'auto', height: 44, minWidth: 0, padding: 0 } },
})
