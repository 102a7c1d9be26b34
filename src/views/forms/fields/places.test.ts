import { describe, expect, test } from 'vitest'
import { COUNTRIES } from '#core/model/people/fields/countries.ts'
import { STATES } from '#core/model/people/fields/states.ts'
import { countryChoices, stateChoices } from './places.ts'

describe('countries and states', () => {
  test('SIGNUP-058: the list is full, each has a code of two letters and a name', () => {
    const choices = countryChoices('en')
    expect(choices).toHaveLength(249)
    expect(choices.filter(({ value, label }) => label === value || !/^[A-Z]{2}$/.test(value))).toEqual([])
    expect(new Set(choices.map(({ value }) => value))).toEqual(new Set(COUNTRIES))
  })

  test('they stand in the order of the language', () => {
    expect(
      countryChoices('de')
        .map(({ label }) => label)
        .slice(0, 3),
    ).toEqual(['Afghanistan', 'Ägypten', 'Ålandinseln'])
  })

  test('SIGNUP-059: 50 states with the District of Columbia, 13 provinces and territories', () => {
    expect([stateChoices('US').length, stateChoices('CA').length, stateChoices('NL').length]).toEqual([51, 13, 0])
    expect(new Set(Object.values(STATES).flatMap((of) => Object.keys(of))).size).toBe(64)
  })
})
