import { describe, expect, test } from 'vitest'
import { asCallRefusal, callFailure } from './callFailure.ts'

describe('what is said of a refusal', () => {
  test.each([
    ['HTTP_503', undefined, 'unavailable'],
    ['HTTP_503_LATER', 7000, 'unavailable'],
    ['HTTP_403', undefined, 'denied'],
    ['HTTP_429', 7000, 'tooMany'],
    ['NETWORK', undefined, 'unavailable'],
    ['HTTP_500', undefined, 'wrong'],
  ] as const)('of %s it is by its status', (code, retryAfterMs, said) => {
    const refusal = { code, message: '', ...(retryAfterMs === undefined ? {} : { retryAfterMs }) }
    expect(callFailure(asCallRefusal(refusal))).toBe(said)
  })
})
