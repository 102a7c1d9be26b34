import { style } from '@vanilla-extract/css'
import { media, oneLine, radius, vars } from '../theme/tokens.css.ts'
import { type } from '../theme/type.ts'
import { bar } from './bar.css.ts'

/** Below this the quieter actions are glyphs with their names as tooltips. */
export const tight = '(max-width: 1439.98px)'

export const toolbar = style([
  bar,
  {
    gap: 12,
    padding: '0 10px 0 20px',
    '@media': {
      // What has no room is reached by a swipe; the way out stays in sight.
      [media.phone]: { gap: 4, padding: '0 0 0 14px', overflowX: 'auto', scrollbarWidth: 'none' },
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
  flex: '0 1 auto',
  '@media': { [media.phone]: { flex: 'none' } },
})
export const clear = style({
  '@media': {
    [media.phone]: {
      position: 'sticky',
      right: 0,
      display: 'flex',
      alignItems: 'center',
      height: '100%',
      marginLeft: 'auto',
      paddingInline: 6,
      background: vars.overlay,
    },
  },
})
export const count = style({ ...type(14, 600), fontVariantNumeric: 'tabular-nums' })
export const sum = style({
  ...type(13),
  color: vars.muted,
  fontVariantNumeric: 'tabular-nums',
  '@media': { [media.phone]: { display: 'block' } },
})
export const all = style({
  ...type(13, 500),
  flex: 'none',
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
  '@media': { [media.phone]: { gap: 0 } },
})
