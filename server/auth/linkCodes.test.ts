import type { Kysely } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase } from '#tests/support/database.ts'
import type { Schema } from '../store/schema.ts'
import { createLinkCodes } from './linkCodes.ts'
import { createLinkTokens } from './linkTokens.ts'
import { createSigner } from './signer.ts'

let db: Kysely<Schema>
const now = () => Date.UTC(2026, 10, 20)
const key = new Uint8Array(32).fill(7)

beforeAll(async () => {
  db = await openDatabase()
}, 60_000)
afterAll(() => db.destroy())

it('D-162: of two links that a browser asked for, the code of the unused one counts, and the used one is still known by its own', async () => {
  const links = createLinkTokens(db, createSigner(key, now), now)
  const codes = createLinkCodes(db, key, now)
  const email = 'v@x.yz'
  const mint = async () => {
    const { jti } = await links.mint('magic-link', { email, publicdevice: false }, { email, playerid: null }, db)
    return { jti, code: await codes.issue(jti, 'nonce', db) }
  }
  const first = await mint()
  await links.use(first.jti)
  const second = await mint()
  expect(await codes.check(email, 'nonce', second.code)).toMatchObject({ jti: second.jti, used: false })
  if (first.code !== second.code)
    expect(await codes.check(email, 'nonce', first.code)).toMatchObject({ jti: first.jti, used: true })
  const neither = ['00000', '11111', '22222'].find((code) => code !== first.code && code !== second.code) ?? ''
  expect(await codes.check(email, 'nonce', neither)).toBe('wrong')
})
