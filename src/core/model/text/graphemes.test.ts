import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CLUSTER_UNITS, countGraphemes, graphemes } from './graphemes.ts'

describe('characters of a text', () => {
  test.each([
    ['', 0],
    ['Late night', 10],
    ['é', 1],
    ['e\u0301', 1],
    ['👩‍👩‍👧‍👦', 1],
    ['🇳🇱🇨🇦', 2],
    ['👍🏽', 1],
    ['가', 1],
    ['नमस्ते', 3],
    ['مَرْحَبًا', 5],
    ['\r\n', 1],
  ])('"%s" has %i', (text, count) => {
    expect(countGraphemes(text)).toBe(count)
  })

  test('nothing of a text is lost between them', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect([...graphemes(text)].join('')).toBe(text)
      }),
    )
  })

  test('an endless cluster counts by its code points, so that a limit of characters limits bytes', () => {
    const zalgo = `a${'\u0301'.repeat(CLUSTER_UNITS)}`
    expect(countGraphemes(zalgo)).toBe(CLUSTER_UNITS + 1)
    expect(countGraphemes(zalgo.slice(0, CLUSTER_UNITS))).toBe(1)
  })

  test('who asks whether a text is too long waits for no more than the limit', () => {
    expect(countGraphemes('a'.repeat(1_000_000), 51)).toBe(51)
  })
})
