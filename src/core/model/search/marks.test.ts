import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { markedWords, markRanges } from './marks.ts'

/** The text with its marked letters in brackets. */
function marked(text: string, typed: string): string {
  let out = ''
  let at = 0
  for (const [from, to] of markRanges(text, markedWords(typed))) {
    out += `${text.slice(at, from)}[${text.slice(from, to)}]`
    at = to
  }
  return out + text.slice(at)
}

describe('the letters that answer', () => {
  test.each([
    ['Slow Harbour', 'har', 'Slow [Har]bour'],
    ['Slow Harbour', 'harbour slow', '[Slow] [Harbour]'],
    ['Café Bleu', 'cafe', '[Café] Bleu'],
    ['Cafe\u0301 Bleu', 'cafe', '[Cafe\u0301] Bleu'],
    ['Straße', 'strass', '[Straß]e'],
    ["Don't Stop", 'dont', "[Don't] Stop"],
    ['Sigur RÓS', 'ros', 'Sigur [RÓS]'],
    ['Harbour Lights', 'harbuor', '[Harbour] Lights'],
    ['Kettering', 'ketering', '[Kettering]'],
    ['Ines Kettering', 'artist:ines slow', '[Ines] Kettering'],
    ['North Pier', 'label:"north pier" x', '[North] [Pier]'],
    ['Harbour', 'zzz', 'Harbour'],
    ['Harbour', '', 'Harbour'],
    ['ａｂｃ', 'ab', '[ａｂ]ｃ'],
    ['a½b', 'a½b', '[a½b]'],
    ['Kane & Ann', 'kane and able', '[Kane] & Ann'],
    ['Xavier & Yara', 'simon x garfunkel', 'Xavier & Yara'],
  ])('of %j to %j: %s', (text, typed, wanted) => {
    expect(marked(text, typed)).toBe(wanted)
  })

  test('a word with a slip is marked only where nothing stands as typed', () => {
    expect(marked('Harbor Harbour', 'harbor')).toBe('[Harbor] Harbour')
    expect(markRanges('Jonah Tarrant', markedWords('har'), 'Harbour')).toEqual([])
    expect(markRanges('Jonah Tarrant', markedWords('har'), 'Pier')).toEqual([[6, 9]])
  })
})

test('ranges are in order, inside the text and never cut a letter in two', () => {
  const text = fc.string({ unit: 'binary', maxLength: 30 })
  fc.assert(
    fc.property(text, text, (name, typed) => {
      let last = 0
      for (const [from, to] of markRanges(name, markedWords(typed))) {
        expect(from).toBeGreaterThanOrEqual(last)
        expect(to).toBeGreaterThan(from)
        expect(to).toBeLessThanOrEqual(name.length)
        for (const edge of [from, to])
          expect(/^[\udc00-\udfff]/.test(name.slice(edge)) && /[\ud800-\udbff]$/.test(name.slice(0, edge))).toBe(false)
        last = to
      }
    }),
  )
})
