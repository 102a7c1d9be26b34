import { expect, test } from 'vitest'
import '../../i18n/inside.ts'
import { i18next } from '../../i18n/index.ts'
import { timeLeft } from './timeLeft.ts'

test.each([
  [0.2, '1 s'],
  [89.4, '89 s'],
  [90, '2 min'],
  [5399, '90 min'],
  [5400, '90 min'],
  [5460, '1 h 31 min'],
  [7185, '2 hours'],
  [9000, '2 h 30 min'],
  [35_990, '10 hours'],
  [89_000, '25 hours'],
])('H-464: %d s are %s', (seconds, words) => {
  expect(timeLeft(seconds, i18next.getFixedT('en', 'downloads'))).toBe(words)
})
