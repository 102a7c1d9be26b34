/** The forms of the sign-up, whole: what they let through the server takes, and what they stop it would have refused. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as rules from '#core/model/people/fields/fieldRules.ts'
import { brokenPasswordRules } from '#core/model/people/fields/password.ts'
import {
  Industry,
  MEDIA_TYPES,
  REPORT_FORMATS,
  REPORT_SOURCES,
  Role,
  SignUpRequest,
  signUpProblems,
} from '#core/model/people/signup.ts'
import { emailField } from '#server/people/emailField.ts'
import { judge } from '#views/forms/form/judge.ts'
import { aboutRules, type Words } from '#views/forms/signup/aboutRules.ts'
import { companyFields, companyRules, EMPTY_COMPANY } from '#views/forms/signup/companyRules.ts'

const words = ((key: string) => key) as unknown as Words

/** Mostly as it must be, else empty, a little too long, or of signs nobody sees. */
const line = (good: readonly string[], max: number) =>
  fc.oneof(
    { weight: 60, arbitrary: fc.constantFrom(...good) },
    { weight: 3, arbitrary: fc.constantFrom('', ' ', '\u200E', '\u2060\u00AD', '\uD83D', '\0') },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.constantFrom('a', 'é', '한', '👩‍👩‍👧', 'क्‍ष', '\u2067א\u2069'), fc.constantFrom(max - 1, max, max + 1))
        .map(([sign, times]) => sign.repeat(times)),
    },
    { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
  )
const one = (codes: readonly string[]) =>
  fc.oneof(
    { weight: 60, arbitrary: fc.constantFrom(...codes) },
    { weight: 1, arbitrary: fc.constantFrom('', 'toString', 'x') },
  )
const NAMES = ['Nóra', ' 小川 ', 'نورا', 'O’Brien', '\u2067נורה\u2069', 'Ms. Ng\u200B']

const about = fc.record({
  first_name: line(NAMES, rules.NAME.max),
  last_name: line(NAMES, rules.NAME.max),
  email: line(['nora@demo.test', '\u202ANora@Demo.Test\u202C', 'n+x@demo.test', 'n@dem\u00ADo.test'], 254),
  industry: one(Industry.options),
  role: one(Role.options),
  phone: line(['+31 20 123 4567', '\u202A+1 (212) 555-0100\u202C', '0201234567'], rules.PHONE.max),
  hasAcceptedTerms: fc.oneof({ weight: 9, arbitrary: fc.constant(true) }, { weight: 1, arbitrary: fc.constant(false) }),
  password: line(['a1#4567', '👍1!abcde', 'a1 # 56 ', 'Ünïcode-7'], 128),
  confirm_password: fc.constant(''),
})
const company = fc.record({
  group_owner: line(['Noon FM', 'نون'], rules.COMPANY.max),
  call_letter: line(['KNOO', ''], rules.CALL_LETTERS.max),
  reporting: one([...REPORT_SOURCES, '']),
  country: one(['NL', 'US', 'JP', 'FR']),
  state: line(['', 'TX', 'ON', 'Utrecht', ' 東京 '], rules.REGION.max),
  city: line(['Utrecht', '\u200Eירושלים'], rules.CITY.max),
  media_type: one([...MEDIA_TYPES, '']),
  primary_format: one(REPORT_FORMATS),
  secondary_format: one([...REPORT_FORMATS, '']),
  additional_format: one([...REPORT_FORMATS, '']),
  web_site: line(['', 'noon.example', ' https://noon.example/a\u200E'], rules.WEBSITE.max),
  formats: fc.constantFrom('0', '1', '2'),
  hasWebsite: fc.boolean(),
})

/** Whether the server takes a sign-up, but for its proof and for passwords everybody tries first. */
function isTaken(request: object, isInvited: boolean): boolean {
  const parsed = SignUpRequest.safeParse(request)
  if (!parsed.success || Object.keys(signUpProblems(parsed.data)).length > 0) return false
  try {
    emailField(parsed.data.email)
  } catch {
    return false
  }
  return !isInvited || brokenPasswordRules(parsed.data.password ?? '').length === 0
}

describe.each([
  ['with an invitation', true],
  ['without an invitation', false],
])('a sign-up %s', (_, isInvited) => {
  test('SIGNUP-022, SIGNUP-042: form and server judge it alike', () => {
    let [taken, refused] = [0, 0]
    fc.assert(
      fc.property(about, company, fc.nat(9), (typed, typedOfCompany, slip) => {
        const confirm_password = slip > 0 ? typed.password : `${typed.password}x`
        const first = judge(aboutRules(words, isInvited), { ...typed, confirm_password })
        const industry = Industry.safeParse(typed.industry).data ?? 'other'
        const last = judge(companyRules(words, industry), typedOfCompany)
        const proof = isInvited
          ? { token: 'proof', password: typed.password, confirm_password }
          : { token: '', email_token: 'proof', password: '', confirm_password: '' }
        const requestOf = (step: typeof typed, values: typeof typedOfCompany) => {
          const { password: _p, confirm_password: _c, ...known } = step
          return { ...known, ...companyFields(values, industry), ...proof }
        }
        if (first.sent && last.sent) {
          taken += 1
          expect(isTaken(requestOf(first.sent as typeof typed, last.sent as typeof typedOfCompany), isInvited)).toBe(
            true,
          )
          return
        }
        refused += 1
        // What is not shown is not sent.
        const { secondary_format: _2, additional_format: _3, media_type: _m, web_site: _w, ...errors } = last.errors // biome-ignore format: one list
        if (Object.keys({ ...first.errors, ...errors }).length > 0)
          expect(isTaken(requestOf(typed, typedOfCompany), isInvited)).toBe(false)
      }),
      { numRuns: 300 },
    )
    expect(Math.min(taken, refused)).toBeGreaterThan(25)
  })
})

test('SIGNUP-050, SIGNUP-051: what is hidden never holds the last step up', () => {
  const shown = companyRules(words, 'other')
  fc.assert(
    fc.property(company, (typed) => {
      const { errors } = judge(shown, { ...typed, formats: '0', hasWebsite: false })
      expect(Object.keys(errors)).not.toContain('call_letter')
      expect(Object.keys(errors)).not.toContain('reporting')
    }),
  )
})

test.each(Industry.options)('SIGNUP-052, D-027: a medium is sent where it is shown alone: %s', (industry) => {
  const sent = companyFields({ ...EMPTY_COMPANY, media_type: MEDIA_TYPES[0] ?? '' }, industry)
  expect('media_type' in sent).toBe(industry === 'press-publicity-media')
})
