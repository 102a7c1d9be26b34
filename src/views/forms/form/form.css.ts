import { style, styleVariants } from '@vanilla-extract/css'
import { radius, vars } from '../../theme/tokens.css.ts'
import { type } from '../../theme/type.ts'

export const place = style({ display: 'grid', alignContent: 'start' })
/** What forms keep free for it, px. */
export const room = styleVariants({
  0: {},
  72: { minHeight: 72 },
  84: { minHeight: 84 },
  100: { minHeight: 100 },
  112: { minHeight: 112 },
})
export const banner = style({ display: 'flex', gap: 12, padding: '12px 14px', borderRadius: radius.card })
const tint = (colour: string, ground: string) => ({
  background: ground,
  boxShadow: `inset 0 0 0 1px color-mix(in srgb, ${colour} 36%, transparent)`,
})
const wrong = tint(vars.danger, `color-mix(in srgb, ${vars.danger} 12%, transparent)`)
export const bannerKind = styleVariants({
  error: wrong,
  success: tint(vars.positive, `color-mix(in srgb, ${vars.positive} 12%, transparent)`),
  info: tint(vars.accent, vars.accentSoft),
})
export const inside = style({ padding: 0 })
export const bannerIcon = styleVariants({
  error: { color: vars.danger, flex: 'none', marginTop: 1 },
  success: { color: vars.positive, flex: 'none', marginTop: 1 },
  info: { color: vars.accent, flex: 'none', marginTop: 1 },
})
export const bannerTitle = style({ ...type(14, 600), overflowWrap: 'anywhere' })
export const bannerBody = style({ ...type(13), color: vars.muted, overflowWrap: 'anywhere' })
/** Over the fields. */
export const alone = style({ marginBottom: 20 })
export const inNotice = style({ marginTop: 10 })
export const ticking = style({ fontVariantNumeric: 'tabular-nums' })

export const summary = style({ padding: '12px 14px', borderRadius: radius.card, marginBottom: 20, ...wrong })
export const summaryList = style({ display: 'grid', gap: 4, marginTop: 6, paddingLeft: 18 })
/** Under the words over it, past their sign. */
export const summaryUnder = style({ paddingLeft: 32 })
export const summaryLink = style({ ...type(13), color: vars.text, textDecoration: 'underline' })

/** As high as the button that takes its place. */
export const againNote = style({
  ...type(13),
  color: vars.muted,
  minHeight: 32,
  display: 'flex',
  alignItems: 'center',
  marginBottom: 12,
})
export const again = style({ display: 'flex', flexWrap: 'wrap', margin: '0 0 12px -8px' })
