import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
// biome-ignore lint/correctness/useImportExtensions: its types stand beside it in a .d.mts, which misleads the rule
import { CUTS, cut, WEIGHTS } from '../scripts/letters.mjs'

const styles = readFileSync(new URL('../src/views/theme/letters.css', import.meta.url), 'utf8')

test.each(CUTS)('$file.pathname is cut out of the font that is installed', async (which) => {
  expect(readFileSync(which.file).equals(await cut(which)), 'node scripts/letters.mjs writes it again').toBe(true)
})

test.each(CUTS)('the styles of $file.pathname name what is in it', ({ file, range }) => {
  const face = styles.split('@font-face').find((one) => one.includes(file.pathname.split('/').at(-1) ?? ''))
  expect(face?.replace(/\s+/g, '')).toContain(`unicode-range:${range};`)
  // Those of the package: files of one family that name other weights do not stand in for each other.
  expect(face).toContain('font-weight: 100 900;')
})

test('every weight of the product is in it', () => {
  const scale = readFileSync(new URL('../src/views/theme/type.ts', import.meta.url), 'utf8')
  const weights = [...scale.matchAll(/weight: ([\d |]+)/g)].flatMap(([, all]) => (all ?? '').split('|').map(Number))
  expect(weights).toEqual([400, 500, 600])
  expect([Math.min(...weights), Math.max(...weights)]).toEqual([WEIGHTS.min, WEIGHTS.max])
})
