/** The account area: tabs above its pages, or a list beside them. */
import { style } from '@vanilla-extract/css'
import { media, motion, radius, vars } from '../../theme/tokens.css.ts'
import { type } from '../../theme/type.ts'

export const area = style({
  flex: 1,
  minHeight: 0,
  minWidth: 0,
  display: 'flex',
  flexDirection: 'column',
  '@media': { [`${media.tabletUp} and ${media.belowDesktop}`]: { flexDirection: 'row' } },
})
export const tabs = style({
  flex: 'none',
  display: 'flex',
  gap: 24,
  height: 48,
  margin: '0 32px',
  boxShadow: `0 1px ${vars.hairline}`,
})
export const tab = style({
  ...type(14, 500),
  position: 'relative',
  height: '100%',
  padding: '0 2px',
  color: vars.muted,
  transition: `color ${motion.quick}`,
  ':hover': { color: vars.text },
})
export const tabChosen = style({
  color: vars.text,
  '::after': {
    content: '""',
    position: 'absolute',
    left: 0,
    right: 0,
    bottom: -1,
    height: 2,
    borderRadius: 1,
    background: vars.accent,
  },
})
export const tabCount = style({
  ...type(13),
  marginInlineStart: 6,
  color: vars.faint,
  fontVariantNumeric: 'tabular-nums',
})
export const list = style({
  flex: 'none',
  width: 208,
  display: 'flex',
  flexDirection: 'column',
  gap: 2,
  padding: '8px 0 16px 12px',
})
export const listRow = style({
  ...type(14, 500),
  display: 'flex',
  alignItems: 'center',
  gap: 10,
  minHeight: 40,
  padding: '8px 12px',
  borderRadius: radius.row,
  color: vars.muted,
  ':hover': { color: vars.text, background: vars.hover },
  selectors: { '&[aria-current="page"]': { color: vars.text, background: vars.press } },
})
export const listIcon = style({ flex: 'none' })
export const panel = style({
  flex: 1,
  minWidth: 0,
  minHeight: 0,
  display: 'flex',
  flexDirection: 'column',
})
export const back = style({
  ...type(14, 500),
  flex: 'none',
  display: 'inline-flex',
  alignSelf: 'flex-start',
  alignItems: 'center',
  gap: 8,
  margin: '4px 16px 0',
  padding: '8px',
  borderRadius: radius.control,
  color: vars.muted,
  ':hover': { color: vars.text },
})
