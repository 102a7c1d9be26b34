import { style } from '@vanilla-extract/css'
import { vars } from '../../theme/tokens.css.ts'

export const glyph = style({ position: 'relative', display: 'block' })
/** Drawn: as text in sight it would have to be in the name of the button (2.5.3); its description says the number. */
export const unread = style({
  position: 'absolute',
  top: -7,
  insetInlineStart: 10,
  minWidth: 16,
  height: 16,
  padding: '0 4px',
  borderRadius: 8,
  background: vars.accent,
  color: vars.accentText,
  fontSize: 10,
  fontWeight: 600,
  lineHeight: '16px',
  letterSpacing: 0,
  textAlign: 'center',
  '::after': { content: 'attr(data-count)' },
})
