import { expect, test } from 'vitest'
import { AuthCode } from './account.ts'
import { REFUSAL_CODES } from './refusal.ts'

test('SIGNIN-032: the sign-up and login code enumeration is exactly these nine', () => {
  expect(AuthCode.options).toEqual([
    'NONE',
    'INVALID_CREDENTIALS',
    'EMAIL_TAKEN',
    'CHECK_EMAIL_FAILED',
    'INVALID_TOKEN',
    'TERMS_NOT_ACCEPTED',
    'VERIFICATION_PENDING',
    'INVALID_EMAIL_TOKEN',
    'SIGNUP_FAILED',
  ])
})

test.each(AuthCode.options)('SIGNIN-032: forms know what to say of %s', (code) => {
  expect(REFUSAL_CODES).toContain(code)
})
