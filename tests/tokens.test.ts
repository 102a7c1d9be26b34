// What a token says of itself is read on the page and in workers, which share nothing that decodes: both read the same.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { tokenClaims } from '#platform/tokenClaims.ts'
import { jwtPayload } from '#workers/engines/session/claims.ts'

const tokenOf = (payload: Uint8Array) => `h.${Buffer.from(payload).toString('base64url')}.s`

/** JSON with a few bytes that may make it none, or no UTF-8. */
const payloads = fc
  .tuple(fc.json(), fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { maxLength: 2 }))
  .map(([json, faults]) => {
    const bytes = new TextEncoder().encode(json)
    for (const [at, byte] of faults) bytes[at % bytes.length] = byte
    return bytes
  })

test('any token says the same to both', () => {
  fc.assert(
    fc.property(fc.oneof(payloads.map(tokenOf), fc.string()), (token) => {
      expect(tokenClaims(token)).toEqual(jwtPayload(token))
    }),
    { numRuns: 500 },
  )
})

test('a name with a broken sign is no reason to call an invitation unreadable', () => {
  const token = tokenOf(Uint8Array.from([...Buffer.from('{"name":"J'), 0xe9, ...Buffer.from('r"}')]))
  expect([tokenClaims(token), jwtPayload(token)]).toEqual([{ name: 'J\ufffdr' }, { name: 'J\ufffdr' }])
})

test('H-462: times of links may have fractions too, and all else stays as it is', () => {
  const token = tokenOf(new TextEncoder().encode('{"exp":1700000000.999,"iat":1.5,"invitation":{"n":0.5,"of":"iat"}}'))
  const read = { exp: 1_700_000_000, iat: 1, invitation: { n: 0.5, of: 'iat' } }
  expect([tokenClaims(token), jwtPayload(token)]).toEqual([read, read])
})
