import { describe, expect, test } from 'vitest'
import { someClaims } from '#tests/support/story.ts'
import { isOlder, jwtPayload, type ReadToken, readToken } from './claims.ts'

const tokenOf = (payload: object) => `h.${Buffer.from(JSON.stringify(payload)).toString('base64url')}.s`
const read = (payload: object): ReadToken => {
  const token = readToken(tokenOf(payload))
  if (!token) throw new Error('It is a token of ours.')
  return token
}
const claims = someClaims('p1', { exp: 5000 })

describe('a token', () => {
  test('says whose it is, how long it lives, of which session it is, and how far that had come', () => {
    expect(read({ ...claims, iat: 3200, sid: 's', count: 2 })).toEqual({
      claims,
      lifetimeS: 1800,
      origin: { iat: 3200, sid: 's', count: 2 },
    })
  })

  test('need not say where it comes from; what makes no sense there is not said', () => {
    for (const more of [{}, { iat: 'soon', sid: 's' }])
      expect(read({ ...claims, ...more })).toEqual({ claims, lifetimeS: null, origin: {} })
  })

  test.each(['', 'x', 'a.b.c', tokenOf({ playerid: 'p1' }), `h.${btoa('[')}.s`])('that is none of ours is none: %j', (token) => {
    expect(readToken(token)).toBeNull()
  }) // biome-ignore format: one line

  test('H-462: may say its times with fractions of a second; they are whole seconds here', () => {
    expect(read({ ...claims, exp: 5000.75, iat: 3200.5 })).toMatchObject({
      claims,
      lifetimeS: 1800,
      origin: { iat: 3200 },
    })
  })

  test('is read in every script, and in the signs that addresses take', () => {
    const payload = { name: 'Ünï 𝄞 ~~~???>>>' }
    expect(jwtPayload(tokenOf(payload))).toEqual(payload)
    expect(tokenOf(payload)).toMatch(/[-_]/)
  })
})

describe('of two tokens', () => {
  const older = (one: object, other: object) => isOlder(read({ ...claims, ...one }), read({ ...claims, ...other }))

  test('of one session the one with the lower count is older, whatever the clocks say', () => {
    const [one, two] = [
      { sid: 's', count: 1, iat: 9 },
      { sid: 's', count: 2, iat: 3 },
    ]
    expect([older(one, two), older(two, one)]).toEqual([true, false])
  })

  test('of one count, of two sessions or without a count the one made sooner is older', () => {
    for (const [one, two] of [
      [{ sid: 's', count: 1 }, { sid: 's', count: 1 }],
      [{ sid: 's', count: 7 }, { sid: 't', count: 1 }],
      [{ sid: 's' }, { sid: 's', count: 1 }],
      [{ count: 9 }, { count: 1 }],
    ] as const) // biome-ignore format: a pair in each line
      expect([older({ ...one, iat: 3 }, { ...two, iat: 4 }), older({ ...one, iat: 4 }, { ...two, iat: 3 })]).toEqual([true, false]) // biome-ignore format: one line
    expect(older({ iat: 3 }, { iat: 3 })).toBe(false)
  })

  test('none is older where one does not say when it was made', () => {
    expect([older({ iat: 1 }, {}), older({}, { iat: 1 }), older({}, {})]).toEqual([false, false, false])
  })
})
