// Countries and states as choices (SIGNUP-058, SIGNUP-059, D-029).
import { COUNTRIES } from '#core/model/people/fields/countries.ts'
import { STATES } from '#core/model/people/fields/states.ts'
import type { Choice } from './choices.ts'

/** Countries by their names in a language, in its order. */
export function countryChoices(language: string): Choice[] {
  const names = new Intl.DisplayNames([language, 'en'], { type: 'region' })
  const choices = COUNTRIES.map((value) => ({ value, label: names.of(value) ?? value }))
  const { compare } = new Intl.Collator(language)
  return choices.sort((a, b) => compare(a.label, b.label))
}

/** States or provinces of a country; none where they are typed. */
export const stateChoices = (country: string): Choice[] =>
  Object.entries(STATES[country] ?? {}).map(([value, label]) => ({ value, label }))
