/**
 * Marks for things that have no picture of their own: label logos and market icons. Drawn from the
 * name, always the same, with shapes only (no font need be installed).
 */
import { createHash } from 'node:crypto'
import { Resvg } from '@resvg/resvg-js'

const SIZE = 128

/** A square PNG for a name. */
export function emblemPng(name: string): Buffer {
  return new Resvg(emblemSvg(name), { fitTo: { mode: 'width', value: SIZE }, font: { loadSystemFonts: false } })
    .render()
    .asPng()
}

/** The drawing: a disc of the name's own colour holding a mirrored 5 by 5 pattern of its hash. */
function emblemSvg(name: string): string {
  const hash = createHash('sha256').update(`emblem:${name}`).digest()
  const byte = (index: number) => hash.readUInt8(index)
  const hue = Math.round((byte(0) / 255) * 360)
  const cells: string[] = []
  for (let row = 0; row < 5; row++) {
    for (let column = 0; column < 3; column++) {
      if (byte(1 + row * 3 + column) % 2 === 0) continue
      for (const x of new Set([column, 4 - column])) {
        cells.push(`<rect x="${30 + x * 8}" y="${30 + row * 8}" width="8.2" height="8.2"/>`)
      }
    }
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><circle cx="50" cy="50" r="50" fill="hsl(${hue},42%,30%)"/><g fill="hsl(${hue},60%,84%)">${cells.join('')}</g></svg>`
}
