// What facts say of a call that failed, and what engines make of it.
import { describe, expect, test } from 'vitest'
import { ApiError, codeOf, failureOf, isGone, isInDoubt, outcomeAfter, refusalOf } from './apiError.ts'

const failed = (status: number, code: string, message = 'No') =>
  new ApiError({ status, code, message, fields: { name: 'Too long' }, retryAfterMs: 1200.4 })

describe('a fact of a failure', () => {
  test('carries the code, the words of the server, its fields and its wait', () => {
    expect(failureOf(failed(400, 'BAD_REQUEST'))).toEqual({ code: 'BAD_REQUEST', message: 'No' })
    expect(refusalOf(failed(400, 'BAD_REQUEST'))).toEqual({
      code: 'BAD_REQUEST',
      message: 'No',
      fields: { name: 'Too long' },
      retryAfterMs: 1200,
    })
  })
  test('carries no words of our own', () => {
    expect(failureOf(failed(0, 'NETWORK', 'failed to fetch'))).toEqual({ code: 'NETWORK', message: '' })
  })
  test('of what nobody foresaw has one code and no words', () => {
    expect([codeOf(new TypeError('x')), refusalOf('thrown')]).toEqual(['NONE', { code: 'NONE', message: '' }])
  })
})

test('only what the server does not have is gone', () => {
  expect([failed(404, 'NOT_FOUND'), failed(410, 'GONE'), new Error('404')].map(isGone)).toEqual([true, false, false])
})

test.each([
  [failed(403, 'FORBIDDEN'), 'refused', false],
  [failed(503, 'HTTP_503_LATER'), 'refused', true],
  [failed(500, 'INTERNAL'), 'refused', true],
  [failed(200, 'MALFORMED'), 'unknown', true],
  [failed(0, 'TIMEOUT'), 'unknown', true],
  [failed(0, 'UNREACHABLE'), 'unsent', true],
  [new Error('broken'), 'unknown', true],
])('H-405: %s is %s; in doubt: %s', (error, outcome, doubt) => {
  expect([outcomeAfter(error), isInDoubt(error)]).toEqual([outcome, doubt])
})
