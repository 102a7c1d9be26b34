import type { TFunction } from 'i18next'
import * as yup from 'yup'
import { EMAIL, emailKey, isEmail } from '#core/model/people/fields/email.ts'
import { Relationship } from '#core/model/people/network.ts'
import { cleaned } from '#core/model/text/textRule.ts'

export interface InviteFields {
  email: string
  relationship: string
}

interface Taken {
  /** Those on the list, as `emailKey` has them. */
  readonly listed: ReadonlySet<string>
  /** The address the inviter is signed in with, likewise. */
  readonly own: string
}

/** What is wrong with an entry of the invite list, in the words of the specification (INVITE-011 to INVITE-014). */
export function inviteRules(t: TFunction<'network'>, { listed, own }: Taken) {
  const isMissing = (email: unknown) => cleaned(EMAIL, typeof email === 'string' ? email : '') === ''
  return yup.object({
    email: yup
      .string()
      .defined()
      .transform((value: unknown) => (typeof value === 'string' ? cleaned(EMAIL, value) : ''))
      .test('rule', (value, { createError, parent }) => {
        const say = (message: string) => createError({ message })
        // Nothing at all is one thing to say, not two.
        if (isMissing(value) && (parent as InviteFields).relationship === '')
          return say(t('invite-connection.no-input-error-message'))
        if (!isEmail(value)) return say(t('invite-connection.email-error-message'))
        if (listed.has(emailKey(value))) return say(t('invite-connection.duplicate-email-error-message'))
        return emailKey(value) !== own || say(t('own'))
      }),
    relationship: yup
      .string()
      .defined()
      .test('rule', (value, { createError, parent }) => {
        if (Relationship.options.some((one) => one === value)) return true
        if (value === '' && isMissing((parent as InviteFields).email)) return true
        return createError({ message: t('invite-connection.dropdown-error-message') })
      }),
  })
}
