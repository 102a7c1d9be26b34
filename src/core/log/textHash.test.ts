// The hash of a text that is not made: the same as that of the text, and none where there is no such text.

import fc from 'fast-check'
import { strToU8 } from 'fflate'
import { expect, test } from 'vitest'
import { hashText, hashUtf8 } from './textHash.ts'

test('of bytes is the hash of the text they are', () => {
  const text = fc.string({ unit: 'binary', maxLength: 60 })
  fc.assert(
    fc.property(text, text, text, (before, held, after) => {
      expect(hashUtf8(before, strToU8(held), after)).toBe(hashText(`${before}${held}${after}`))
    }),
  )
  expect(hashUtf8('', strToU8('\u007f\u0080\u07ff\u0800\ud7ff\ue000\uffff\u{10000}\u{10ffff}\ufeff'), '')).toBe(
    hashText('\u007f\u0080\u07ff\u0800\ud7ff\ue000\uffff\u{10000}\u{10ffff}\ufeff'),
  )
})
test.each([
  ['a lone continuation', [0x80]],
  ['a sequence that ends early', [0xc3]],
  ['a sequence that is broken off', [0xe2, 0x82, 0x41]],
  ['two bytes for one', [0xc1, 0xbf]],
  ['three bytes for two', [0xe0, 0x9f, 0xbf]],
  ['four bytes for three', [0xf0, 0x8f, 0xbf, 0xbf]],
  ['half of a pair', [0xed, 0xa0, 0x80]],
  ['more than there is', [0xf4, 0x90, 0x80, 0x80]],
  ['a Latin letter', [0xff, 0x41, 0x41, 0x41]],
])('of %s there is none', (_, bytes) => {
  expect(hashUtf8('', Uint8Array.from(bytes), '')).toBeNull()
})
