import { style } from '@vanilla-extract/css'
import { BP_1024 } from '#core/model/constants.ts'
import { media, radius, vars } from '../theme/tokens.css.ts'
import { type } from '../theme/type.ts'

/** Below this the list and the state have no room beside each other. */
const narrow = `(max-width: ${BP_1024 - 0.02}px)`

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
      flex: 'none',
      height: 'auto',
      gridTemplateColumns: 'minmax(0, 1.15fr) minmax(0, 1fr)',
      gridTemplateRows: '460px 520px',
    },
    [narrow]: {
      gridTemplateColumns: 'minmax(0, 1fr)',
      gridTemplateRows: '400px 480px 420px',
    },
  },
})
/** Below the list and the state it has the whole width. */
export const player = style({
  display: 'grid',
  minWidth: 0,
  minHeight: 0,
  '@media': { [media.belowDesktop]: { gridColumn: '1 / -1' } },
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
})
