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

/** What is ticked beside others keeps its own colours and gets an edge, but where it has one for the keys that go to it. */
const TICKED = [
  '[role="row"][aria-selected="true"]',
  '[role="option"][aria-selected="true"]:not([data-active])',
  '[data-selected="true"]',
  '[data-picked]',
]
// Of a picture as its ground only the colour is taken away, and the tick would not be seen on what is left.
globalStyle(
  '[role="checkbox"][aria-checked="true"]',
  forced({ backgroundColor: 'Highlight !important', borderColor: 'HighlightText', forcedColorAdjust: 'none' }),
)
globalStyle(
  TICKED.map((one) => `${one}:not(:focus-visible)`).join(', '),
  forced({ outline: '2px solid Highlight !important', outlineOffset: '-2px' }),
)

// Letters that answer a search: the system's own yellow would stand under letters of our colour.
globalStyle(
  'mark',
  forced({ background: 'Highlight !important', color: 'HighlightText !important', forcedColorAdjust: 'none' }),
)

// Keep an edge on what floats and on what is filled; what is empty has nothing to be the edge of.
globalStyle(
  'button, dialog > :not(:empty), [popover], [role="dialog"], [role="menu"]',
  forced({ border: '1px solid ButtonBorder' }),
)
// Signs are drawn in the colour of the words beside them, not in one chosen for a ground that is gone.
globalStyle('svg', forced({ color: 'inherit !important' }))
