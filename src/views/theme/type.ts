// The type scale. A function, so it cannot live in a style module.
const LINES = { 11: 16, 12: 16, 13: 20, 14: 20, 16: 24, 20: 28, 28: 36, 40: 48 } as const
const TRACKING: Partial<Record<keyof typeof LINES, string>> = { 20: '-0.018em', 28: '-0.024em', 40: '-0.024em' }

/** Type of one of the scale's sizes (px) with its own line height and tracking. */
export function type(size: keyof typeof LINES, weight: 400 | 500 | 600 = 400) {
  return {
    fontSize: size,
    lineHeight: `${LINES[size]}px`,
    fontWeight: weight,
    letterSpacing: TRACKING[size] ?? '-0.006em',
  } as const
}
