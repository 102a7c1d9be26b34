import { style } from '@vanilla-extract/css'
import { media, vars } from '../theme/tokens.css.ts'
import { type } from '../theme/type.ts'

export const explicit = style({
  display: 'inline-grid',
  placeItems: 'center',
  flex: 'none',
  minWidth: 15,
  height: 15,
  padding: '0 3px',
  borderRadius: 3,
  background: vars.press,
  color: vars.muted,
  fontSize: 10,
  lineHeight: '15px',
  fontWeight: 600,
  letterSpacing: 0,
})

export const bars = style({
  display: 'inline-flex',
  alignItems: 'flex-end',
  gap: 2,
  width: 16,
  height: 14,
  color: vars.accent,
})
export const bar = style({
  flex: 1,
  height: '100%',
  borderRadius: 1,
  background: 'currentColor',
  '@media': { [media.forced]: { background: 'Highlight', forcedColorAdjust: 'none' } },
  transformOrigin: 'bottom',
  transform: 'scaleY(0.5)',
  selectors: {
    '&:nth-child(1)': { transform: 'scaleY(0.45)' },
    '&:nth-child(2)': { transform: 'scaleY(1)' },
    '&:nth-child(3)': { transform: 'scaleY(0.4)' },
    '&:nth-child(4)': { transform: 'scaleY(0.75)' },
  },
})
export const tag = style({
  ...type(11, 500),
  display: 'inline-flex',
  alignItems: 'center',
  gap: 4,
  flex: 'none',
  height: 18,
  padding: '0 5px',
  borderRadius: 4,
  boxShadow: `inset 0 0 0 1px ${vars.hairline}`,
  color: vars.muted,
})
export const leaf = style({ color: vars.muted, flex: 'none' })
