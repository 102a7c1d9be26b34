import { style } from '@vanilla-extract/css'
import { byScheme } from '../theme/scheme.ts'
import { media, vars } from '../theme/tokens.css.ts'
import { type } from '../theme/type.ts'

export const page = style({
  height: '100%',
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 600px) minmax(0, 1fr)',
  background: byScheme(vars.surface, vars.canvas),
  '@media': {
    [media.belowDesktop]: { gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 0.72fr)' },
    [media.phone]: { display: 'flex', flexDirection: 'column', overflowY: 'auto' },
  },
})
/** Under the notice that there is no connection. */
export const below = style({ gridTemplateRows: 'auto minmax(0, 1fr)' })
export const offline = style({
  ...type(14, 600),
  gridColumn: '1 / -1',
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'center',
  gap: 10,
  minHeight: 44,
  padding: '8px 16px',
  background: vars.caution,
  color: vars.cautionText,
  '@media': { [media.phone]: { position: 'sticky', top: 0, zIndex: 1, flex: 'none', order: -2 } },
})
export const side = style({
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  minWidth: 0,
  padding: '32px 32px 28px max(32px, env(safe-area-inset-left))',
  overflowY: 'auto',
  '@media': {
    [media.phone]: {
      position: 'relative',
      flex: '1 0 auto',
      padding:
        '0 max(24px, env(safe-area-inset-right)) calc(20px + env(safe-area-inset-bottom)) max(24px, env(safe-area-inset-left))',
      overflow: 'visible',
    },
  },
})
/** Logo, form and footer share one left edge. */
export const column = style({ width: '100%', maxWidth: 400, display: 'flex', flexDirection: 'column', flex: 1 })
export const logo = style({
  minHeight: 32,
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: 16,
  '@media': { [media.phone]: { marginTop: 8 } },
})
export const wall = style({
  position: 'relative',
  overflow: 'hidden',
  background: '#0B0C0F',
  '@media': { [media.phone]: { height: 168, flex: 'none', order: -1 } },
})
export const tilt = style({
  position: 'absolute',
  top: '50%',
  left: '50%',
  maxWidth: 'none',
  transform: 'translate(-50%, -50%) rotate(-12deg)',
  '@media': { [media.phone]: { width: 640, height: 'auto' } },
})
export const fade = style({
  position: 'absolute',
  inset: 0,
  pointerEvents: 'none',
  '@media': {
    [media.phone]: { background: `linear-gradient(transparent 30%, ${byScheme(vars.surface, vars.canvas)})` },
  },
})
