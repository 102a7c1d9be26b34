// Core takes no clock, no chance and no network: the type-checker sees most of it, this sees the rest.
import { describe, expect, it } from 'vitest'
import { isUnitTest } from './rooms/table.ts'
import { readTree } from './rooms/tree.ts'
import { forbiddenWords } from './rooms/words.ts'

describe('the words of core', () => {
  it('name no clock, no chance and no network', () => {
    const core = [...readTree()].filter(([path]) => /^src\/core\/.*\.ts$/.test(path) && !isUnitTest(path))
    expect(core.length).toBeGreaterThan(20)
    expect(core.flatMap(([path, source]) => forbiddenWords(path, source))).toEqual([])
  })

  it.each([
    'Date.now()',
    'new Date()',
    'Date()',
    'Math.random()',
    'crypto.randomUUID()',
    'performance.now()',
    "fetch('/x')",
    'setTimeout(f, 1)',
  ])('are searched for %s', (word) => {
    expect(forbiddenWords('src/core/a.ts', `export const a = ${word}`)).toHaveLength(1)
  })

  it('may compute a date from a time they are given, and may be spoken of in comments', () => {
    const source = '// Date.now()\nexport const a = (ms: number) => new Date(ms).toISOString()'
    expect(forbiddenWords('src/core/a.ts', source)).toEqual([])
  })
})
