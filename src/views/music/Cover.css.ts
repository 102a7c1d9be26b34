import { style } from '@vanilla-extract/css'
import { vars } from '../theme/tokens.css.ts'

export const cover = style({
  position: 'relative',
  flex: 'none',
  overflow: 'hidden',
  background: vars.skeleton,
  color: vars.faint,
  aspectRatio: '1',
  display: 'grid',
  placeItems: 'center',
  selectors: {
    // A hairline inside the edge keeps dark and white art apart from the page.
    '&::after': {
      content: '""',
      position: 'absolute',
      inset: 0,
      borderRadius: 'inherit',
      boxShadow: `inset 0 0 0 1px ${vars.hairline}`,
    },
  },
})
export const image = style({ position: 'absolute', inset: 0, width: '100%', height: '100%', objectFit: 'cover' })
export const glyph = style({ width: '38%', height: '38%', opacity: 0.7 })
