// An e-mail of a request, with the refusal the contract has for a bad one.
import { EMAIL } from '#core/model/people/fields/fieldRules.ts'
import { cleaned, textFault } from '#core/model/text/textRule.ts'
import { ApiProblem } from '../http/apiProblem.ts'

/**
 * @returns the e-mail without spaces around it and invisible signs
 * @throws ApiProblem 400 `Invalid Email`
 */
export function emailField(text: string): string {
  if (textFault(EMAIL, text) !== null) {
    throw new ApiProblem(400, 'INVALID_EMAIL', 'Invalid Email', {
      fields: { email: 'Please enter a valid email address' },
    })
  }
  return cleaned(EMAIL, text)
}
