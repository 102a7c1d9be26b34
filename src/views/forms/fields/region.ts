import * as yup from 'yup'
import { REGION } from '#core/model/people/fields/fieldRules.ts'
import { stateFault } from '#core/model/people/fields/states.ts'
import { cleanText, textFault } from '#core/model/text/textRule.ts'
import type { FaultWords } from '../form/rules.ts'

/** The state or province beside a `country`: one of its own where it has a list of them, else a text or nothing. */
export const region = (words: FaultWords) =>
  yup
    .string()
    .defined()
    .transform((value: unknown) => (typeof value === 'string' ? cleanText(value) : ''))
    .test('state', (value, { parent, createError }) => {
      const fault = textFault(REGION, value) ?? stateFault(parent.country, value)
      return fault === null || createError({ message: words[fault] })
    })
