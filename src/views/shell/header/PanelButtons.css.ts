import { style } from '@vanilla-extract/css'
import { vars } from '../../theme/tokens.css.ts'

export const glyph = style({ position: 'relative', display: 'block' })
/** Drawn, not text: the button has a name, and its description says the number. */
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
