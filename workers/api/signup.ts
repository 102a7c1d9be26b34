// Sign-up calls (API-SIGNUP).
import { CodeAnswer, ConfirmAnswer, type SignUpRequest } from '#core/model/people/signup.ts'
import { REPEAT_HEADER } from './auth.ts'
import { type Api, Nothing } from './transport/client.ts'

const BASE = '/accounts/player/signup'

/** API-SIGNUP-001. Resolves when the e-mail is free. @throws ApiError 409 EMAIL_TAKEN */
export async function checkAccount(api: Api, email: string): Promise<void> {
  const path = `${BASE}/check-accounts-by-email`
  await api.call(Nothing, { method: 'POST', path, body: { email }, auth: false })
}

/** What a header may hold (BCP 47); a list of languages comes from the server. */
const isLanguage = (code: string) => /^[a-z\d-]{2,35}$/i.test(code)

/**
 * API-SIGNUP-002. Has five digits sent to the e-mail.
 * @param language of the mail, where the server has words in it (SIGNUP-012)
 * @throws ApiError 429
 */
export async function sendCode(api: Api, email: string, language: string): Promise<void> {
  const path = `${BASE}/send-email-verification-code`
  const headers = isLanguage(language) ? { 'Accept-Language': language } : {}
  await api.call(Nothing, { method: 'POST', path, body: { email }, headers, auth: false })
}

/**
 * API-SIGNUP-003.
 * @param code five digits, leading zeros included
 * @param key the same for each try of this code: it is used up, and answered again for this key alone
 * @returns the token that proves the e-mail
 * @throws ApiError 409 CODE_EXPIRED, 400 INVALID_CODE
 */
export async function validateCode(api: Api, email: string, code: string, key: string): Promise<string> {
  const path = `${BASE}/validate-email-verification-code`
  const headers = { [REPEAT_HEADER]: key }
  const answer = await api.call(CodeAnswer, {
    method: 'POST',
    path,
    body: { email, code },
    headers,
    auth: false,
  })
  return answer.data.email_token
}

/**
 * API-SIGNUP-004.
 * @returns whether a coworker has to wait for approval after all; false from a server that does not say
 * @throws ApiError 403 INVALID_EMAIL_TOKEN, 409 SIGNUP_FAILED, 400 with `fields`
 */
export async function confirmSignUp(api: Api, form: SignUpRequest): Promise<boolean> {
  const answer = await api.call(Nothing, {
    method: 'POST',
    path: `${BASE}/confirm-signup`,
    body: form,
    auth: false,
  })
  const told = ConfirmAnswer.safeParse(answer)
  return told.success && told.data.data.pending
}
