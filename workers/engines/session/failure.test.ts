import { expect, test } from 'vitest'
import { ApiError } from '#workers/api/apiError.ts'
import { failure } from './failure.ts'

const codeOf = (status: number, code: string) => {
  const { payload } = failure(new ApiError({ status, code, message: '' }))
  return (payload as { code: string }).code
}

test.each([
  [0, 'NETWORK'],
  [0, 'TIMEOUT'],
  [0, 'REDIRECTED'],
  [502, 'HTTP_502'],
  [500, 'INTERNAL'],
])('SIGNIN-019: nobody answered the sign-in, which is said as a server that cannot be reached: %i %s', (status, code) =>
  expect(codeOf(status, code)).toBe('UNREACHABLE'),
)

test.each([
  [0, 'MALFORMED'],
  [200, 'MALFORMED'],
  [0, 'CANCELLED'],
])('SIGNIN-019: what was refused here is not said as a server that cannot be reached: %i %s', (status, code) =>
  expect(codeOf(status, code)).toBe('NONE'),
)
