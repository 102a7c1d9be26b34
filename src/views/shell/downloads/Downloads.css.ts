import { globalStyle, style, styleVariants } from '@vanilla-extract/css'
import * as reorder from '../../kit/lists/reorder/reorder.css.ts'
import { visuallyHidden } from '../../theme/hidden.css.ts'
import { behindTitle, media, motion, oneLine, radius, vars } from '../../theme/tokens.css.ts'
import { type } from '../../theme/type.ts'

export const panel = style({
  width: 420,
  display: 'flex',
  flexDirection: 'column',
  // In a very low window not even the settings have room.
  overflowY: 'auto',
  // It ends above the play bar, and above the notifications there are.
  maxHeight: 'min(720px, calc(100dvh - 72px - max(100px, var(--toasts, 0px) + 8px)))',
  '@media': {
    [media.phone]: { width: '100%', maxHeight: 'calc(100dvh - 72px - max(0px, var(--toasts, 0px) + 8px))' },
  },
})
export const head = style({ display: 'flex', alignItems: 'center', height: 56, padding: '0 12px 0 20px', flex: 'none' })
export const title = style({ ...type(16, 600), flex: 1 })
export const top = style({
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  minHeight: 34,
  padding: '0 20px 12px',
  flex: 'none',
})
export const summary = style({ ...type(13), color: vars.muted, flex: 1, minWidth: 0 })
/** One line that is true of many rows, with what can be done about it. */
export const notice = style({
  ...type(13),
  display: 'flex',
  alignItems: 'center',
  gap: 10,
  minHeight: 40,
  padding: '4px 12px 4px 20px',
  borderBottom: `1px solid ${vars.hairline}`,
  flex: 'none',
})
export const isBad = style({ color: vars.danger })
export const isHeld = style({ color: vars.caution })
export const noticeSign = style({ flex: 'none' })
export const noticeText = style({ flex: 1, minWidth: 0 })
/** It leads to what it speaks of. */
export const leads = style({
  textAlign: 'left',
  textDecoration: 'underline',
  textDecorationColor: 'transparent',
  textUnderlineOffset: 3,
  borderRadius: 4,
  cursor: 'pointer',
  ':hover': { textDecorationColor: 'currentColor' },
})
/** A figure is not broken in the middle. */
export const figure = style({
  whiteSpace: 'nowrap',
  // A line of its own where both do not fit into one.
  '@media': { [media.phone]: { display: 'block' } },
})
export const dot = style({ '@media': { [media.phone]: { display: 'none' } } })
export const strong = style({ color: vars.text, fontWeight: 600, whiteSpace: 'nowrap' })
export const total = style({ height: 3, background: vars.track, flex: 'none', overflow: 'hidden' })
export const totalFill = style({
  height: '100%',
  background: vars.accent,
  transformOrigin: 'left',
  transform: 'scaleX(0)',
  transition: 'transform 200ms linear',
  // Forced colours take the ground away, which here is the figure itself.
  '@media': { [media.forced]: { background: 'Highlight', forcedColorAdjust: 'none' } },
})

