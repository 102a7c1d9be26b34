/**
 * The rules of core/model as yup takes them. Nothing is decided here: whatever a form finds wrong, the server finds
 * wrong with the same function (`tests/formRules.test.ts`).
 */
import * as yup from 'yup'
import { brokenPasswordRules } from '#core/model/people/fields/password.ts'
import { cleaned, type TextFault, type TextRule, textFault } from '#core/model/text/textRule.ts'

/** What a form says of each fault. */
export type FaultWords = Readonly<Record<TextFault, string>>

/** A text under a rule; it is sent as the rule cleans it. */
export const text = (rule: TextRule, words: FaultWords) =>
  yup
    .string()
    .defined()
    .transform((value: unknown) => (typeof value === 'string' ? cleaned(rule, value) : ''))
    .test('rule', (value, { createError }) => {
      const fault = textFault(rule, value)
      return fault === null || createError({ message: words[fault] })
    })

/** A secret that is only compared: something must be there, and spaces count. */
export const secret = (missing: string) =>
  yup
    .string()
    .defined()
    .test('rule', missing, (value) => value !== '')

/** A new password under the rules that are shown beside it (RESET-013 to RESET-017). */
export const newPassword = (broken: string) =>
  yup
    .string()
    .defined()
    .test('rule', broken, (value) => brokenPasswordRules(value).length === 0)

/**
 * A choice among codes.
 * @param words said where nothing is chosen (null where it may be left open), and of a text that is none of the codes
 */
export const choice = (codes: readonly string[], words: { missing: string | null; wrong: string }) =>
  yup
    .string()
    .defined()
    .test('rule', (value, { createError }) => {
      const fault = value === '' ? words.missing : codes.includes(value) ? null : words.wrong
      return fault === null || createError({ message: fault })
    })
