import { createContainer, globalStyle, style } from '@vanilla-extract/css'
import { PROMO_PANEL_DEFAULT_PX, PROMO_PANEL_NARROW_PX, PROMO_PANEL_WIDE_PX } from '#core/model/constants.ts'
import { media, motion, radius, vars } from '../../theme/tokens.css.ts'
import { type } from '../../theme/type.ts'

/** The page around the panel: its own width decides, so that a docked queue counts. */
export const around = createContainer()

/** The width of a track list beside which the panel stands; with less it lies below. */
const BESIDE_PX = 480
const beside = (panel: number) => `${around} (min-width: ${panel + BESIDE_PX}px)`
const NARROW = '(min-width: 1024px) and (max-width: 1439.98px)'
const USUAL = '(min-width: 1440px) and (max-width: 1919.98px)'
const WIDE = '(min-width: 1920px)'

/** Beside the songs, as wide as the window's width says; what a docked queue leaves no room for is the next narrower. */
const side = (...widths: readonly number[]) =>
  Object.fromEntries(
    widths.map((width) => [
      beside(width),
      {
        position: 'sticky' as const,
        top: 0,
        width,
        height: '100cqh',
        margin: 0,
        border: 0,
        borderLeft: `1px solid ${vars.hairline}`,
        borderRadius: 0,
      },
    ]),
  )

/** RELEASE-031 to RELEASE-033; below 1024 the default, never wider than the screen (D-087). */
export const panel = style({
  display: 'flex',
  flexDirection: 'column',
  flex: 'none',
  width: `min(100% - 48px, ${PROMO_PANEL_DEFAULT_PX}px)`,
  margin: '0 24px 40px',
  height: 'min(760px, 85cqh)',
  boxSizing: 'border-box',
  background: vars.surface,
  border: `1px solid ${vars.hairline}`,
  borderRadius: radius.card,
  '@media': {
    [NARROW]: { width: PROMO_PANEL_NARROW_PX, '@container': side(PROMO_PANEL_NARROW_PX) },
    [USUAL]: {
      width: PROMO_PANEL_DEFAULT_PX,
      '@container': side(PROMO_PANEL_NARROW_PX, PROMO_PANEL_DEFAULT_PX),
    },
    [WIDE]: {
      width: PROMO_PANEL_WIDE_PX,
      '@container': side(PROMO_PANEL_NARROW_PX, PROMO_PANEL_DEFAULT_PX, PROMO_PANEL_WIDE_PX),
    },
    [media.phone]: { width: 'calc(100% - 32px)', margin: '0 16px 96px' },
  },
})
const slim = (...widths: readonly number[]) => Object.fromEntries(widths.map((width) => [beside(width), { width: 64 }]))
export const folded = style({
  height: 'auto',

  '@media': {
    [NARROW]: { '@container': slim(PROMO_PANEL_NARROW_PX) },
    [USUAL]: { '@container': slim(PROMO_PANEL_NARROW_PX, PROMO_PANEL_DEFAULT_PX) },
    [WIDE]: { '@container': slim(PROMO_PANEL_NARROW_PX, PROMO_PANEL_DEFAULT_PX, PROMO_PANEL_WIDE_PX) },
  },
})
export const head = style({
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  minHeight: 64,
  padding: '0 14px 0 24px',
  flex: 'none',
  '@media': { [media.phone]: { paddingLeft: 16, paddingRight: 8 } },
})
export const title = style({ ...type(14, 600), flex: 1, minWidth: 0 })
export const foldButton = style({ flex: 'none' })
export const titleFolded = style({
  '@media': { '(min-width: 1024px)': { '@container': { [beside(PROMO_PANEL_NARROW_PX)]: { display: 'none' } } } },
})
export const sheet = style({
  position: 'relative',
  flex: 1,
  minHeight: 0,
  margin: '0 24px 24px',
  borderRadius: radius.card,
  overflow: 'hidden',
  // An e-mail is a sheet of its own, white in both themes.
  background: '#FFFFFF',
  colorScheme: 'light',
  boxShadow: `0 0 0 1px ${vars.hairline}`,
  '@media': { [media.phone]: { margin: '0 16px 16px' }, [NARROW]: { margin: '0 12px 12px' } },
})
export const frame = style({
  display: 'block',
  width: '100%',
  height: '100%',
  border: 0,
  opacity: 0,
  transition: `opacity ${motion.layer}`,
})
export const ready = style({ opacity: 1 })
export const words = style({
  ...type(14),
  boxSizing: 'border-box',
  height: '100%',
  padding: 24,
  overflow: 'auto',
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
  color: '#1A1C20',
  '@media': { [media.phone]: { padding: 16 } },
})
globalStyle(`${words} a`, { color: '#2F5FE0' })
export const failed = style({
  ...type(14),
  display: 'grid',
  placeContent: 'center',
  justifyItems: 'center',
  gap: 12,
  height: '100%',
  padding: 24,
  textAlign: 'center',
  color: '#4D5563',
})