export const list = style({
  overflowY: 'auto',
  minHeight: 0,
  flex: 1,
  overscrollBehavior: 'contain',
  // The room of rows that are not made. As padding it would not shrink.
  '::before': { content: '""', display: 'block', height: 'var(--above, 0)' },
  '::after': { content: '""', display: 'block', height: 'var(--below, 0)' },
})
/** Height of a row that says nothing more. */
export const ROW_PX = 64
export const row = style({
  position: 'relative',
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  minHeight: ROW_PX,
  padding: '8px 12px 8px 20px',
  // Hundreds of rows cost as little as those that can be seen. Of a longer list only those are there, and measured.
  contentVisibility: 'var(--rows, auto)' as 'auto',
  containIntrinsicSize: `auto ${ROW_PX}px`,
  ':hover': { background: vars.hover },
  ':focus-within': { background: vars.hover },
  selectors: {
    '& + &::before': {
      content: '""',
      position: 'absolute',
      top: 0,
      left: 72,
      right: 20,
      height: 1,
      background: vars.hairline,
    },
  },
})
export const grip = style([
  reorder.grip,
  {
    left: 0,
    width: 20,
    '@media': {
      [media.hover]: {
        opacity: 0,
        selectors: {
          [`${row}:hover &, ${row}:focus-within &, &:is([aria-pressed="true"], [aria-expanded="true"])`]: {
            opacity: 1,
          },
        },
      },
    },
  },
])
export const words = style({ flex: 1, minWidth: 0 })
export const name = style({ display: 'flex', alignItems: 'center', gap: 6, minWidth: 0 })
export const nameText = style({ ...type(14, 500), ...oneLine })
export const version = style({ ...type(14), ...behindTitle, color: vars.muted })
export const line = style({
  fontSize: 12,
  lineHeight: '18px',
  display: 'flex',
  alignItems: 'center',
  gap: 4,
  minWidth: 0,
  color: vars.muted,
  selectors: { [`${row}[data-status="failed"] &`]: { alignItems: 'flex-start' } },
  '@media': {
    [media.phone]: {
      // Two lines, whether the figures need them at this moment or not.
      selectors: {
        [`${row}[data-status="loading"] &`]: { flexWrap: 'wrap', minHeight: 36, alignContent: 'flex-start' },
      },
    },
  },
})
export const who = style({
  ...oneLine,
  // The figures are cut after it.
  flexShrink: 9999,
  minWidth: 24,
  // Why it failed needs the room.
  selectors: { [`${row}[data-status="failed"] &`]: { minWidth: 0 } },
  '@media': { [media.phone]: { selectors: { [`${row}[data-status="loading"] &`]: { display: 'none' } } } },
})
export const said = style({
  ...oneLine,
  flex: '0 1 auto',
  minWidth: 0,
  maxWidth: '100%',
  '@media': {
    [media.phone]: { selectors: { [`${row}[data-status="loading"] &`]: { whiteSpace: 'normal' } } },
  },
})
/** Words that are longer than a phone is wide. */
export const long = style({ flexShrink: 1, minWidth: 0 })
/** Its words begin where the others do. */
export const way = style({ marginLeft: -10 })
export const held = style({ color: vars.caution })
export const good = style({ color: vars.positive })
/** Why it failed is read whole. */
export const bad = style({ color: vars.danger, flexShrink: 1, whiteSpace: 'normal' })
/** It stands at the end of the sentence that speaks of it. */
export const nextWay = style({
  color: vars.accent,
  borderRadius: 4,
  textDecoration: 'underline',
  textUnderlineOffset: 3,
  cursor: 'pointer',
})
export const next = style({ fontSize: 12, lineHeight: '18px', color: vars.muted })
/** Says how many songs are not in a zip, and opens which they are. */
export const leftOut = style({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 2,
  minHeight: 24,
  borderRadius: 4,
  textAlign: 'left',
  cursor: 'pointer',
  ':hover': { color: vars.text },
})
export const chevron = style({ flex: 'none', transition: `transform ${motion.quick}` })
export const turned = style({ transform: 'rotate(180deg)' })
export const missing = style({
  fontSize: 12,
  lineHeight: '18px',
  color: vars.muted,
  maxHeight: 180,
  overflowY: 'auto',
  overflowWrap: 'anywhere',
})

