/**
 * The theme contract: names are the contract, values may be tuned (design.md, Tokens).
 * Each value stands once, as a light and a dark one; `color-scheme` says which holds, and follows the system where no
 * theme was chosen. High contrast is a second set of both.
 */
import { assignVars, createGlobalTheme, createGlobalThemeContract, globalStyle } from '@vanilla-extract/css'
import { contrastDark, contrastLight, dark, light } from './palettes.ts'

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
    /** Width of the line around what is pressed: there is one in high contrast alone. */
    edge: '',
  },
  (_value, path) => path.join('-'),
)

type Palette = typeof dark
/** Both palettes in one: every colour of the dark one paired with that of the light one which stands in its place. */
function paired(onLight: Palette, onDark: Palette): Palette {
  const COLOUR = /#[0-9A-F]+/g
  const pair = (name: keyof Palette) => {
    const lights = onLight[name].match(COLOUR) ?? []
    let at = 0
    return onDark[name].replace(COLOUR, (colour) => {
      const other = lights[at++]
      return other === colour ? colour : `light-dark(${other},${colour})`
    })
  }
  return Object.fromEntries(Object.keys(onDark).map((name) => [name, pair(name as keyof Palette)])) as Palette
}
const highContrast = { vars: assignVars(vars, { ...paired(contrastLight, contrastDark), edge: '1px' }) }

createGlobalTheme(':root', vars, { ...paired(light, dark), edge: '0px' })
globalStyle(':root', { colorScheme: 'dark light' })
globalStyle(':root[data-theme=light]', { colorScheme: 'light' })
globalStyle(':root[data-theme=dark]', { colorScheme: 'dark' })
globalStyle(':root[data-theme=contrast]', highContrast)
globalStyle(':root:not([data-theme])', { '@media': { '(prefers-contrast: more)': highContrast } })

/** Corner radii in px: controls, small art and rows, cards and inputs, dialogs and popovers, pills. */
export const radius = { control: 6, row: 8, card: 10, dialog: 16, full: 999 } as const

export { media } from './media.ts'

/** Times and curve of everything that moves; only transform and opacity do. */
export const motion = { quick: '120ms', layer: '180ms', removal: '300ms', ease: 'cubic-bezier(0.2, 0, 0, 1)' } as const

/** One line, cut with an ellipsis. */
export const oneLine = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const

/** The version behind a title, on its line: it is cut before the title is, to the beginning of a word. */
export const behindTitle = { ...oneLine, flexShrink: 9999, minWidth: '1.5em' } as const

/**
 * Begins where its column does, in whichever direction its own words run (`dir="auto"`). Some browsers know it by
 * their own name alone.
 */
export const fromStart: { textAlign: ('-webkit-match-parent' | 'match-parent')[] } = {
  textAlign: ['-webkit-match-parent', 'match-parent'],
}

/** Shadow and edge of things that float. */
export const floating = { boxShadow: `0 0 0 1px ${vars.hairline}, ${vars.shadow}` } as const
