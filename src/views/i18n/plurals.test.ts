import { expect, it } from 'vitest'
import { i18next } from './index.ts'

it('counts in English as the platform does', () => {
  const english = new Intl.PluralRules('en')
  const { pluralResolver } = i18next.services
  for (const count of [0, 1, 2, 11, 21, 101, 1000, -1, 1.5])
    expect(pluralResolver.getSuffix('en', count)).toBe(`_${english.select(count)}`)
  expect(pluralResolver.getSuffixes('en')).toEqual(['_one', '_other'])
})

it('asks the platform for ordinal numbers and other languages', () => {
  const { pluralResolver } = i18next.services
  expect(pluralResolver.getSuffix('en', 2, { ordinal: true })).toBe('_ordinal_two')
  expect(pluralResolver.getSuffix('pl', 3)).toBe('_few')
})
