// What the build made of the rooms: which code lies in which chunk, and what the first screen weighs.
import { describe, expect, it } from 'vitest'
import { closure, entries, packagesIn, readChunks, workers } from './chunks.ts'

const REACT = ['react', 'react-dom', 'scheduler', 'react-router', 'react-router-dom', 'react-i18next', 'i18next']
/** Bytes of gzipped script before the first screen can be drawn; raise it only with a reason. */
const ENTRY_BUDGET = 220_000

describe('the bundle', () => {
  const chunks = readChunks()
  const all = [...chunks.values()]
  const first = closure(chunks, entries())

  it('has four workers in chunks of their own', () => {
    const names = workers(chunks).flatMap(({ file }) => /assets\/(\w+)\.worker-/.exec(file)?.[1] ?? [])
    expect(new Set(names)).toEqual(new Set(['downloads', 'log', 'session', 'state']))
  })

  it('keeps React out of every worker', () => {
    expect(
      all.flatMap((chunk) => packagesIn(chunk, ['react-dom'])),
      'the search finds React where it is',
    ).not.toEqual([])
    expect(
      workers(chunks).flatMap((chunk) => packagesIn(chunk, REACT).map((name) => `${chunk.file}: ${name}`)),
    ).toEqual([])
  })

  it('keeps the views out of every worker', () => {
    const strays = workers(chunks).flatMap(({ file, sources }) =>
      sources
        .filter((source) => /\/src\/(views|projections|actions|platform|bridge)\//.test(source))
        .map((source) => `${file}: ${source}`),
    )
    expect(strays).toEqual([])
  })

  it('loads formik and yup with the forms that need them, never at first', () => {
    expect(first.flatMap((chunk) => packagesIn(chunk, ['formik', 'yup']))).toEqual([])
  })

  it('loads the first screen within its budget', () => {
    const bytes = first.reduce((sum, { gzip }) => sum + gzip, 0)
    console.log(`scripts before the first screen: ${(bytes / 1000).toFixed(1)} kB gzip in ${first.length} chunks`)
    expect(first.length).toBeGreaterThan(0)
    expect(bytes).toBeLessThanOrEqual(ENTRY_BUDGET)
  })
})
