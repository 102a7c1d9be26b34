import { style } from '@vanilla-extract/css'
import { oneLine, radius, vars } from '../theme/tokens.css.ts'
import { compact, narrow } from './slots/list.css.ts'

export const head = style({
  position: 'relative',
  display: 'flex',
  alignItems: 'center',
  minWidth: 0,
  height: '100%',
})
/** Check and art have no heads of their own. */
export const first = style({ gridColumn: 3 })
export const wideOnly = style({ '@container': { [narrow]: { display: 'none' } } })
export const notInTwoLines = style({ '@container': { [compact]: { display: 'none' } } })
export const right = style({ justifyContent: 'flex-end' })
export const words = style({ ...oneLine, minWidth: 0 })
export const sort = style({
  display: 'flex',
  // The whole head sorts.
  flex: 1,
  alignItems: 'center',
  justifyContent: 'inherit',
  gap: 4,
  minWidth: 0,
  height: 28,
  margin: '0 -6px',
  padding: '0 6px',
  borderRadius: radius.control,
  font: 'inherit',
  letterSpacing: 'inherit',
  color: 'inherit',
  selectors: {
    '&:hover': { background: vars.hover, color: vars.text },
    '&:active': { background: vars.press },
    '&:focus-visible': { outlineOffset: -2 },
  },
})
export const sorted = style({ color: vars.text })
