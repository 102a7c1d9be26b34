// The choice of a theme. Each small picture has the colours of its own theme, whichever holds.
import { createVar, style, styleVariants } from '@vanilla-extract/css'
import { contrastDark, dark, light } from '../../theme/palettes.ts'
import { media, motion, radius, vars } from '../../theme/tokens.css.ts'
import { type } from '../../theme/type.ts'

const ground = createVar()
const rail = createVar()
const stroke = createVar()
const ink = createVar()
const shape = createVar()
const lit = createVar()

export const themes = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(4, minmax(0, 1fr))',
  gap: 12,
  marginTop: 12,
  '@media': { [media.phone]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' } },
})
export const theme = style({
  position: 'relative',
  display: 'flex',
  flexDirection: 'column',
  gap: 10,
  padding: 8,
  borderRadius: radius.card,
  background: vars.surface,
  boxShadow: `inset 0 0 0 1px ${vars.hairline}`,
  cursor: 'pointer',
  transition: `background-color ${motion.quick}`,
  ':hover': { background: vars.secondaryHover },
  selectors: {
    '&:has(:checked)': { boxShadow: `inset 0 0 0 2px ${vars.accent}` },
    '&:has(:focus-visible)': { outline: `2px solid ${vars.accent}`, outlineOffset: 2 },
  },
})
/** Its place is that of the whole tile; what is seen of it is the tile's edge. */
export const choice = style({
  position: 'absolute',
  inset: 0,
  opacity: 0,
  cursor: 'pointer',
  '@media': { [media.forced]: { inset: 'auto 12px 12px auto', opacity: 1 } },
})
export const words = style({ padding: '0 4px 4px', minWidth: 0 })
export const name = style({ ...type(14, 500), display: 'block' })
export const hint = style({ ...type(13), color: vars.muted, display: 'block' })

export const picture = style({
  display: 'flex',
  height: 84,
  overflow: 'hidden',
  borderRadius: radius.control,
  background: ground,
  boxShadow: `inset 0 0 0 1px ${stroke}`,
  forcedColorAdjust: 'none',
})
export const side = style({ width: '22%', background: rail, boxShadow: `inset 0 0 0 1px ${stroke}` })
export const page = style({
  flex: 1,
  minWidth: 0,
  display: 'flex',
  flexDirection: 'column',
  justifyContent: 'space-between',
  padding: '10px 10px 8px',
})
export const line = style({ width: '56%', height: 5, borderRadius: radius.full, background: ink })
export const covers = style({ display: 'grid', gridTemplateColumns: 'repeat(3, 1fr)', gap: 6 })
export const cover = style({
  height: 26,
  borderRadius: 4,
  background: shape,
  boxShadow: `inset 0 0 0 1px ${stroke}`,
})
export const bar = style({ width: '72%', height: 4, borderRadius: radius.full, background: lit })

const drawn = ({ canvas, surface, hairline, text, secondaryPress, accent }: typeof dark) => ({
  [ground]: canvas,
  [rail]: surface,
  [stroke]: hairline,
  [ink]: text,
  [shape]: secondaryPress,
  [lit]: accent,
})
export const pictures = styleVariants({
  // Half of each; what lies on it can be seen on both.
  system: {
    vars: {
      ...drawn(light),
      [ground]: `linear-gradient(90deg, ${light.canvas} 50%, ${dark.canvas} 50%)`,
      [stroke]: '#7B839352',
      [ink]: '#7B8393',
      [shape]: '#7B839352',
      [lit]: '#5B8CF0',
    },
  },
  light: { vars: drawn(light) },
  dark: { vars: drawn(dark) },
  contrast: { vars: drawn(contrastDark) },
})
