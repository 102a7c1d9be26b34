/** Tables of songs: what they have in common, whatever their columns are. Where a cell stands is each table's own. */
import { createContainer, style } from '@vanilla-extract/css'
import { behindTitle, media, motion, oneLine, radius, vars } from '../../theme/tokens.css.ts'
import { type } from '../../theme/type.ts'

/** What fits depends on the room beside sidebar and queue, not on the window. */
export const room = createContainer()
export const NARROW = `${room} (max-width: 919.98px)`
/** A row is two lines. */
export const COMPACT = `${room} (max-width: 599.98px)`

export const table = style({ containerName: room, containerType: 'inline-size' })
/** The names of the columns; a compact table only says them. */
export const head = style({
  height: 36,
  padding: '0 12px',
  boxShadow: `0 1px ${vars.hairline}`,
  ...type(12, 500),
  color: vars.faint,
  '@container': {
    [COMPACT]: { position: 'absolute', clipPath: 'inset(50%)', width: 1, height: 1, overflow: 'hidden' },
  },
})
export const row = style({
  padding: '0 12px',
  borderRadius: radius.row,
  ...type(14),
  color: vars.muted,
  transition: `background-color ${motion.quick}`,
  selectors: { '&:hover, &:focus-within': { background: vars.hover } },
})

// ---- cells
export const art = style({ position: 'relative', width: 40, height: 40 })
/** Over the art, while its row has the pointer or the focus. */
export const play = style({
  position: 'absolute',
  inset: 0,
  display: 'grid',
  placeItems: 'center',
  borderRadius: radius.control,
  background: '#0B0C0F99',
  color: '#FFFFFF',
  opacity: 0,
  transition: `opacity ${motion.quick} ${motion.ease}`,
  selectors: { [`${row}:is(:hover, :focus-within, :has([aria-expanded="true"])) &, &:focus-visible`]: { opacity: 1 } },
  '@media': { [media.touch]: { opacity: 1 } },
})
export const artist = style({
  ...oneLine,
  minWidth: 0,
  '@container': { [COMPACT]: { ...type(13), lineHeight: '18px' } },
})
export const titleCell = style({ display: 'flex', alignItems: 'center', gap: 6, minWidth: 0 })
export const title = style({ ...type(14, 500), ...oneLine, color: vars.text })
export const playing = style({ color: vars.accent })
export const version = style(behindTitle)
export const duration = style({ fontVariantNumeric: 'tabular-nums', '@container': { [COMPACT]: { ...type(13) } } })
/** Any other cell. */
export const cell = style({ ...oneLine, minWidth: 0 })
