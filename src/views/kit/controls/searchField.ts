import { vars } from '../../theme/tokens.css.ts'

/** A field that looks for something in the list below it, and the glass in it; sizes are the list's own. */
export const searchField = {
  width: '100%',
  border: `1px solid ${vars.outline}`,
  background: vars.raised,
  color: vars.text,
  '::placeholder': { color: vars.faint },
  ':focus-visible': { borderColor: vars.accent },
  // The field brings a button of its own that empties it.
  selectors: { '&::-webkit-search-cancel-button': { display: 'none' } },
} as const
export const searchGlass = { position: 'absolute', color: vars.faint, pointerEvents: 'none' } as const
