import '../../i18n/settings.ts'
import { useTranslation } from 'react-i18next'
import type { Refusal } from '#core/model/people/refusal.ts'

const KNOWN = [
  'TOKEN_EXPIRED',
  'TOKEN_INVALID',
  'TOKEN_WRONG_PLAYER',
  'EMAIL_IN_USE',
  'LAST_EMAIL',
  'EMAIL_SIGNED_IN',
  'NETWORK',
  'TOO_MANY_REQUESTS',
] as const
const isKnown = (code: string): code is (typeof KNOWN)[number] => (KNOWN as readonly string[]).includes(code)

/** How no answer at all is called (D-157). */
const UNREACHABLE = ['TIMEOUT', 'REDIRECTED', 'UNREACHABLE']

/** What is said of a merge or split that was refused (`error.{code}`); of an unknown code what the server says (D-045). */
export function useErrorText(): (refusal: Refusal) => string {
  const { t } = useTranslation('settings')
  return ({ code, message, fields }) => {
    const name = UNREACHABLE.includes(code) ? 'NETWORK' : code
    return isKnown(name) ? t(`error.${name}`) : (Object.values(fields ?? {})[0] ?? message)
  }
}
