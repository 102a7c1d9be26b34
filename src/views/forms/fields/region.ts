import * as yup from 'yup'
import { COUNTRIES_WITH_STATES } from '#core/model/people/fields/countries.ts'
import { REGION } from '#core/model/people/fields/fieldRules.ts'
import { cleanText, textFault } from '#core/model/text/textRule.ts'
import type { FaultWords } from '../form/rules.ts'
import { STATES } from './places.ts'

/** The state or province beside a `country`: one of its own where it has a list of them, else a text or nothing. */
export const region = (words: FaultWords) =>
  yup
    .string()
    .defined()
    .transform((value: unknown) => (typeof value === 'string' ? cleanText(value) : ''))
    .test('state', (value, { parent, createError }) => {
      if (!COUNTRIES_WITH_STATES.includes(parent.country))
        return textFault(REGION, value) === null || createError({ message: words.long })
      if (value === '') return createError({ message: words.missing })
      return Object.hasOwn(STATES[parent.country] ?? {}, value) || createError({ message: words.wrong })
    })
