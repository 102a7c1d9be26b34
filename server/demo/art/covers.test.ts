import { Resvg } from '@resvg/resvg-js'
import { describe, expect, it } from 'vitest'
import { demoCatalogue } from '../catalogue/catalogue.ts'
import { averageColour, coverSvg, FAMILIES } from './covers.ts'

const SIGNATURE = 8

/** The picture as 8 by 8 mean colours. */
function signature(svg: string): number[] {
  const image = new Resvg(svg, { fitTo: { mode: 'width', value: 64 }, font: { loadSystemFonts: false } }).render()
  const sums = new Array<number>(SIGNATURE * SIGNATURE * 3).fill(0)
  const { pixels, width } = image
  const cell = width / SIGNATURE
  for (let y = 0; y < width; y++) {
    for (let x = 0; x < width; x++) {
      const at = (Math.floor(y / cell) * SIGNATURE + Math.floor(x / cell)) * 3
      for (let c = 0; c < 3; c++) sums[at + c] = (sums[at + c] ?? 0) + (pixels[(y * width + x) * 4 + c] ?? 0)
    }
  }
  return sums.map((sum) => sum / (cell * cell))
}

function seeds(count: number): string[] {
  const out: string[] = []
  for (const { cover } of demoCatalogue('demo')) {
    if (cover && 'seed' in cover) out.push(cover.seed)
    if (out.length === count) break
  }
  return out
}

describe('drawn covers', () => {
  it('draws the same cover from the same seed and another from another', () => {
    expect(coverSvg('hills.clay.1')).toBe(coverSvg('hills.clay.1'))
    expect(coverSvg('hills.clay.1')).not.toBe(coverSvg('hills.clay.2'))
    expect(coverSvg('any text at all')).toContain('<svg')
  })

  it('has at least sixteen kinds of picture', () => {
    expect(new Set(FAMILIES.map((family) => family.name)).size).toBeGreaterThanOrEqual(16)
  })

  it('gives each of the first 2,000 releases its own drawing', { tags: ['long'] }, () => {
    const all = seeds(1989)
    const drawings = all.map(coverSvg)
    const twice = drawings.flatMap((drawing, i) =>
      drawings.indexOf(drawing) < i ? [all[i], all[drawings.indexOf(drawing)]] : [],
    )
    expect(twice).toEqual([])
  })

  it('never shows the same kind of picture twice within eighteen releases', () => {
    // The fixed releases (numbers from 2001) have covers of their own choice and stand among the others.
    const regular = seeds(1989)
      .filter((seed) => Number(seed.split('.')[2]) < 2000)
      .map((seed) => seed.split('.')[0])
    const early = regular.flatMap((kind, i) =>
      regular.slice(Math.max(0, i - 18), i).includes(kind) ? [`${kind} ${i}`] : [],
    )
    expect(early).toEqual([])
  })

  it('looks different from every other cover among the first 300', { tags: ['long'] }, () => {
    const all = seeds(300).map((seed) => ({ seed, looks: signature(coverSvg(seed)) }))
    const alike: string[] = []
    for (const [i, a] of all.entries()) {
      for (const b of all.slice(i + 1)) {
        const apart = Math.sqrt(a.looks.reduce((sum, v, k) => sum + (v - (b.looks[k] ?? 0)) ** 2, 0) / a.looks.length)
        if (apart < 6) alike.push(`${a.seed} ${b.seed} ${apart.toFixed(1)}`)
      }
    }
    expect(alike).toEqual([])
  })

  it('announces a colour near the mean of the picture', () => {
    const errors = seeds(80).map((seed) => {
      const looks = signature(coverSvg(seed))
      const told = [1, 3, 5].map((at) => Number.parseInt(averageColour(seed).slice(at, at + 2), 16))
      const real = [0, 1, 2].map((c) => looks.filter((_, k) => k % 3 === c).reduce((a, b) => a + b, 0) / 64)
      return Math.sqrt(told.reduce((sum, v, c) => sum + (v - (real[c] ?? 0)) ** 2, 0) / 3)
    })
    expect(errors.reduce((a, b) => a + b, 0) / errors.length).toBeLessThan(40)
  })
})
