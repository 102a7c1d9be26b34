import { style } from '@vanilla-extract/css'

/** The face of what is code: numbers, types, values. */
export const mono = style({
  fontFamily: "'JetBrains Mono Variable', ui-monospace, 'SF Mono', Menlo, Consolas, monospace",
  fontSize: 12,
  lineHeight: '20px',
  letterSpacing: 0,
  fontVariantLigatures: 'none',
})
