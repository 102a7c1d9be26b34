import { style } from '@vanilla-extract/css'
import { floating, media, radius, vars } from '../../theme/tokens.css.ts'
import { type } from '../../theme/type.ts'

export const form = style({ display: 'flex', flexDirection: 'column', containerType: 'inline-size' })
export const note = style({ ...type(13), color: vars.muted, margin: '0 0 16px' })
export const grid = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: '0 20px',
  '@container': { '(min-width: 480px)': { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' } },
})
export const banner = style({ selectors: { '&:has([role="alert"])': { marginBottom: 16 } } })
/** Over the fields that scroll beneath it; on a phone above the player that lies there. */
export const bar = style({
  ...floating,
  position: 'sticky',
  bottom: 16,
  zIndex: 2,
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  padding: '10px 12px 10px 16px',
  margin: '8px -8px 0',
  borderRadius: radius.card,
  background: vars.overlay,
  '@media': { [media.phone]: { bottom: 'calc(76px + env(safe-area-inset-bottom))', margin: '8px 0 0' } },
})
export const count = style({ ...type(13), color: vars.muted, flex: 1, minWidth: 0 })
export const strong = style({ ...type(14, 600), color: vars.text })
export const dot = style({
  display: 'inline-block',
  width: 8,
  height: 8,
  marginInlineEnd: 10,
  borderRadius: '50%',
  background: vars.caution,
})
