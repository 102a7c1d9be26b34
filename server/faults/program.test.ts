import { expect, test } from 'vitest'
import { programOf, ShortFault } from './program.ts'

const short = (fields: object) => programOf(ShortFault.parse({ path: '/api/x', ...fields }))

test('the short form is a program for one answer of a GET', () => {
  expect(short({ status: 503, retryAfter: 3 })).toEqual({
    match: { method: 'GET', path: '/api/x' },
    times: 1,
    program: [{ step: 'status', status: 503, headers: { 'Retry-After': '3' } }],
  })
})

test('what it asks for works together', () => {
  const { program } = short({ delayMs: 5, bytesPerSecond: 1000, cutAfterBytes: 7 })
  expect(program).toEqual([
    { step: 'delay', ms: 5, jitterMs: 0 },
    { step: 'bandwidth', bytesPerSecond: 1000 },
    { step: 'cut', afterBytes: 7, orLater: 0, how: 'close', unmeasured: false },
  ])
})

test('an answer may be replaced by another good one', () => {
  expect(short({ status: 200, body: { status: 'working' } }).program).toEqual([
    { step: 'status', status: 200, body: { status: 'working' } },
  ])
  for (const status of [199, 600]) expect(ShortFault.safeParse({ path: '/api/x', status }).success).toBe(false)
})
