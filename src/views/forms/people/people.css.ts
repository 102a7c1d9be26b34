import { globalStyle, style } from '@vanilla-extract/css'
import { fromStart, media, oneLine, radius, vars } from '../../theme/tokens.css.ts'
import { type } from '../../theme/type.ts'

export { head, panel, title } from '../../kit/overlays/formPanel.css.ts'

export const lock = style({ display: 'block', margin: 10, color: vars.faint, pointerEvents: 'none' })
export const about = style({ display: 'flex', alignItems: 'center', gap: 12, minWidth: 0, marginBottom: 20 })
export const cover = style({
  display: 'grid',
  placeItems: 'center',
  flex: 'none',
  overflow: 'hidden',
  width: 48,
  height: 48,
  borderRadius: radius.row,
  background: vars.skeleton,
  color: vars.faint,
})
export const art = style({ objectFit: 'cover' })
/** Each lies upon the one before. */
export const covers = style({ display: 'flex', flex: 'none', paddingInlineEnd: 2 })
globalStyle(`${covers} > * + *`, { marginInlineStart: -30, boxShadow: `0 0 0 2px ${vars.raised}` })
export const leftOut = style({ ...type(13), color: vars.muted, margin: '-8px 0 16px' })
export const aboutWords = style({ minWidth: 0 })
export const aboutTitle = style({ ...type(14, 600), ...oneLine, ...fromStart })
export const aboutText = style({ ...type(13), ...oneLine, color: vars.muted })

// ---- what was written before
export const earlier = style({
  marginBottom: 20,
  padding: '4px 0 12px',
  borderRadius: radius.row,
  boxShadow: `inset 0 0 0 1px ${vars.hairline}`,
})
export const earlierHead = style({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: 8,
  minHeight: 40,
  padding: '0 4px 0 14px',
})
export const earlierTitle = style({ ...type(13, 600), ...oneLine })
export const earlierList = style({
  display: 'grid',
  gap: 12,
  maxHeight: 200,
  margin: 0,
  padding: '0 14px',
  overflowY: 'auto',
  overscrollBehavior: 'contain',
  listStyle: 'none',
})
export const earlierOne = style({ minWidth: 0 })
export const earlierAbout = style({ ...type(12), ...oneLine, color: vars.muted })
export const earlierText = style({
  ...type(13),
  display: '-webkit-box',
  marginTop: 2,
  overflow: 'hidden',
  overflowWrap: 'anywhere',
  whiteSpace: 'pre-wrap',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 3,
})

// ---- who has it
export const pills = style({
  display: 'flex',
  flexWrap: 'wrap',
  gap: 6,
  margin: '0 0 10px',
  padding: 0,
  listStyle: 'none',
})
export const pill = style({
  ...type(13, 500),
  display: 'inline-flex',
  alignItems: 'center',
  gap: 2,
  maxWidth: '100%',
  minHeight: 32,
  paddingInlineStart: 12,
  borderRadius: radius.full,
  background: vars.accentSoft,
  boxShadow: `inset 0 0 0 1px ${vars.hairline}`,
})
export const pillName = style({ ...oneLine })
export const pillButton = style({
  display: 'grid',
  placeItems: 'center',
  flex: 'none',
  width: 32,
  height: 32,
  borderRadius: radius.full,
  color: vars.muted,
  ':hover': { color: vars.text, background: vars.hover },
})
export const search = style({ position: 'relative', display: 'block' })
export const searchIcon = style({
  position: 'absolute',
  insetInlineStart: 12,
  top: '50%',
  transform: 'translateY(-50%)',
  color: vars.muted,
  pointerEvents: 'none',
})
export const searchBox = style({
  paddingInlineStart: 38,
  paddingInlineEnd: 96,
  '::-webkit-search-cancel-button': { display: 'none' },
})
export const found = style({
  ...type(12),
  position: 'absolute',
  insetInlineEnd: 14,
  top: '50%',
  transform: 'translateY(-50%)',
  color: vars.faint,
  fontVariantNumeric: 'tabular-nums',
  pointerEvents: 'none',
})
/** Four rows and a half, so that it is seen to go on. */
export const list = style({
  position: 'relative',
  maxHeight: 216,
  overflowY: 'auto',
  overscrollBehavior: 'contain',
  margin: '6px -8px 18px',
  borderRadius: radius.row,
})
export const rows = style({ position: 'relative', margin: 0, padding: 0, listStyle: 'none' })
export const row = style({
  position: 'absolute',
  insetInline: 0,
  height: 48,
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  padding: '0 8px',
  borderRadius: radius.row,
  cursor: 'pointer',
  ':hover': { background: vars.hover },
  selectors: { '&:has(:disabled)': { cursor: 'default', opacity: 0.42 } },
})
export const face = style({
  ...type(12, 600),
  display: 'grid',
  placeItems: 'center',
  flex: 'none',
  width: 32,
  height: 32,
  borderRadius: radius.full,
  background: vars.press,
  color: vars.text,
  '::before': { content: 'attr(data-initials)' },
})
export const name = style({ ...type(14, 500), ...oneLine, flex: '1 1 auto', minWidth: 0 })
export const email = style({
  ...type(13),
  ...oneLine,
  flex: '0 1 auto',
  minWidth: 0,
  maxWidth: '50%',
  color: vars.muted,
  '@media': { [media.phone]: { display: 'none' } },
})
export const still = style({
  ...type(13),
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  minHeight: 48,
  margin: '6px 0 18px',
  color: vars.muted,
})

/** That it costs nothing for now. */
export const pro = style({
  display: 'flex',
  gap: 12,
  padding: '10px 14px',
  marginBottom: 12,
  borderRadius: radius.card,
  background: vars.raised,
})
export const proIcon = style({ flex: 'none', marginTop: 2, color: vars.accent })
export const proTitle = style({ ...type(14, 600) })
export const proText = style({ ...type(13), color: vars.muted })

export const emptyTitle = style({ ...type(14, 600) })
export const emptyText = style({ ...type(14), color: vars.muted, margin: '4px 0 20px' })

export const actions = style({
  display: 'flex',
  justifyContent: 'flex-end',
  gap: 8,
  marginTop: 8,
  '@media': { [media.phone]: { flexDirection: 'column' } },
})
