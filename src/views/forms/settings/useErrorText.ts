import '../../i18n/notices.ts'
import '../../i18n/settings.ts'
import { useTranslation } from 'react-i18next'
import { hasNoAnswer, type Refusal } from '#core/model/people/refusal.ts'

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

/**
 * What is said of a merge or split that was refused (`error.{code}`); of an unknown code that it failed (D-045).
 * @param failed how that is said. Default: what the server says
 */
export function useErrorText(failed?: 'emailLinkingFailed' | 'emailUnlinkingFailed'): (refusal: Refusal) => string {
  const { t } = useTranslation(['settings', 'notices'])
  return ({ code, message, fields }) => {
    const name = hasNoAnswer(code) || code === 'UNREACHABLE' ? 'NETWORK' : code
    if (isKnown(name)) return t(`error.${name}`)
    return Object.values(fields ?? {})[0] ?? (failed ? t(`notices:${failed}`) : message)
  }
}
