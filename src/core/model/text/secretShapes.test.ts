import { expect, test } from 'vitest'
import { SENTENCE_MAX, withoutSecretShapes } from './secretShapes.ts'

test.each([
  ['a token', 'token eyJhbGciOiJIUzI1NiJ9.eyJleHAiOjF9.c2ln-_ is old', 'token … is old'],
  ['a key', 'key=3f2a9c0d1e4b5a697887 refused', '… refused'],
  ['an address', 'GET https://player.test/audio/1?sig=a1b2 failed', 'GET … failed'],
])('%s is cut out', (_, text, left) => {
  expect(withoutSecretShapes(text)).toBe(left)
})

test.each([
  'The playlist has changed.',
  'nora.vale@demo.test is somebody else’s address',
  'Donaudampfschifffahrtsgesellschaftskapitän',
  'Wait 30 seconds, and try again (2 of 3).',
  '曲は見つかりませんでした。もう一度お試しください。',
  'لم يتم العثور على الأغنية 🎧',
])('words are left: %s', (text) => {
  expect(withoutSecretShapes(text)).toBe(text)
})

test('what is longer than a sentence is cut behind a whole word, however long it is', () => {
  expect(withoutSecretShapes('a '.repeat(SENTENCE_MAX / 2))).toHaveLength(SENTENCE_MAX)
  expect(withoutSecretShapes(`${'a'.repeat(SENTENCE_MAX - 6)} 3f2a9c0d1e4b5a697887`)).toBe(
    `${'a'.repeat(SENTENCE_MAX - 6)} `,
  )
  expect(withoutSecretShapes('a'.repeat(20_000_000))).toBe('')
})
