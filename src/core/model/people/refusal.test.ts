// Whether anybody knows what became of a call.
import { expect, test } from 'vitest'
import { hasNoAnswer } from './refusal.ts'

test.each(['TIMEOUT', 'NETWORK', 'REDIRECTED', 'HTTP_502', 'HTTP_503', 'HTTP_504'])(
  'H-037: after %s nobody knows whether it was done',
  (code) => expect(hasNoAnswer(code)).toBe(true),
)

test.each(['HTTP_500', 'HTTP_404', 'INTERNAL', 'UNREACHABLE', 'TOO_MANY_REQUESTS'])('%s is an answer', (code) =>
  expect(hasNoAnswer(code)).toBe(false),
)

test('whoever says when to come back did not let it pass', () => {
  expect(hasNoAnswer('HTTP_503_LATER')).toBe(false)
})
