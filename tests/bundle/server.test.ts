// What the build made of the server: which of its code is there at the start, and which when it is asked for.
import { describe, expect, it } from 'vitest'
import { closure, readServerChunks } from './chunks.ts'

const demo = (sources: readonly string[]) => sources.filter((source) => source.includes('server/demo/'))

describe('the built server', () => {
  const chunks = readServerChunks()

  it.each([
    ['art', 'art/covers.ts'],
    ['music', 'music/synth.ts'],
    ['catalogue', 'catalogue/catalogue.ts'],
    ['people', 'people/startData.ts'],
  ])('has the %s of the demo in a chunk', (_, part) => {
    const sources = [...chunks.values()].flatMap((chunk) => demo(chunk.sources))
    expect(sources.filter((source) => source.endsWith(`server/demo/${part}`))).toHaveLength(1)
  })

  it.each(['main.js', 'media.worker.js', 'db.worker.js', 'import.js', 'backup.js'])(
    '%s starts without any of the demo',
    (entry) => {
      const needed = closure(chunks, [entry])
      expect(needed.length, `${entry} is there`).toBeGreaterThan(0)
      expect(needed.flatMap(({ file, sources }) => demo(sources).map((source) => `${file}: ${source}`))).toEqual([])
    },
  )
})
