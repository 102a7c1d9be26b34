import { style } from '@vanilla-extract/css'
import { media, vars } from '../../theme/tokens.css.ts'
import { type } from '../../theme/type.ts'

/** A screen with one thing to say. */
export const full = style({
  position: 'relative',
  height: '100%',
  display: 'grid',
  placeItems: 'center',
  alignContent: 'center',
  gap: 8,
  padding: 24,
  textAlign: 'center',
  background: vars.canvas,
  overflowY: 'auto',
})
export const logo = style({ position: 'absolute', top: 20, left: 32, '@media': { [media.phone]: { left: 16 } } })
/** Inside the shell the sidebar carries the logo where there is one. */
export const shellLogo = style({ '@media': { [media.desktop]: { display: 'none' } } })
/** Beside a sidebar that carries another one it stands over what the screen says. */
export const lone = style({ '@media': { [media.desktop]: { position: 'static', marginBottom: 24 } } })
export const drawing = style({ color: vars.muted, maxWidth: '100%', height: 'auto' })
export const title = style({
  ...type(28, 600),
  marginTop: 28,
  '@media': { [media.phone]: { fontSize: 20, lineHeight: '28px' } },
})
export const text = style({ ...type(14), color: vars.muted, maxWidth: 440, marginBottom: 12 })
export const kept = style({
  display: 'grid',
  gap: 10,
  maxWidth: 460,
  margin: '8px 0 20px',
  padding: '16px 20px',
  borderRadius: 10,
  background: vars.surface,
  boxShadow: `inset 0 0 0 1px ${vars.hairline}`,
  textAlign: 'left',
})
export const keptTitle = style({ ...type(13, 600) })
export const keptRow = style({ ...type(13), display: 'flex', gap: 10, color: vars.muted })
export const keptSign = style({ color: vars.positive, flex: 'none', marginTop: 2 })
export const actions = style({ display: 'flex', flexWrap: 'wrap', justifyContent: 'center', gap: 8 })
export const detail = style({ ...type(12), marginTop: 12, color: vars.faint, maxWidth: 460, overflowWrap: 'anywhere' })
/** Over everything, where a dialog could not come. */
export const absent = style({
  position: 'fixed',
  insetInline: 16,
  bottom: 16,
  zIndex: 100,
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'center',
  gap: 8,
  padding: 16,
  borderRadius: 10,
  background: vars.overlay,
  boxShadow: `0 0 0 1px ${vars.hairline}`,
})
