import { expect, test } from 'vitest'
import { CALL_LETTERS } from '#core/model/people/fields/fieldRules.ts'
import type { Industry } from '#core/model/people/signup.ts'
import { judge } from '../form/judge.ts'
import type { Words } from './aboutRules.ts'
import { companyFields, companyRules, EMPTY_COMPANY } from './companyRules.ts'

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

test('D-027, SIGNUP-054: what was typed and is no longer shown is not sent', () => {
  const typed = {
    ...FILLED,
    call_letter: 'KNOO',
    reporting: 'BDS',
    media_type: 'Magazine',
    secondary_format: 'Folk',
    additional_format: 'Dance',
    web_site: 'noon.example',
  }
  const sent = (more: Partial<typeof EMPTY_COMPANY>, industry: Industry = 'other') =>
    Object.keys(companyFields({ ...typed, ...more }, industry)).slice(4)
  expect(sent({})).toEqual([])
  expect(sent({ formats: '1' })).toEqual(['secondary_format'])
  expect(sent({ formats: '2' })).toEqual(['secondary_format', 'additional_format'])
  expect(sent({ hasWebsite: true })).toEqual(['web_site'])
  expect(sent({}, 'press-publicity-media')).toEqual(['media_type'])
  expect(sent({}, 'radio')).toEqual(['call_letter', 'reporting'])
})
