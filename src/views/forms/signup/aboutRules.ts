import type { TFunction } from 'i18next'
import * as yup from 'yup'
import { EMAIL, NAME, PHONE } from '#core/model/people/fields/fieldRules.ts'
import { Industry, Role } from '#core/model/people/signup.ts'
import type { TextRule } from '#core/model/text/textRule.ts'
import { choice, newPassword, text } from '../form/rules.ts'

export type Words = TFunction<readonly ['forms', 'signup']>

/** What is said of a needed text. @param wrong the one thing that is said of it where it has words of its own (SIGNUP-025, SIGNUP-028) */
export const neededWords = (t: Words, { max }: TextRule, wrong = t('required')) => ({
  missing: wrong,
  long: t('long', { count: max }),
  wrong,
})

export const neededChoice = (t: Words, codes: readonly string[]) =>
  choice(codes, { missing: t('required'), wrong: t('fromList') })

/** Rules of step one (SIGNUP-023 to SIGNUP-032). @param isInvited a password is set */
export function aboutRules(t: Words, isInvited: boolean) {
  const free = yup.string().defined()
  return yup.object({
    first_name: text(NAME, neededWords(t, NAME)),
    last_name: text(NAME, neededWords(t, NAME)),
    email: text(EMAIL, neededWords(t, EMAIL, t('email'))),
    industry: neededChoice(t, Industry.options),
    role: neededChoice(t, Role.options),
    phone: text(PHONE, neededWords(t, PHONE, t('phone'))),
    hasAcceptedTerms: yup.boolean().defined().isTrue(t('signup:about.acceptTerms')),
    password: isInvited ? newPassword(t('required')) : free,
    confirm_password: isInvited
      ? free.test('match', (value, { parent, createError }) => {
          if (value === '') return createError({ message: t('required') })
          return value === parent.password || createError({ message: t('signup:about.match') })
        })
      : free,
  })
}
