import { style } from '@vanilla-extract/css'
import { mono } from '../../stateTree/mono.css.ts'
import { media, radius, vars } from '../../theme/tokens.css.ts'
import { type } from '../../theme/type.ts'

const TOP = 26
const LANE = 26
const SCALE = 28

export const lanes = style({
  display: 'grid',
  gridTemplateColumns: '96px minmax(0, 1fr)',
  padding: '0 24px',
  background: vars.surface,
  '@media': { [media.phone]: { gridTemplateColumns: '76px minmax(0, 1fr)', padding: '0 12px' } },
})
export const names = style({ paddingTop: TOP })
export const name = style({
  ...type(13),
  display: 'block',
  height: LANE,
  lineHeight: `${LANE - 2}px`,
  color: vars.muted,
})
export const field = style({
  position: 'relative',
  height: TOP + 5 * LANE + SCALE,
  cursor: 'ew-resize',
  touchAction: 'pan-y',
  userSelect: 'none',
})
const picture = { position: 'absolute', top: TOP, left: 0, height: 5 * LANE } as const
export const near = style(picture)
export const far = style({ ...picture, opacity: 0.42 })
export const playhead = style({
  position: 'absolute',
  top: 0,
  left: -1,
  width: 2,
  height: TOP + 5 * LANE,
  background: vars.text,
  borderRadius: 1,
  zIndex: 2,
})
export const flag = style([
  mono,
  {
    position: 'absolute',
    top: 2,
    left: 1,
    transform: 'translateX(-50%)',
    padding: '0 8px',
    borderRadius: radius.control,
    background: vars.text,
    color: vars.canvas,
    fontWeight: 600,
    whiteSpace: 'nowrap',
  },
])
export const bookmark = style({
  position: 'absolute',
  top: 2,
  zIndex: 1,
  display: 'grid',
  placeItems: 'center',
  width: 24,
  height: 24,
  marginLeft: -12,
  color: vars.caution,
  borderRadius: radius.control,
  ':hover': { background: vars.hover },
})
export const scale = style({
  position: 'absolute',
  insetInline: 0,
  top: TOP + 5 * LANE,
  height: SCALE,
  overflow: 'hidden',
})
export const mark = style([mono, { position: 'absolute', top: 4, color: vars.muted, whiteSpace: 'nowrap' }])
