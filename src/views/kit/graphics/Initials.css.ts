import { style } from '@vanilla-extract/css'

/** The letters are drawn: as text in sight they would have to be in the name of the button around them (2.5.3). */
export const avatar = style({
  position: 'relative',
  display: 'grid',
  placeItems: 'center',
  flex: 'none',
  borderRadius: '50%',
  color: '#FFFFFF',
  fontWeight: 600,
  letterSpacing: 0,
  whiteSpace: 'nowrap',
  overflow: 'hidden',
  unicodeBidi: 'isolate',
  '::after': { content: 'attr(data-initials)' },
})
