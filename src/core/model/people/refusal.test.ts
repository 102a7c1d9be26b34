// Whether anybody knows what became of a call.
import { expect, test } from 'vitest'
import { hasNoAnswer, outcomeOf } from './refusal.ts'

test.each(['TIMEOUT', 'NETWORK', 'NO_TOKEN', 'REDIRECTED', 'HTTP_502', 'HTTP_503', 'HTTP_504'])(
  'H-037: %s is no answer of the server',
  (code) => expect(hasNoAnswer(code)).toBe(true),
)

test.each(['HTTP_500', 'HTTP_404', 'INTERNAL', 'UNREACHABLE', 'TOO_MANY_REQUESTS'])('%s is an answer', (code) =>
  expect(hasNoAnswer(code)).toBe(false),
)

test('whoever says when to come back did not let it pass', () => {
  expect(hasNoAnswer('HTTP_503_LATER')).toBe(false)
})

test.each<[string, number | undefined, ReturnType<typeof outcomeOf>]>([
  ['TIMEOUT', 0, 'unknown'],
  ['TIMEOUT', undefined, 'unknown'],
  ['HTTP_502', 502, 'unknown'],
  ['MALFORMED', 200, 'unknown'],
  ['MALFORMED', undefined, 'unknown'],
  ['CANCELLED', 0, 'unknown'],
  ['NONE', undefined, 'unknown'],
  ['MALFORMED', 0, 'unsent'],
  ['UNREACHABLE', 0, 'unsent'],
  ['UNREACHABLE', undefined, 'unsent'],
  ['NO_TOKEN', 0, 'unsent'],
  ['NO_TOKEN', undefined, 'unsent'],
  ['HTTP_503_LATER', 503, 'refused'],
  ['INTERNAL', 500, 'refused'],
  ['INTERNAL', undefined, 'refused'],
  ['FORBIDDEN', 403, 'refused'],
])('H-037: what came of a call with %s at status %s is %s', (code, status, outcome) => {
  expect(outcomeOf(status === undefined ? { code } : { status, code })).toBe(outcome)
})
