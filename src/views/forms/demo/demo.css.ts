import { style } from '@vanilla-extract/css'
import { floating, media, motion, radius, vars } from '../../theme/tokens.css.ts'
import { type } from '../../theme/type.ts'

/** Over the wall of covers, whose left edge is that of its page (AccessPage.css.ts); on a phone below the form. */
export const strip = style({
  ...floating,
  position: 'fixed',
  zIndex: 1,
  bottom: 24,
  insetInlineStart: 624,
  insetInlineEnd: 'max(24px, env(safe-area-inset-right))',
  maxHeight: 'calc(100% - 48px)',
  overflowY: 'auto',
  padding: 8,
  borderRadius: radius.dialog,
  background: vars.overlay,
  '@media': {
    [media.belowDesktop]: { insetInlineStart: 'calc(100% / 1.72 + 24px)' },
    [media.phone]: {
      position: 'static',
      zIndex: 'auto',
      maxHeight: 'none',
      margin: '0 -8px',
      padding: 0,
      background: 'none',
      boxShadow: 'none',
    },
  },
})
export const head = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'baseline',
  columnGap: 12,
  padding: '4px 8px 8px',
})
export const title = style({ ...type(14, 600) })
export const lead = style({ ...type(13), color: vars.muted })
export const list = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(200px, 100%), 1fr))',
  gap: '2px 8px',
})
export const account = style({
  width: '100%',
  minHeight: 52,
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  padding: '6px 8px',
  borderRadius: radius.card,
  textAlign: 'start',
  color: vars.text,
  transition: `background ${motion.quick} ${motion.ease}`,
  ':hover': { background: vars.hover },
  ':active': { background: vars.press },
})
/** The letters are drawn, not text: the name beside them says it. */
export const initials = style({
  width: 32,
  height: 32,
  flex: 'none',
  display: 'grid',
  placeItems: 'center',
  borderRadius: radius.full,
  background: vars.track,
  ...type(12, 600),
  '::after': { content: 'attr(data-initials)' },
})
export const words = style({ minWidth: 0, display: 'grid' })
export const name = style({ ...type(14, 500) })
export const kind = style({ ...type(13), color: vars.muted })
