import { style } from '@vanilla-extract/css'

/** The letters are drawn, not text: the button around them has a name of its own. */
export const avatar = style({
  display: 'grid',
  placeItems: 'center',
  flex: 'none',
  borderRadius: '50%',
  color: '#FFFFFF',
  fontWeight: 600,
  letterSpacing: 0,
  '::after': { content: 'attr(data-initials)' },
})
