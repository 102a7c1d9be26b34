/** Nothing found, nothing reached, nothing here yet. */
import { style } from '@vanilla-extract/css'
import { radius, vars } from '../../theme/tokens.css.ts'
import { type } from '../../theme/type.ts'

export const banner = style({
  ...type(14),
  display: 'flex',
  alignItems: 'center',
  flexWrap: 'wrap',
  gap: '8px 12px',
  minHeight: 52,
  marginTop: 16,
  padding: '8px 12px 8px 16px',
  borderRadius: radius.card,
  background: vars.surface,
  boxShadow: `inset 0 0 0 1px ${vars.hairline}`,
})
export const bannerWords = style({ flex: 1, minWidth: 200 })
export const bannerMore = style({ ...type(13), color: vars.muted })
export const danger = style({ color: vars.danger, flex: 'none' })
export const caution = style({ color: vars.caution, flex: 'none' })
export const empty = style({
  display: 'grid',
  justifyItems: 'center',
  gap: 8,
  padding: '12vh 16px 40px',
  textAlign: 'center',
})
export const emptyArt = style({ color: vars.faint, marginBottom: 12 })
export const emptyTitle = style({ ...type(20, 600), overflowWrap: 'anywhere', maxWidth: 640 })
export const emptyText = style({ ...type(14), color: vars.muted, marginBottom: 12 })
export const bone = style({ borderRadius: 6, background: vars.skeleton, display: 'block' })
export const roundBone = style([bone, { borderRadius: '50%' }])
