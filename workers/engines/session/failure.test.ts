import { expect, test } from 'vitest'
import { ApiError } from '#workers/api/transport/apiError.ts'
import { failure, isRefusal } from './failure.ts'

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

test.each([
  [401, 'HTTP_401', true],
  [400, 'TOKEN_INVALID', true],
  [403, 'TOKEN_WRONG_PLAYER', true],
  [400, 'HTTP_400', false],
  [403, 'HTTP_403', false],
  [404, 'NOT_FOUND', false],
  [429, 'TOO_MANY_REQUESTS', false],
  [503, 'UNAVAILABLE', false],
  [0, 'NETWORK', false],
])('a refresh token is worth nothing when the API itself says so: %i %s is %s', (status, code, refused) => {
  expect(isRefusal(new ApiError({ status, code, message: '' }))).toBe(refused)
})

test('H-591: a page of 401 is not the word of the API on a refresh token', () => {
  expect(isRefusal(new ApiError({ status: 401, code: 'HTTP_401', message: 'HTTP 401', isPage: true }))).toBe(false)
})

test('what is no answer of the API refuses no token', () => {
  expect(isRefusal(new TypeError('401'))).toBe(false)
})

test.each([
  [401, 'INVALID_CREDENTIALS'],
  [425, 'VERIFICATION_PENDING'],
  [403, 'ACCOUNT_INACTIVE'],
])('SIGNIN-019: a sign-in that is answered by %i fails as %s', (status, code) => {
  expect(codeOf(status, 'ANY')).toBe(code)
})

test.each([403, 404, 502])(
  'SIGNIN-019: a page that answers %i in place of the server says nothing of the account',
  (status) => {
    const { payload } = failure(
      new ApiError({ status, code: `HTTP_${status}`, message: `HTTP ${status}`, isPage: true }),
    )
    expect(payload).toEqual({ code: 'UNREACHABLE', message: '' })
  },
)

test.each([
  [401, 'INVALID_CREDENTIALS'],
  [425, 'VERIFICATION_PENDING'],
  [429, 'TOO_MANY_TRIES'],
])('SIGNIN-019: a page is what a server may answer %i with, which is %s all the same', (status, code) => {
  const { payload } = failure(new ApiError({ status, code: `HTTP_${status}`, message: `HTTP ${status}`, isPage: true }))
  expect(payload).toMatchObject({ code })
})

test.each([
  [401, 'INVALID_CREDENTIALS'],
  [403, 'ACCOUNT_INACTIVE'],
])('H-205: what answers %i without a code and is no page does', (status, code) => {
  expect(codeOf(status, `HTTP_${status}`)).toBe(code)
})

test('D-157: too many tries are told as such, with how long the server asked to wait', () => {
  const told = (retryAfterMs?: number) =>
    failure(
      new ApiError({
        status: 429,
        code: 'TOO_MANY_REQUESTS',
        message: 'Wait.',
        ...(retryAfterMs ? { retryAfterMs } : {}),
      }),
    )
  expect(told(41_999.6).payload).toEqual({ code: 'TOO_MANY_TRIES', message: 'Wait.', retryAfterMs: 42_000 })
  expect(told().payload).toEqual({ code: 'TOO_MANY_TRIES', message: 'Wait.' })
})

test('what is said here of a call that could not be read is not said to a person', () => {
  const said = (status: number, code: string, message: string) =>
    (failure(new ApiError({ status, code, message })).payload as { message: string }).message
  expect(said(200, 'MALFORMED', 'the answer is not JSON')).toBe('')
  expect(said(404, 'HTTP_404', 'HTTP 404')).toBe('')
  expect(said(409, 'SOMETHING_NEW', 'The post office is closed.')).toBe('The post office is closed.')
})
