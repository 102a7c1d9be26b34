import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { STATE_WRONG } from './fields/states.ts'
import { SignUpRequest, signUpProblems } from './signup.ts'

const form: SignUpRequest = {
  first_name: 'Ana',
  last_name: 'Lumen',
  email: 'ana@example.org',
  industry: 'other',
  role: 'other',
  phone: '+31 20 123 4567',
  hasAcceptedTerms: true,
  group_owner: 'Radio',
  country: 'NL',
  city: 'Delft',
  primary_format: 'Jazz',
}
const told = (fields: object) =>
  z.safeParse(SignUpRequest, { ...form, ...fields }).error?.issues.map(({ path, message }) => [path.join('.'), message])
const problems = (fields: Partial<SignUpRequest>) => signUpProblems({ ...form, ...fields })
const REQUIRED = 'This field is required'

describe('API-SIGNUP-004: a sign-up', () => {
  test('needs no more than what is shown to everybody', () => {
    expect([told({}), signUpProblems(form)]).toEqual([undefined, {}])
    expect(told({ web_site: '', state: '', reporting: '', call_letter: '', secondary_format: '', additional_format: '', media_type: '', token: '', email_token: '', password: '', confirm_password: '' })).toBeUndefined() // biome-ignore format: one line
  })

  test.each(['first_name', 'last_name', 'group_owner', 'country', 'city'])('needs %s', (field) => {
    expect(told({ [field]: '  ' })).toEqual([[field, REQUIRED]])
  })

  test.each([
    ['phone', '  ', 'Please enter a valid phone number'],
    ['phone', 'call me', 'Please enter a valid phone number'],
    ['web_site', 'not a site', 'Please enter a valid URL'],
    ['country', 'XX', REQUIRED],
    ['language', 'Klingon!', 'Unknown language'],
  ])('is told what is wrong with %s', (field, value, message) => {
    expect(told({ [field]: value })).toEqual([[field, message]])
  })

  test.each([
    ['industry', ['radio', 'press-publicity-media', 'other']],
    ['role', ['radio', 'press', 'other']],
    ['reporting', ['None', 'BDS', 'CMJ', 'FMQB', 'HITS', 'Music Row', 'Mediabase', 'Texas Music Chart', 'Other']],
    ['media_type', ['Newspaper', 'Magazine', 'Online/Blogger', 'Street Press', 'Freelance', 'Other']],
  ])('has one of the known choices as %s', (field, choices) => {
    for (const choice of choices) expect(told({ [field]: choice })).toBeUndefined()
    expect(told({ [field]: 'Something else' })).toHaveLength(1)
  })
})

describe('what hangs together in a sign-up', () => {
  test('the terms have to be accepted', () => {
    expect(problems({ hasAcceptedTerms: false })).toEqual({ hasAcceptedTerms: 'The fields are incomplete / please accept terms' }) // biome-ignore format: one line
  })

  test('a country with states asks for one', () => {
    expect(problems({ country: 'US' })).toEqual({ state: REQUIRED })
    expect([problems({ country: 'US', state: 'OH' }), problems({ country: 'NL' })]).toEqual([{}, {}])
    // D-029: by its code.
    for (const state of ['Ohio', 'ON']) expect(problems({ country: 'US', state })).toEqual({ state: STATE_WRONG })
  })

  test('radio says where it reports to and what it is called, nobody else does', () => {
    expect(problems({ industry: 'radio' })).toEqual({ reporting: REQUIRED, call_letter: REQUIRED })
    expect(problems({ industry: 'radio', reporting: 'BDS' })).toEqual({ call_letter: REQUIRED })
    expect(problems({ industry: 'radio', reporting: 'BDS', call_letter: 'WXYZ' })).toEqual({})
  })

  test('who was invited sets a password, twice the same', () => {
    expect(problems({ token: 't' })).toEqual({ password: REQUIRED })
    expect(problems({ token: 't', password: 'a', confirm_password: 'b' })).toEqual({ confirm_password: 'Passwords must match' }) // biome-ignore format: one line
    expect(problems({ token: 't', password: 'a', confirm_password: 'a' })).toEqual({})
    expect(problems({ password: 'a', confirm_password: 'b' })).toEqual({})
  })
})