/** The state stands where the buttons appear, so nothing moves. */
export const end = style({
  position: 'relative',
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'flex-end',
  minWidth: 72,
  height: 36,
  flex: 'none',
})
export const state = style({
  display: 'grid',
  placeItems: 'center',
  width: 36,
  color: vars.muted,
  '@media': { [media.hover]: { selectors: { [`${row}:hover &, ${row}:focus-within &`]: { opacity: 0 } } } },
})
export const stateOf = styleVariants({
  waiting: {},
  loading: { color: vars.accent },
  finished: { color: vars.positive },
  // Their ways on stand there; how far they came is still read.
  failed: [visuallyHidden],
  paused: [visuallyHidden],
})
export const actions = style({
  display: 'flex',
  '@media': {
    [media.hover]: {
      position: 'absolute',
      right: 0,
      opacity: 0,
      selectors: {
        [`${row}:hover &, ${row}:focus-within &, ${row}:is([data-status="failed"], [data-status="paused"]) &`]: {
          opacity: 1,
        },
      },
    },
  },
})

export const foot = style({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  minHeight: 56,
  padding: '0 12px 0 20px',
  borderTop: `1px solid ${vars.hairline}`,
  flex: 'none',
})
export const footText = style({ ...type(13), ...oneLine, flex: 1, color: vars.muted })

/** Some of the list stays in sight below; where there is no room for both, it is the settings that scroll. */
export const settings = style({
  display: 'grid',
  gap: 14,
  padding: '4px 20px 16px',
  borderBottom: `1px solid ${vars.hairline}`,
  flex: '0 1 auto',
  minHeight: 96,
  maxHeight: 'min(430px, 50dvh)',
  overflowY: 'auto',
})
globalStyle(`${settings} ~ ${list}`, { minHeight: 1.5 * ROW_PX })
/** In a page, which scrolls itself. */
export const settingsOnPage = style({ display: 'grid', gap: 14 })
export const setting = style({ display: 'flex', alignItems: 'center', gap: 12, minHeight: 36 })
export const settingWords = style({ flex: 1, minWidth: 0 })
export const settingName = style({ ...type(13, 500), display: 'block' })
export const settingHint = style({ ...type(12), color: vars.muted })
export const warn = style({ ...type(12), color: vars.caution })
export const select = style({
  ...type(13, 500),
  appearance: 'none',
  height: 36,
  padding: '0 32px 0 12px',
  borderRadius: radius.card,
  border: `1px solid ${vars.outline}`,
  background: 'transparent',
  cursor: 'pointer',
})
globalStyle(`${select} > option`, { background: vars.overlay, color: vars.text })
export const selectBox = style({ position: 'relative', flex: 'none' })
export const selectSign = style({ position: 'absolute', right: 10, top: 10, color: vars.muted, pointerEvents: 'none' })
export const stepper = style({
  display: 'flex',
  alignItems: 'center',
  height: 36,
  borderRadius: radius.card,
  border: `1px solid ${vars.outline}`,
  flex: 'none',
  ':focus-within': { borderColor: vars.accent },
})
export const stepInput = style({
  ...type(13, 500),
  width: 28,
  height: 32,
  border: 0,
  background: 'none',
  textAlign: 'center',
  appearance: 'textfield',
  borderRadius: 4,
})
globalStyle(`${stepInput}::-webkit-inner-spin-button, ${stepInput}::-webkit-outer-spin-button`, {
  appearance: 'none',
  margin: 0,
})

globalStyle(`${settings} + ${top}`, { paddingTop: 12 })

export const nothing = style({
  display: 'grid',
  justifyItems: 'center',
  gap: 4,
  padding: '24px 40px 40px',
  textAlign: 'center',
})
export const nothingTitle = style({ ...type(14, 600), marginTop: 14 })
export const nothingText = style({ ...type(13), color: vars.muted, maxWidth: 280 })
export const drawing = style({ color: vars.faint })
export const format = style({ marginRight: 3 })
export const stacked = style({ display: 'grid', gap: 6 })
export const textInput = style({
  ...type(13),
  height: 36,
  padding: '0 12px',
  borderRadius: radius.card,
  border: `1px solid ${vars.outline}`,
  background: 'transparent',
  ':focus-visible': { borderColor: vars.accent },
})
export const preview = style({ ...type(12), color: vars.muted, overflowWrap: 'anywhere' })
