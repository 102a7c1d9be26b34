import { describe, expect, test } from 'vitest'
import { COUNTRIES } from '#core/model/people/fields/countries.ts'
import { matching, named } from './choices.ts'
import { countryChoices, STATES, stateChoices } from './places.ts'

const labels = (typed: string) => matching(countryChoices('en'), typed).map(({ label }) => label)

describe('choices', () => {
  test.each([
    ['neth', ['Netherlands', 'Caribbean Netherlands']],
    ['CÔTE', ['Côte d’Ivoire']],
    ['cote', ['Côte d’Ivoire']],
    ['united s', ['United States']],
    ['  ', null],
    ['👍', []],
    ['オランダ', []],
  ])('of "%s" are those that begin so, whatever its case and accents', (typed, expected) => {
    expect(labels(typed)).toEqual(expected ?? labels(''))
  })

  test('those that begin with it stand before those that hold it as a word', () => {
    expect(labels('is')).toEqual(expect.arrayContaining(['Isle of Man', 'Israel', 'Cayman Islands']))
    expect(labels('is').indexOf('Israel')).toBeLessThan(labels('is').indexOf('Cayman Islands'))
  })

  test.each([
    ['Nederland', 'nl', 'NL'],
    ['netherlands', 'nl', 'NL'],
    ['NL', 'en', 'NL'],
    ['هولندا', 'ar', 'NL'],
    ['オランダ', 'ja', 'NL'],
  ])('what a browser fills in is understood: %s in %s', (text, language, code) => {
    expect(named(countryChoices(language), text)?.value).toBe(code)
  })
})

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
