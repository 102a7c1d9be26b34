// Cuts two files out of the font's, for a first screen has to wait for them: the letters of Western Europe, and those
// of most other European names (Latin Extended-A, with the four of Romanian and the capital sharp s), both in the
// weights that are used. 30 kB instead of 48, and 10 instead of 85 for a page with one Polish title on it.
// `node scripts/letters.mjs` writes the files again; tests/letters.test.ts says when that is needed.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'

const FONT = new URL('../node_modules/@fontsource-variable/inter/', import.meta.url)
const STYLES = new URL('../src/views/theme/', import.meta.url)
/** Lightest and boldest of the type scale. */
export const WEIGHTS = { min: 400, max: 600 }

/** What is cut: from which file, and the letters, as styles name them. */
export const CUTS = [
  {
    file: new URL('letters-basic.woff2', STYLES),
    from: new URL('files/inter-latin-wght-normal.woff2', FONT),
    range: rangeOf('latin'),
  },
  {
    file: new URL('letters-european.woff2', STYLES),
    from: new URL('files/inter-latin-ext-wght-normal.woff2', FONT),
    range: 'U+0100-017F,U+0218-021B,U+1E9E',
  },
]

/** The letters of one of the font's files, as its package says them. */
function rangeOf(name) {
  const styles = readFileSync(new URL('index.css', FONT), 'utf8')
  const [, range] = new RegExp(`/\\* inter-${name}-wght-normal \\*/[^}]*unicode-range: ([^;]+);`).exec(styles)
  return range
}

/** @returns a font's file with these letters and weights alone */
export function cut({ from, range }) {
  const text = range.split(',').flatMap((run) => {
    const [first, last = first] = run.slice('U+'.length).split('-')
    const start = Number.parseInt(first, 16)
    return Array.from({ length: Number.parseInt(last, 16) - start + 1 }, (_, i) => String.fromCodePoint(start + i))
  })
  const axes = { wght: { ...WEIGHTS, default: WEIGHTS.min } }
  return subsetFont(readFileSync(from), text.join(''), { targetFormat: 'woff2', variationAxes: axes })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) for (const one of CUTS) writeFileSync(one.file, await cut(one))
