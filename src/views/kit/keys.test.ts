import { expect, test } from 'vitest'
import { keyOf } from './keys.ts'

test.each([
  ['j', 'KeyJ', 'j'],
  ['J', 'KeyJ', 'j'],
  // Where letters stand elsewhere, what is written counts.
  ['a', 'KeyQ', 'a'],
  ['è', 'KeyT', 'è'],
  ['ı', 'KeyI', 'ı'],
  // Russian, Greek, Hebrew and Arabic.
  ['о', 'KeyJ', 'j'],
  ['Я', 'KeyZ', 'z'],
  ['φ', 'KeyF', 'f'],
  ['ש', 'KeyA', 'a'],
  ['ش', 'KeyA', 'a'],
  ['ж', 'Semicolon', 'ж'],
  // Thai sets signs to letters.
  ['\u0e35', 'KeyU', 'u'],
  ['1', 'Digit1', '1'],
  // Figures of Arabic, Persian and Devanagari.
  ['١', 'Digit1', '1'],
  ['۴', 'Digit4', '4'],
  ['२', 'Digit2', '2'],
  ['۴', 'KeyA', '۴'],
  [' ', 'Space', ' '],
  ['ArrowLeft', 'ArrowLeft', 'ArrowLeft'],
  ['Process', 'KeyA', 'Process'],
])('%s at %s is %s', (key, code, meant) => {
  expect(keyOf({ key, code })).toBe(meant)
})

test('a letter that AltGr types on a Latin keyboard is no shortcut', () => {
  const event = { key: 'µ', code: 'KeyM', getModifierState: (name: string) => name === 'AltGraph' }
  expect(keyOf(event)).toBe('µ')
})
