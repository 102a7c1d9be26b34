import { createVar, globalStyle, style } from '@vanilla-extract/css'
import { media, motion, vars } from '../../theme/tokens.css.ts'

/** Share of the rail that is filled, and buffered, as percentages. */
export const fill = createVar()
export const ahead = createVar()

export const range = style({
  vars: { [fill]: '0%', [ahead]: '0%' },
  appearance: 'none',
  WebkitAppearance: 'none',
  display: 'block',
  width: '100%',
  height: 36,
  background: 'none',
  cursor: 'pointer',
  borderRadius: 6,
  // Its rail and knob move every second while something plays: nothing around it is laid out for that.
  contain: 'strict',
  touchAction: 'none',
  selectors: { '&[aria-disabled]': { cursor: 'default', opacity: 0.42 } },
})

const rail = {
  height: 4,
  borderRadius: 2,
  background: `linear-gradient(to right, currentColor ${fill}, ${vars.buffered} ${fill} max(${fill}, ${ahead}), ${vars.track} 0)`,
} as const
const knob = {
  width: 12,
  height: 12,
  border: 0,
  borderRadius: '50%',
  // Not by its opacity: that would make a layer of it, which is put together anew with each move.
  background: 'transparent',
  transition: `background-color ${motion.quick}`,
} as const
const shown = { background: 'currentColor' } as const

/** In forced colours what is filled and what is not are told apart by the system's two strongest, and the knob stays. */
const FORCED_RAIL = {
  background: `linear-gradient(to right, Highlight ${fill}, GrayText 0)`,
  forcedColorAdjust: 'none',
} as const

for (const track of ['::-webkit-slider-runnable-track', '::-moz-range-track'])
  globalStyle(`${range}${track}`, { ...rail, '@media': { [media.forced]: FORCED_RAIL } })
globalStyle(`${range}::-webkit-slider-thumb`, { ...knob, WebkitAppearance: 'none', marginTop: -4 })
globalStyle(`${range}::-moz-range-thumb`, knob)
for (const thumb of ['::-webkit-slider-thumb', '::-moz-range-thumb']) {
  globalStyle(
    `${range}:hover:not([aria-disabled])${thumb}, ${range}:focus-visible${thumb}, ${range}:active${thumb}`,
    shown,
  )
  globalStyle(`${range}${thumb}`, {
    '@media': { [media.touch]: shown, [media.forced]: { background: 'ButtonText', forcedColorAdjust: 'none' } },
  })
}
