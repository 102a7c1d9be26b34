/**
 * The theme contract: names are the contract, values may be tuned (design.md, Tokens).
 * Dark is the default, light follows the system's preference.
 */
import { assignVars, createGlobalTheme, createGlobalThemeContract, globalStyle } from '@vanilla-extract/css'

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

const dark = {
  canvas: '#0E0F12',
  surface: '#15171C',
  raised: '#1C1F26',
  overlay: '#242832',
  hairline: '#FFFFFF14',
  outline: '#6B7383',
  text: '#F2F4F7',
  muted: '#A3AAB8',
  faint: '#8C94A3',
  accent: '#729BFF',
  accentHover: '#8AABFF',
  accentPress: '#5B7CCC',
  accentText: '#0B1020',
  accentSoft: '#729BFF24',
  positive: '#3ECF8E',
  caution: '#F5B83D',
  cautionText: '#1A1406',
  danger: '#FF7A7A',
  hover: '#C9D6F213',
  press: '#C9D6F221',
  track: '#FFFFFF24',
  buffered: '#FFFFFF3D',
  skeleton: '#FFFFFF0D',
  secondary: '#1C1F26',
  secondaryHover: '#272B33',
  secondaryPress: '#2F343E',
  playHover: '#FFFFFF',
  scrim: '#050609B8',
  shadow: '0 16px 48px #00000073, 0 2px 8px #00000040',
  knob: '#FFFFFF',
}

const light = {
  canvas: '#FAFAFB',
  surface: '#FFFFFF',
  raised: '#FFFFFF',
  overlay: '#FFFFFF',
  hairline: '#0E0F1217',
  outline: '#7E8694',
  text: '#14161A',
  muted: '#4D5563',
  faint: '#5F6979',
  accent: '#2F5FE0',
  accentHover: '#2953C5',
  accentPress: '#264CB3',
  accentText: '#FFFFFF',
  accentSoft: '#2F5FE017',
  positive: '#117A4B',
  caution: '#8F5B00',
  cautionText: '#FFFFFF',
  danger: '#C42B2B',
  hover: '#0E0F120A',
  press: '#0E0F1214',
  track: '#0E0F121F',
  buffered: '#0E0F1238',
  skeleton: '#0E0F120D',
  secondary: '#FFFFFF',
  secondaryHover: '#F3F4F6',
  secondaryPress: '#E9EBEF',
  playHover: '#000000',
  scrim: '#14161A73',
  shadow: '0 16px 40px #14161A29, 0 2px 6px #14161A14',
  knob: '#FFFFFF',
}

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
