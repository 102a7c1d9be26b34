import { expect, test } from 'vitest'
import { CALL_LETTERS } from '#core/model/people/fields/fieldRules.ts'
import type { Industry } from '#core/model/people/signup.ts'
import { judge } from '../form/judge.ts'
import type { Words } from './aboutRules.ts'
import { companyRules, EMPTY_COMPANY } from './companyRules.ts'

const words = ((key: string) => key) as unknown as Words
const FILLED = { ...EMPTY_COMPANY, group_owner: 'Noon', country: 'NL', city: 'Utrecht', primary_format: 'Jazz' }
const judged = (more: Partial<typeof EMPTY_COMPANY>, industry: Industry = 'other') =>
  judge(companyRules(words, industry), { ...FILLED, ...more })

test('SIGNUP-051: call letters that were typed before the industry was changed hold nothing up, for nobody sees them', () => {
  const call_letter = 'K'.repeat(CALL_LETTERS.max + 1)
  expect(judged({ call_letter }).errors).toEqual({})
  expect(Object.keys(judged({ call_letter }, 'radio').errors)).toContain('call_letter')
})

test.each(['toString', 'constructor', '__proto__'])('SIGNUP-048: %s is no state of the list', (state) => {
  expect(Object.keys(judged({ country: 'US', state }).errors)).toEqual(['state'])
})

test('SIGNUP-049: a typed state is sent without what was pasted around it', () => {
  expect(judged({ state: ' \u200BUtrecht ' }).sent?.state).toBe('Utrecht')
})
