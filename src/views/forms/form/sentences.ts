// What is said for each code, in one table. A code without a sentence, and a sentence without words, fail the type check.
import type { CustomTypeOptions } from 'i18next'
import { hasNoAnswer, REFUSAL_CODES, type RefusalCode } from '#core/model/people/refusal.ts'

export type Sentence = keyof CustomTypeOptions['resources']['forms']['refused']

const SENTENCES = {
  INVALID_CREDENTIALS: 'credentials',
  VERIFICATION_PENDING: 'pending',
  ACCOUNT_INACTIVE: 'inactive',
  EMAIL_NOT_RECOGNISED: 'notRecognised',
  INVALID_EMAIL: 'invalidEmail',
  INVALID_TOKEN: 'link',
  TOKEN_EXPIRED: 'link',
  TOKEN_INVALID: 'link',
  TOKEN_WRONG_PLAYER: 'otherPlayer',
  EMAIL_IN_USE: 'emailInUse',
  LAST_EMAIL: 'lastEmail',
  EMAIL_SIGNED_IN: 'emailSignedIn',
  EMAIL_TAKEN: 'taken',
  CHECK_EMAIL_FAILED: 'taken',
  CODE_EXPIRED: 'codeExpired',
  INVALID_CODE: 'code',
  WEAK_PASSWORD: 'password',
  INVALID_EMAIL_TOKEN: 'invitation',
  SIGNUP_FAILED: 'signUp',
  TERMS_NOT_ACCEPTED: 'terms',
  BAD_REQUEST: 'fields',
  TOO_MANY_REQUESTS: 'tooMany',
  TOO_MANY_TRIES: 'tooMany',
  PASSKEY_UNKNOWN: 'passkeyUnknown',
  PASSKEY_REFUSED: 'passkey',
  NETWORK: 'unreachable',
  TIMEOUT: 'unreachable',
  REDIRECTED: 'unreachable',
  UNREACHABLE: 'unreachable',
  NONE: 'unknown',
} as const satisfies Record<RefusalCode, Sentence>

const isKnown = (code: string): code is RefusalCode => (REFUSAL_CODES as readonly string[]).includes(code)

/** Where the words for a code stand (`refused.…` of the namespace `forms`); null for a code nobody foresaw. */
export function sentenceOf(code: string): Sentence | null {
  if (isKnown(code)) return SENTENCES[code]
  return hasNoAnswer(code) ? 'unreachable' : null
}
