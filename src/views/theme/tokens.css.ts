/**
 * The theme contract: names are the contract, values may be tuned (design.md, Tokens).
 * Dark is the default, light follows the system's preference.
 */
import { assignVars, createGlobalTheme, createGlobalThemeContract, globalStyle } from '@vanilla-extract/css'
import { dark, light } from './palettes.ts'

export const vars = createGlobalThemeContract(
  {
    canvas: '',
    surface: '',
    raised: '',
    overlay: '',
    hairline: '',
    outline: '',
    text: '',
    muted: '',
    faint: '',
    accent: '',
    accentHover: '',
    accentPress: '',
    accentText: '',
    accentSoft: '',
    positive: '',
    caution: '',
    cautionText: '',
    danger: '',
    hover: '',
    press: '',
    track: '',
    buffered: '',
    skeleton: '',
    secondary: '',
    secondaryHover: '',
    secondaryPress: '',
    playHover: '',
    scrim: '',
    shadow: '',
    knob: '',
  },
  (_value, path) => path.join('-'),
)

createGlobalTheme(':root', vars, dark)
globalStyle(':root', {
  colorScheme: 'dark light',
  '@media': { '(prefers-color-scheme: light)': { vars: assignVars(vars, light) } },
})

/** Corner radii in px: controls, small art and rows, cards and inputs, dialogs and popovers, pills. */
export const radius = { control: 6, row: 8, card: 10, dialog: 16, full: 999 } as const

export { media } from './media.ts'

/** Times and curve of everything that moves; only transform and opacity do. */
export const motion = { quick: '120ms', layer: '180ms', removal: '300ms', ease: 'cubic-bezier(0.2, 0, 0, 1)' } as const

/** One line, cut with an ellipsis. */
export const oneLine = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const

/** Shadow and edge of things that float. */
export const floating = { boxShadow: `0 0 0 1px ${vars.hairline}, ${vars.shadow}` } as const
