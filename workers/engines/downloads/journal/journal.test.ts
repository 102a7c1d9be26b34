import { expect, it } from 'vitest'
import { type Continuation, isSameContinuation } from './journal.ts'

const known: Continuation = { validator: '"v1"', total: 1000, sha256: 'ab', tail: 500 }

it('a half file goes on only with the bytes it began with, whatever of them another names', () => {
  expect(isSameContinuation(known, { ...known })).toBe(true)
  expect(isSameContinuation(null, null)).toBe(true)
  expect(isSameContinuation(known, null)).toBe(false)
  expect(isSameContinuation(null, known)).toBe(false)
  for (const other of [{ validator: '"v2"' }, { total: 1001 }, { sha256: 'cd' }, { tail: 501 }, { tail: null }])
    expect(isSameContinuation(known, { ...known, ...other })).toBe(false)
})
