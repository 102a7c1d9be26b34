import { expect, test } from 'vitest'
import { stateFault, stateIn } from './states.ts'

test.each([
  ['US', 'California', 'CA'],
  ['US', ' new york', 'NY'],
  ['CA', 'bc', 'BC'],
  ['US', 'Bayern', 'Bayern'],
  ['DE', 'CA', 'CA'],
])('H-636: in %s "%s" is %s', (country, written, found) => {
  expect(stateIn(country, written)).toBe(found)
})

test.each([
  ['US', 'TX', null],
  ['US', 'ON', 'wrong'],
  ['CA', 'Ontario', 'wrong'],
  ['CA', '', 'missing'],
  ['DE', '', null],
  ['DE', 'Bayern', null],
])('H-637: what is wrong in %s with "%s": %s', (country, state, fault) => {
  expect(stateFault(country, state)).toBe(fault)
})
