import { style } from '@vanilla-extract/css'
import { media, vars } from '../../theme/tokens.css.ts'

/** Sits in the gap behind its column, which must be positioned. 17 px to take hold of, 1 px to see, 3 px when held. */
export const handle = style({
  position: 'absolute',
  zIndex: 1,
  top: 0,
  right: -16,
  width: 17,
  height: '100%',
  cursor: 'col-resize',
  touchAction: 'none',
  '::after': {
    content: '""',
    position: 'absolute',
    top: 4,
    bottom: 4,
    left: 8,
    width: 1,
    borderRadius: 2,
    background: vars.hairline,
    opacity: 0,
  },
  selectors: {
    ':where([role=row]):hover > * > &::after': { opacity: 1 },
    '&:is(:hover, :active, :focus-visible)::after': { left: 7, width: 3, background: vars.accent, opacity: 1 },
    '&:focus-visible': { outline: 'none' },
  },
  '@media': { [media.forced]: { selectors: { '&:focus-visible': { outline: '2px solid Highlight' } } } },
})
