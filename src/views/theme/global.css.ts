import { globalStyle } from '@vanilla-extract/css'
import { media, vars } from './tokens.css.ts'

globalStyle('*, *::before, *::after', { boxSizing: 'border-box', margin: 0, padding: 0 })
globalStyle('html', { height: '100%', WebkitTextSizeAdjust: '100%', textSizeAdjust: '100%' })
globalStyle('body', {
  height: '100%',
  background: vars.canvas,
  color: vars.text,
  fontFamily: "'Inter Variable', system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif",
  fontSize: 14,
  lineHeight: '20px',
  letterSpacing: '-0.006em',
  fontVariantNumeric: 'tabular-nums',
  WebkitFontSmoothing: 'antialiased',
  MozOsxFontSmoothing: 'grayscale',
  overflow: 'hidden',
  overscrollBehavior: 'none',
  WebkitTapHighlightColor: 'transparent',
})
globalStyle('#root', { height: '100%', isolation: 'isolate' })
// A sheet of paper is no window: what is longer goes on to the next, and it is white.
globalStyle(':root', { '@media': { print: { colorScheme: 'light !important' } } })
globalStyle('html, body, #root', { '@media': { print: { height: 'auto', overflow: 'visible' } } })
// What the page itself holds until the first script has come: the same mark in the same place (gates.tsx).
globalStyle('#root > .splash', { height: '100%', display: 'grid', placeItems: 'center', color: vars.faint })
globalStyle('#root > .splash circle', { fill: vars.accent })
globalStyle('button, input, select, textarea', { font: 'inherit', color: 'inherit', letterSpacing: 'inherit' })
// A phone zooms in on letters that are smaller, and stays so.
globalStyle('input, select, textarea', { '@media': { [media.finger]: { fontSize: '16px !important' } } })
globalStyle('button', { background: 'none', border: 0, cursor: 'pointer', touchAction: 'manipulation' })
globalStyle('button:disabled, [aria-disabled="true"]', { cursor: 'default' })
// Pressed before the application listened: it is pressed again by it (core/model/firstForm.ts).
globalStyle('[data-pressed]', { opacity: 0.7, cursor: 'progress' })
globalStyle('a', { color: 'inherit', textDecoration: 'none' })
globalStyle('ul, ol', { listStyle: 'none' })
globalStyle('h1, h2, h3, h4', { font: 'inherit' })
globalStyle('img, svg', { display: 'block' })
globalStyle('dialog', { color: 'inherit' })
globalStyle(':focus', { outline: 'none' })
// High contrast: what can be pressed has a line around it, but for tabs and switches, whose marks are lines themselves.
globalStyle(':where(button:not([role="tab"], [role="switch"]), select, [role="checkbox"]):not(:focus-visible)', {
  outline: `${vars.edge} solid ${vars.outline}`,
  outlineOffset: -1,
})
globalStyle(':focus-visible', { outline: `2px solid ${vars.accent}`, outlineOffset: 2 })
globalStyle('::selection', { background: vars.accentSoft })
globalStyle('*', { scrollbarColor: `${vars.track} transparent`, scrollbarWidth: 'thin' })
// `!important`, as the wish is that of the person and every class says its own times. What comes fades in; what changes
// its place or size is there at once.
globalStyle('*, *::before, *::after, *::backdrop', {
  '@media': {
    [media.reduced]: {
      animationDuration: '80ms !important',
      animationIterationCount: '1 !important',
      transitionDuration: '0s !important',
      scrollBehavior: 'auto !important' as 'auto',
    },
  },
})
