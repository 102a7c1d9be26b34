import { SignJWT, UnsecuredJWT } from 'jose'
import { describe, expect, it } from 'vitest'
import { createTokens } from './tokens.ts'

const key = new Uint8Array(32).fill(7)
const T0 = Date.UTC(2026, 10, 20)
const claims = {
  username: 'vera',
  playerid: 'p1',
  email: 'vera@demo.test',
  fullname: 'Vera',
  verified: true,
  label_staff: false,
  sid: 's1',
}

describe('tokens', () => {
  it('read back what was minted, with an expiry of 30 minutes', async () => {
    const tokens = createTokens(key, () => T0)
    expect(await tokens.readAccess(await tokens.mintAccess(claims))).toEqual({ ...claims, exp: T0 / 1000 + 1800 })
  })

  it('end when their time is over', async () => {
    let now = T0
    const tokens = createTokens(key, () => now)
    const media = await tokens.mintMedia({ playerid: 'p1', sid: 's1' }, 't1')
    now = T0 + 3_599_000
    expect(await tokens.readMedia(media)).toMatchObject({ playerid: 'p1', mediaID: 't1' })
    now = T0 + 3_600_000
    expect(await tokens.readMedia(media)).toBeNull()
  })

  it('SESSION-011: an access token whose time is over still ends its session, and no other token does', async () => {
    let now = T0
    const tokens = createTokens(key, () => now)
    const [access, media] = [
      await tokens.mintAccess(claims),
      await tokens.mintMedia({ playerid: 'p1', sid: 's1' }, 't1'),
    ]
    expect(await tokens.readAccessToEnd(access)).toMatchObject({ sid: 's1' })
    now = T0 + 24 * 3_600_000
    expect(await tokens.readAccess(access)).toBeNull()
    expect(await tokens.readAccessToEnd(access)).toMatchObject({ sid: 's1' })
    const other = await createTokens(new Uint8Array(32).fill(8), () => T0).mintAccess(claims)
    for (const token of [media, other, `${access}x`, '']) expect(await tokens.readAccessToEnd(token)).toBeNull()
  })

  it('are good for their purpose only', async () => {
    const tokens = createTokens(key, () => T0)
    expect(await tokens.readMedia(await tokens.mintAccess(claims))).toBeNull()
    expect(await tokens.readAccess(await tokens.mintMedia({ playerid: 'p1', sid: 's1' }, 't1'))).toBeNull()
  })

  it('of another key, another algorithm or none are refused', async () => {
    const tokens = createTokens(key, () => T0)
    const other = await createTokens(new Uint8Array(32).fill(8), () => T0).mintAccess(claims)
    const body = { ...claims, iss: 'player-api', aud: 'player-api/access', exp: T0 / 1000 + 60 }
    const hs512 = await new SignJWT(body).setProtectedHeader({ alg: 'HS512' }).sign(new Uint8Array(64).fill(7))
    const unsigned = new UnsecuredJWT(body).encode()
    for (const token of [other, hs512, unsigned, '', 'a.b.c', `${await tokens.mintAccess(claims)}x`]) {
      expect(await tokens.readAccess(token)).toBeNull()
    }
  })
})
