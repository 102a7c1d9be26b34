// The sign-in is held by the rules that other forms hold by yup.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as yup from 'yup'
import { EMAIL } from '#core/model/people/fields/email.ts'
import { judge } from './form/judge.ts'
import { secret, text } from './form/rules.ts'
import { signInRules } from './signInRules.ts'

const own = signInRules({ emailMissing: 'no email', emailWrong: 'no address', passwordMissing: 'no password' })
const byYup = yup.object({
  email: text(EMAIL, { missing: 'no email', long: 'no address', wrong: 'no address' }),
  password: secret('no password'),
  publicDevice: yup.boolean().defined(),
})

const email = fc.oneof(
  fc.emailAddress(),
  fc.string({ unit: 'grapheme' }),
  fc.emailAddress().map((one) => ` \u200b${one}\ufeff `),
  fc.constantFrom('', ' ', 'a@b', `${'x'.repeat(300)}@example.com`),
)

test('SIGNIN-013: says and sends what yup does with the same rules', () => {
  fc.assert(
    fc.property(email, fc.constantFrom('', ' ', 'secret ', '\u200b'), fc.boolean(), (email, password, publicDevice) => {
      const values = { email, password, publicDevice }
      expect(judge(own, values)).toEqual(judge(byYup, values))
    }),
  )
})

test('each field has its own sentence, and what is right is sent as it was cleaned', () => {
  expect(judge(own, { email: '', password: '', publicDevice: false })).toEqual({
    errors: { email: 'no email', password: 'no password' },
    sent: null,
  })
  expect(judge(own, { email: 'nobody', password: ' ', publicDevice: true }).errors).toEqual({ email: 'no address' })
  expect(judge(own, { email: ' a@b.test ', password: ' ', publicDevice: true }).sent).toEqual({
    email: 'a@b.test',
    password: ' ',
    publicDevice: true,
  })
})
