import { style } from '@vanilla-extract/css'
import { pageScroller } from '../../theme/scrollers.css.ts'
import { media, radius, vars } from '../../theme/tokens.css.ts'
import { type } from '../../theme/type.ts'

export const scroller = pageScroller
export const page = style({
  maxWidth: 824,
  padding: '8px 32px 40px',
  '@media': {
    [media.belowDesktop]: { padding: '8px 24px 40px' },
    [media.phone]: { padding: '8px 16px 112px' },
  },
})
export const heading = style(type(20, 600))
export const lead = style({ ...type(14), color: vars.muted, marginTop: 4, maxWidth: 640 })
export const section = style({ marginTop: 32 })
/** There before it says something, so that it is read out; without room while it says nothing. */
export const said = style({
  ...type(14, 500),
  color: vars.positive,
  selectors: { '&:not(:empty)': { marginTop: 8 } },
})
/** Around what is said of a long wait; without room until then. */
export const slow = style({ selectors: { '&:has([role="status"] > *)': { marginTop: 16 } } })
export const list = style({
  marginTop: 16,
  borderRadius: radius.card,
  background: vars.surface,
  boxShadow: `inset 0 0 0 1px ${vars.hairline}`,
})
export const row = style({
  display: 'flex',
  alignItems: 'center',
  gap: 16,
  minHeight: 88,
  padding: '12px 16px',
  selectors: { '& + &': { borderTop: `1px solid ${vars.hairline}` } },
  '@media': { [media.phone]: { flexWrap: 'wrap', gap: 12 } },
})
export const bone = style({
  borderRadius: radius.control,
  background: vars.skeleton,
  height: 12,
  margin: '6px 0',
  display: 'block',
})
export const boneSign = style([bone, { width: 24, height: 24, flex: 'none' }])
export const sign = style({ color: vars.muted, flex: 'none' })
export const words = style({
  flex: 1,
  minWidth: 0,
  '@media': { [media.phone]: { minWidth: 'calc(100% - 32px)' } },
})
export const name = style({
  ...type(14, 500),
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '4px 8px',
  overflowWrap: 'anywhere',
})
export const more = style({ ...type(13), color: vars.muted, overflowWrap: 'anywhere' })
export const badge = style({
  ...type(12, 500),
  padding: '0 8px',
  borderRadius: radius.full,
  color: vars.accent,
  background: vars.accentSoft,
})
export const actions = style({ display: 'flex', flexWrap: 'wrap', gap: 12, marginTop: 16 })
/** A word and what belongs to it, in one line. */
export const plainRow = style({
  ...type(14),
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '4px 16px',
  minHeight: 56,
  padding: '8px 16px',
  selectors: { '& + &': { borderTop: `1px solid ${vars.hairline}` } },
})
export const rowEnd = style({ display: 'inline-flex', alignItems: 'center', gap: 4, color: vars.muted })
export const link = style({
  ...type(14, 500),
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: 40,
  padding: '0 4px',
  borderRadius: radius.control,
  color: vars.accent,
  ':hover': { textDecoration: 'underline' },
  selectors: { '&[aria-busy="true"]': { color: vars.faint, cursor: 'progress' } },
})
export const linkDanger = style({ color: vars.danger })
export const banner = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 16,
  marginTop: 32,
  padding: 16,
  borderRadius: radius.card,
  background: vars.surface,
  boxShadow: `inset 0 0 0 1px ${vars.hairline}`,
})
export const bannerTitle = style(type(14, 600))
/** Beside or below the words of a row, always in one line. */
export const rowActions = style({
  display: 'flex',
  gap: 8,
  '@media': { [media.phone]: { marginLeft: 32 } },
})
/** What was meant and did not come about. */
export const unsaid = style({ ...type(14, 500), color: vars.caution, marginTop: 8 })
export const none = style({ ...type(14), color: vars.muted, marginTop: 16, maxWidth: 640 })
