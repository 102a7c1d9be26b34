// A rule of text as a schema of a request.
import * as z from 'zod/mini'
import { later } from '../later.ts'
import { cleaned, type TextFault, type TextRule, textFault } from './textRule.ts'

/**
 * Parses to the text as it is kept: as its rule cleans it.
 * @param says what the answer says of each fault; `long` says the limit by itself
 */
// A page that imports a module for its other shapes is not to load those of requests.
// @__NO_SIDE_EFFECTS__
export function textOf(rule: TextRule, says: Partial<Record<TextFault, string>> = {}): z.ZodMiniString {
  const texts = { missing: 'must not be empty', long: `at most ${rule.max} characters`, wrong: 'is not valid', ...says }
  return later(() =>
    z.string().check(
      z.overwrite((value) => cleaned(rule, value)),
      z.check(({ value, issues }) => {
        const fault = textFault(rule, value)
        if (fault !== null) issues.push({ code: 'custom', input: value, message: texts[fault] })
      }),
    ),
  )
}
