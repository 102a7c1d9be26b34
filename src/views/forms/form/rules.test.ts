import { expect, test } from 'vitest'
import * as yup from 'yup'
import { judge } from './judge.ts'
import { choice } from './rules.ts'

const rules = (missing: string | null) => yup.object({ land: choice(['NL'], { missing, wrong: 'from the list' }) })

test.each([
  ['a code', 'NL', null, undefined],
  ['nothing where it may be left open', '', null, undefined],
  ['nothing where it is needed', '', 'missing', 'missing'],
  ['a text that is no code, where it may be left open', 'Nethrlands', null, 'from the list'],
  ['a text that is no code, where it is needed', 'Nethrlands', 'missing', 'from the list'],
])('a choice is judged: %s', (_, land, missing, error) => {
  expect(judge(rules(missing), { land }).errors.land).toBe(error)
})
