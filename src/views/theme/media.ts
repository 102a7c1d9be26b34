// Widths and abilities of the screen as media queries, from the named breakpoints. Not a style module, so that tests read it too.
import { BP_1024, BP_1440, BP_MOBILE, BP_TABLET } from '#core/model/constants.ts'

/** From this width on. */
const from = (px: number) => `(min-width: ${px}px)`
/** Below this width; a hundredth keeps fractional widths on one side. */
const below = (px: number) => `(max-width: ${px - 0.02}px)`

/** No window of a tablet is as low, and that of no phone on its side is higher; px. */
const ON_ITS_SIDE_MAX = 500

/** Phone < 768 <= tablet < 1280 <= desktop, wide from 1440 (D-060). */
export const media = {
  phone: below(BP_MOBILE),
  /** A phone either way up: on its side it is as wide as a tablet. A small window alone, too. */
  handheld: `${below(BP_MOBILE)}, (pointer: coarse) and (max-height: ${ON_ITS_SIDE_MAX}px)`,
  /** The same, where a finger is all there is. */
  finger: `(pointer: coarse) and ${below(BP_MOBILE)}, (pointer: coarse) and (max-height: ${ON_ITS_SIDE_MAX}px)`,
  belowDesktop: below(BP_TABLET),
  tabletUp: from(BP_MOBILE),
  desktop: from(BP_TABLET),
  wide: from(BP_1440),
  belowWide: below(BP_1440),
  /** 1024 to 1439, where the header has no room for everything (D-060). */
  middle: `${from(BP_1024)} and ${below(BP_1440)}`,
  reduced: '(prefers-reduced-motion: reduce)',
  hover: '(hover: hover)',
  touch: '(hover: none)',
  /** A page enlarged to 400 % on a small screen, or a phone on its side (WCAG 1.4.10). */
  short: '(max-height: 420px)',
  forced: '(forced-colors: active)',
} as const
