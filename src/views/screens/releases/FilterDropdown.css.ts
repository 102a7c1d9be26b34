import { style } from '@vanilla-extract/css'
import { media, motion, radius, vars } from '../../theme/tokens.css.ts'
import { type } from '../../theme/type.ts'
import { TIGHTER, UPRIGHT } from './ListMenu.css.ts'

export const button = style({
  ...type(13, 500),
  position: 'relative',
  display: 'inline-flex',
  alignItems: 'center',
  gap: 6,
  flex: 'none',
  height: 32,
  padding: '0 9px 0 12px',
  borderRadius: radius.control,
  whiteSpace: 'nowrap',
  userSelect: 'none',
  color: vars.muted,
  boxShadow: `inset 0 0 0 1px ${vars.hairline}`,
  transition: `background-color ${motion.quick}, color ${motion.quick}`,
  ':hover': { background: vars.hover, color: vars.text },
  ':active': { background: vars.press, color: vars.text },
  selectors: { '&[aria-expanded="true"]': { background: vars.press, color: vars.text } },
  '@container': { [TIGHTER]: { padding: '0 6px 0 9px', gap: 4 } },
  '@media': {
    [media.phone]: { height: 36 },
    [media.tabletUp]: { '@container': { [UPRIGHT]: { padding: '0 8px' } } },
    [media.touch]: { selectors: { '&::after': { content: '""', position: 'absolute', inset: '-6px -2px' } } },
  },
})
/** A filter without a menu. */
export const toggle = style({
  paddingRight: 12,
  '@media': { [media.tabletUp]: { '@container': { [UPRIGHT]: { paddingRight: 8 } } } },
})
export const active = style({ background: vars.secondary, color: vars.text })
export const chevron = style({
  color: vars.muted,
  transition: `transform ${motion.layer} ${motion.ease}`,
  selectors: { [`${button}[aria-expanded="true"] &`]: { transform: 'rotate(180deg)' } },
  '@media': {
    [media.reduced]: { transition: 'none' },
    [media.tabletUp]: { '@container': { [UPRIGHT]: { display: 'none' } } },
  },
})
export const popover = style({
  width: 288,
  maxHeight: 'min(420px, var(--room))',
  display: 'flex',
  flexDirection: 'column',
  borderRadius: radius.card,
  transformOrigin: 'top left',
})
export const foot = style({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  flex: 'none',
  padding: '6px 6px 6px 16px',
  borderTop: `1px solid ${vars.hairline}`,
})
export const count = style({ ...type(13), color: vars.muted, fontVariantNumeric: 'tabular-nums' })
export const nothingToClear = style({ visibility: 'hidden' })
export const state = style({
  ...type(14),
  display: 'grid',
  justifyItems: 'center',
  gap: 12,
  padding: '28px 20px',
  color: vars.muted,
  textAlign: 'center',
})

export const sheet = style({ display: 'flex', flexDirection: 'column', background: vars.overlay })
export const grip = style({
  width: 36,
  height: 4,
  margin: '8px auto 0',
  flex: 'none',
  borderRadius: radius.full,
  background: vars.track,
})
export const sheetHead = style({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  flex: 'none',
  padding: '10px 8px 6px 20px',
})
export const sheetTitle = style({ ...type(20, 600) })
export const sheetFoot = style({
  flex: 'none',
  padding: '12px 20px calc(16px + env(safe-area-inset-bottom))',
})
export const done = style({ height: 48 })
