/**
 * Forced colours (Windows' contrast themes) drop backgrounds and shadows, which is how most states here are shown. What
 * says its state to assistive technology says it in the system's own colours too; `!important`, as the rule is that of
 * the system and not of one part.
 */
import { globalStyle } from '@vanilla-extract/css'
import { media } from './tokens.css.ts'

const forced = (rule: Record<string, string>) => ({ '@media': { [media.forced]: rule } })

/** One of several that holds: the current page, a chosen sort, an open tab, a pressed switch. */
const CHOSEN = [
  'a[aria-current="page"]',
  '[role="radio"][aria-checked="true"]',
  '[role="menuitemradio"][aria-checked="true"]',
  '[role="tab"][aria-selected="true"]',
  '[aria-pressed="true"]',
]
const chosen = { background: 'Highlight !important', color: 'HighlightText !important', forcedColorAdjust: 'none' }
globalStyle(CHOSEN.join(', '), forced(chosen))
globalStyle(CHOSEN.map((one) => `${one} *`).join(', '), forced({ color: 'HighlightText !important' }))

/** What is ticked beside others keeps its own colours and gets an edge. */
const TICKED = '[role="row"][aria-selected="true"], [role="option"][aria-selected="true"], [data-selected="true"]'
globalStyle(TICKED, forced({ outline: '2px solid Highlight !important', outlineOffset: '-2px' }))

// Keep an edge on what floats and on what is filled.
globalStyle(
  'button, dialog > *, [popover], [role="dialog"], [role="menu"]',
  forced({ border: '1px solid ButtonBorder' }),
)
// Signs are drawn in the colour of the words beside them, not in one chosen for a ground that is gone.
globalStyle('svg', forced({ color: 'inherit !important' }))
