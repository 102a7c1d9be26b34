import { expect, test } from 'vitest'
import { cleaned, textFault } from '../../text/textRule.ts'
import { PHONE } from './fieldRules.ts'

test.each([
  ['(555)\u00a0123\u20114567', '(555) 123-4567'],
  ['+31\u202f20 123 45 67', '+31 20 123 45 67'],
  ['０９０（１２３４）５６７８', '090(1234)5678'],
  ['０３ー１２３４ー５６７８', '03-1234-5678'],
  ['03ｰ1234ｰ5678', '03-1234-5678'],
  ['03−1234−5678', '03-1234-5678'],
  ['٠٥٠١٢٣٤٥٦٧', '0501234567'],
  ['۰۹۱۲ ۳۴۵ ۶۷۸۹', '0912 345 6789'],
  ['+31 (0)20 – 1234567', '+31 (0)20 - 1234567'],
])('SIGNUP-028: %j is a phone number as it is pasted', (pasted, sent) => {
  expect(textFault(PHONE, cleaned(PHONE, pasted))).toBeNull()
  expect(cleaned(PHONE, pasted)).toBe(sent)
})

test.each(['12345', 'call me', '+31 20 123 45 67 ext. 5'])('%j is none', (typed) => {
  expect(textFault(PHONE, cleaned(PHONE, typed))).toBe('wrong')
})
