import { style } from '@vanilla-extract/css'
import { media, radius, vars } from '../theme/tokens.css.ts'
import { type } from '../theme/type.ts'

export const page = style({
  display: 'flex',
  flexDirection: 'column',
  height: '100%',
  overflowY: 'auto',
  background: vars.canvas,
})
export const main = style({ display: 'flex', flexDirection: 'column', flex: 1, minHeight: 0 })
/** The list, the state and the player side by side; below each other where there is no room. */
export const panels = style({
  flex: '1 0 auto',
  display: 'grid',
  gap: 1,
  minHeight: 380,
  height: 0,
  background: vars.hairline,
  borderTop: `1px solid ${vars.hairline}`,
  gridTemplateColumns: 'minmax(520px, 1.15fr) minmax(372px, 0.95fr) minmax(372px, 1.25fr)',
  '@media': {
    [media.belowDesktop]: {
      height: 'auto',
      gridTemplateColumns: 'minmax(0, 1.15fr) minmax(0, 1fr)',
      gridTemplateRows: '440px 480px',
    },
    [media.phone]: {
      gridTemplateColumns: 'minmax(0, 1fr)',
      gridTemplateRows: '400px 480px 420px',
    },
  },
})
export const broken = style({ padding: '10px 24px', color: vars.danger, background: vars.raised })
export const drop = style({
  ...type(20, 600),
  position: 'fixed',
  inset: 12,
  zIndex: 10,
  display: 'grid',
  placeItems: 'center',
  border: `2px dashed ${vars.accent}`,
  borderRadius: radius.dialog,
  background: vars.scrim,
  color: vars.text,
  pointerEvents: 'none',
})
