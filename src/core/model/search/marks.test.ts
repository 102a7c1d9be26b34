import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
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
    ['椎名林檎', '林檎', '椎名[林檎]'],
    ['大阪ストラット', 'ストラット', '大阪[ストラット]'],
    ['大東京都', '東京都', '大[東京都]'],
    ['東京の東京', '東', '[東]京の東京'],
    ['大阪東京', '東京 大', '[大]阪[東京]'],
    ['ออกเดินทาง', 'เดิน', 'ออก[เดิน]ทาง'],
    ['AC/DC Tribute', 'acdc', '[AC/DC] Tribute'],
    ['AC/DC Tribute', 'acd tri', '[AC/D]C [Tri]bute'],
    ['R.E.M. Live', 'rem', '[R.E.M]. Live'],
    ['R.E.M. Live', 'r', '[R].E.M. Live'],
    ['Live by R E M', 'rem', 'Live by [R E M]'],
    ['Live by a b cd', 'abc', 'Live by a b cd'],
    ['Slow-Harbour', 'slowhar', '[Slow-Har]bour'],
  ])('of %j to %j: %s', (text, typed, wanted) => {
    expect(marked(text, typed)).toBe(wanted)
  })

  test('a word with a slip is marked only where nothing stands as typed', () => {
    expect(marked('Harbor Harbour', 'harbor')).toBe('[Harbor] Harbour')
    expect(markRanges('Jonah Tarrant', markedWords('har'), 'Harbour')).toEqual([])
    expect(markRanges('Jonah Tarrant', markedWords('har'), 'Pier')).toEqual([[6, 9]])
  })
})

test('H-457, H-460: what stands as typed inside a run, or held apart, is guessed at nowhere else', () => {
  expect(markRanges('林', markedWords('林檎'), '椎名林檎')).toEqual([])
  expect(markRanges('Ren Live', markedWords('rem'), 'R.E.M.')).toEqual([])
})

test('a letter is folded once, and a text is looked through once for the words of a query', () => {
  const words = markedWords('löwen')
  const folded = vi.spyOn(String.prototype, 'normalize')
  try {
    markRanges('Łöwenherz', words, 'Ħölle')
    const first = folded.mock.calls.length
    expect(first).toBeGreaterThan(0)
    markRanges('zrehnewöŁ', words, 'ellöĦ')
    expect(folded.mock.calls.length).toBe(first)
    expect(markRanges('Łöwenherz', words, 'Ħölle')).toBe(markRanges('Łöwenherz', words, 'Ħölle'))
  } finally {
    folded.mockRestore()
  }
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
