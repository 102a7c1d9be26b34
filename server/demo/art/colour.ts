// Colours as `#rrggbb` and what covers do with them: mixing, turning the hue, averaging.

type Rgb = readonly [number, number, number]

function rgbOf(hex: string): Rgb {
  const n = Number.parseInt(hex.slice(1), 16)
  return [(n >> 16) & 255, (n >> 8) & 255, n & 255]
}

function hexOf([r, g, b]: Rgb): string {
  const byte = (v: number) =>
    Math.max(0, Math.min(255, Math.round(v)))
      .toString(16)
      .padStart(2, '0')
  return `#${byte(r)}${byte(g)}${byte(b)}`
}

/** `a` at 0, `b` at 1. */
export function mix(a: string, b: string, t: number): string {
  const [x, y] = [rgbOf(a), rgbOf(b)]
  return hexOf([x[0] + (y[0] - x[0]) * t, x[1] + (y[1] - x[1]) * t, x[2] + (y[2] - x[2]) * t])
}

export const lighter = (colour: string, t: number): string => mix(colour, '#ffffff', t)
export const darker = (colour: string, t: number): string => mix(colour, '#000000', t)

/** Perceived lightness 0-1 (Rec. 709 weights on the encoded values: close enough to choose ink or paper by). */
export function luma(colour: string): number {
  const [r, g, b] = rgbOf(colour)
  return (0.2126 * r + 0.7152 * g + 0.0722 * b) / 255
}

/** Turns the hue by `degrees`, keeping lightness and chroma of the HSL model. */
export function turn(colour: string, degrees: number): string {
  const [r, g, b] = rgbOf(colour).map((v) => v / 255) as unknown as [number, number, number]
  const max = Math.max(r, g, b)
  const min = Math.min(r, g, b)
  const chroma = max - min
  if (chroma < 0.001) return colour
  const light = (max + min) / 2
  let hue = max === r ? ((g - b) / chroma) % 6 : max === g ? (b - r) / chroma + 2 : (r - g) / chroma + 4
  hue = (((hue * 60 + degrees) % 360) + 360) % 360
  const x = chroma * (1 - Math.abs(((hue / 60) % 2) - 1))
  const m = light - chroma / 2
  const sector: Rgb[] = [
    [chroma, x, 0],
    [x, chroma, 0],
    [0, chroma, x],
    [0, x, chroma],
    [x, 0, chroma],
    [chroma, 0, x],
  ]
  const [cr, cg, cb] = sector[Math.floor(hue / 60) % 6] ?? [0, 0, 0]
  return hexOf([(cr + m) * 255, (cg + m) * 255, (cb + m) * 255])
}

/** Weighted mean of colours in the encoded space, as a blurred thumbnail would show it. */
export function mean(parts: readonly (readonly [colour: string, weight: number])[]): string {
  const sum: [number, number, number, number] = [0, 0, 0, 0]
  for (const [colour, weight] of parts) {
    const rgb = rgbOf(colour)
    for (let i = 0; i < 3; i++) sum[i] = (sum[i] ?? 0) + (rgb[i] ?? 0) * weight
    sum[3] += weight
  }
  return hexOf([sum[0] / sum[3], sum[1] / sum[3], sum[2] / sum[3]])
}
