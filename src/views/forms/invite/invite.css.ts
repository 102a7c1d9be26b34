import { style } from '@vanilla-extract/css'
import { media, motion, oneLine, radius, vars } from '../../theme/tokens.css.ts'
import { type } from '../../theme/type.ts'

export const panel = style({ width: 'min(480px, 100%)', padding: 24, overflowY: 'auto' })
export const head = style({ display: 'flex', alignItems: 'center', gap: 12, marginBottom: 16 })
export const title = style({ ...type(20, 600), flex: 1, minWidth: 0 })
export const lead = style({ ...type(14), color: vars.muted, marginTop: 6 })
export const terms = style({ marginTop: 16 })
export const termsLink = style({
  ...type(14, 500),
  display: 'inline-block',
  margin: '4px 0 0 28px',
  borderRadius: 4,
  color: vars.accent,
  ':hover': { textDecoration: 'underline' },
})
export const actions = style({
  display: 'flex',
  justifyContent: 'flex-end',
  gap: 8,
  marginTop: 20,
  '@media': { [media.phone]: { flexDirection: 'column', paddingBottom: 'env(safe-area-inset-bottom)' } },
})

// ---- who is to be added
export const choose = style({ display: 'flex', alignItems: 'flex-start', gap: 8 })
export const relationship = style({ flex: 1, minWidth: 0 })
/** Beside the control, below its label. */
export const add = style({ flex: 'none', paddingTop: 26 })

// ---- who is on the list
export const listHead = style({ display: 'flex', alignItems: 'baseline', gap: 8, margin: '4px 0 8px' })
export const listTitle = style({ ...type(14, 600), flex: 1 })
export const counter = style({ ...type(13), color: vars.muted, fontVariantNumeric: 'tabular-nums' })
export const empty = style({
  ...type(14),
  color: vars.muted,
  padding: '18px 14px',
  textAlign: 'center',
  borderRadius: radius.card,
  border: `1px dashed ${vars.outline}`,
})
export const list = style({
  display: 'grid',
  // A long address is cut, and the button beside it stays where it is seen.
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 8,
  margin: 0,
  padding: 0,
  listStyle: 'none',
})
export const entry = style({
  display: 'flex',
  alignItems: 'flex-start',
  gap: 12,
  padding: '10px 8px 10px 14px',
  borderRadius: radius.card,
  background: vars.raised,
  boxShadow: `inset 0 0 0 1px ${vars.hairline}`,
  transition: `opacity ${motion.removal} ${motion.ease}`,
})
export const wrong = style({ boxShadow: `inset 0 0 0 1px ${vars.danger}` })
export const leaving = style({ opacity: 0 })
export const entryIcon = style({ color: vars.muted, flex: 'none', marginTop: 1 })
export const entryWords = style({ flex: 1, minWidth: 0 })
export const entryEmail = style({ ...type(14, 500), ...oneLine })
export const entryMore = style({ ...type(13), color: vars.muted })
export const entryNote = style({ ...type(13), display: 'flex', alignItems: 'center', gap: 6, color: vars.muted })
export const entryFault = style([entryNote, { color: vars.danger }])
/** Why nothing can be sent yet. */
export const fault = style({
  ...type(13),
  display: 'flex',
  alignItems: 'center',
  gap: 6,
  minHeight: 28,
  color: vars.danger,
})
export const kept = style({ ...type(13), color: vars.muted, marginTop: 6 })

// ---- what happened to each
export const sent = style({ margin: '12px 0 0', padding: 0, listStyle: 'none' })
export const sentOne = style({
  display: 'flex',
  alignItems: 'flex-start',
  gap: 12,
  padding: '10px 0',
  selectors: { '& + &': { borderTop: `1px solid ${vars.hairline}` } },
})
export const sentIcon = style({ color: vars.positive, flex: 'none', marginTop: 1 })
