import { style } from '@vanilla-extract/css'
import { pageScroller } from '../../theme/scrollers.css.ts'
import { media, radius, vars } from '../../theme/tokens.css.ts'
import { type } from '../../theme/type.ts'

export const page = style([
  pageScroller,
  {
    display: 'flex',
    flexDirection: 'column',
    gap: 16,
    width: '100%',
    maxWidth: 608,
    margin: '0 auto',
    padding: '8px 24px 40px',
    scrollbarGutter: 'auto',
    '@media': { [media.phone]: { padding: '8px 16px calc(96px + env(safe-area-inset-bottom))' } },
  },
])
export const groups = style({ display: 'flex', flexDirection: 'column', gap: 12 })
/** Its rows come first, and what ends the session last. */
export const area = style({ display: 'contents' })
export const group = style({
  borderRadius: radius.card,
  background: vars.surface,
  boxShadow: `inset 0 0 0 1px ${vars.hairline}`,
})
export const row = style({
  ...type(16, 500),
  display: 'flex',
  alignItems: 'center',
  gap: 14,
  width: '100%',
  minHeight: 52,
  padding: '0 16px',
  textAlign: 'left',
  borderRadius: radius.card,
  ':active': { background: vars.press },
  selectors: {
    '& + &': { borderTop: `1px solid ${vars.hairline}`, borderTopLeftRadius: 0, borderTopRightRadius: 0 },
    '&:not(:last-child)': { borderBottomLeftRadius: 0, borderBottomRightRadius: 0 },
  },
  '@media': { [media.hover]: { ':hover': { background: vars.hover } } },
})
export const icon = style({ color: vars.muted, flex: 'none' })
/** Drawn: as text in sight it would have to be in the name of the button (2.5.3); its description says the number. */
export const unread = style({
  ...type(12, 600),
  minWidth: 22,
  height: 22,
  marginInlineStart: 'auto',
  padding: '0 6px',
  borderRadius: 11,
  background: vars.accent,
  color: vars.accentText,
  lineHeight: '22px',
  textAlign: 'center',
  '::after': { content: 'attr(data-count)' },
})
export const sign = style({
  color: vars.faint,
  marginLeft: 'auto',
  flex: 'none',
  selectors: { [`${unread} + &`]: { marginLeft: 0 } },
})
export const signOut = style({
  ...type(16, 500),
  order: 1,
  alignSelf: 'center',
  display: 'inline-flex',
  alignItems: 'center',
  gap: 10,
  minHeight: 44,
  padding: '0 20px',
  borderRadius: radius.control,
  color: vars.danger,
  ':hover': { background: vars.hover },
})
export const foot = style({ marginTop: 'auto', display: 'flex', justifyContent: 'center' })
