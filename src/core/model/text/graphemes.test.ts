import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
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

  test('a long text is taken apart as if it were seen whole', () => {
    const whole = (text: string) =>
      Array.from(new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text), ({ segment }) => segment).flatMap(
        (segment) => (segment.length <= CLUSTER_UNITS ? segment : [...segment]),
      )
    const parts = [
      'a',
      '\r\n',
      '👩‍👩‍👧‍👦',
      '🇳🇱',
      '🇨',
      'e\u0301',
      '\u0301',
      '\u200d',
      '👍🏽',
      'क्षि',
      '각',
      '\u0600',
      '\ud83d',
      '語',
    ]
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...parts), { minLength: 100, maxLength: 600 }), (signs) => {
        const text = signs.join('')
        expect([...graphemes(text)]).toEqual(whole(text))
      }),
    )
    const endless = `${'a'.repeat(200)}e${'\u0301'.repeat(3000)}z`
    expect([...graphemes(endless)]).toEqual(whole(endless))
  })

  test('no more of a long text is handed to the engine at once than it can copy for each character', () => {
    const segment = vi.spyOn(Intl.Segmenter.prototype, 'segment')
    expect(countGraphemes('late night '.repeat(1000))).toBe(11_000)
    expect(Math.max(...segment.mock.calls.map(([text]) => text.length))).toBeLessThanOrEqual(256)
    segment.mockRestore()
  })

  test('who asks whether a text is too long waits for no more than the limit', () => {
    expect(countGraphemes('a'.repeat(1_000_000), 51)).toBe(51)
  })
})
