import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { openDatabase } from '#tests/support/database.ts'
import type { Schema } from '../store/schema.ts'
import { createLimits, type Limited } from './limits.ts'
import { CODE_TTL_MIN } from './signupCodes.ts'

let db: Kysely<Schema>
beforeAll(async () => {
  db = await openDatabase()
}, 60_000)
afterAll(() => db.destroy())
beforeEach(() => sql`truncate rate_limits`.execute(db))

let now = Date.parse('2026-01-01T00:00:00Z')
const limits = () => createLimits(db, () => now)
/** Whether that many more are allowed; what is refused counts nothing. */
const may = async (what: Limited, address: string, weight: number, subject = '') =>
  (await Promise.allSettled([limits().spend(what, subject, address, { weight })]))[0].status === 'fulfilled'

it('H-369: wrong codes of mailed links are counted for a network over a day, and what was none is given back', async () => {
  expect(await may('wrong-link-code', '10.0.0.1', 59)).toBe(true)
  for (let n = 0; n < 5; n++) {
    expect(await may('wrong-link-code', '10.0.0.1', 1)).toBe(true)
    await limits().giveBack('wrong-link-code', '10.0.0.1')
  }
  expect(await may('wrong-link-code', '10.0.0.1', 1)).toBe(true)
  expect(await may('wrong-link-code', '10.0.0.1', 1)).toBe(false)
  expect(await may('wrong-link-code', '10.0.0.2', 1)).toBe(true)
  now += 86_400_000
  expect(await may('wrong-link-code', '10.0.0.1', 60)).toBe(true)
})

it('H-372: networks of IPv6 are counted with those they lie in: five times as many for a /56, twenty for a /48', async () => {
  const address = (home: number, net: number) => `2001:db8:1:${(home * 256 + net).toString(16)}::1`
  for (let net = 0; net < 5; net++) expect(await may('check-account', address(0, net), 200)).toBe(true)
  expect(await may('check-account', address(0, 5), 1)).toBe(false)
  for (let home = 1; home < 4; home++)
    for (let net = 0; net < 5; net++) expect(await may('check-account', address(home, net), 200)).toBe(true)
  expect(await may('check-account', address(4, 0), 1)).toBe(false)
  expect(await may('check-account', '2001:db8:2::1', 200)).toBe(true)
})

it('H-373: what costs without an account is bounded over all networks, and messages of players go on', {
  tags: ['long'],
}, async () => {
  const from = (n: number) => `10.0.${Math.floor(n / 256)}.${n % 256}`
  for (let n = 0; n < 100; n++) expect(await may('passkey-request', from(n), 600)).toBe(true)
  expect(await may('passkey-request', from(100), 1)).toBe(false)
  for (let n = 0; n < 30; n++) expect(await may('support-signed-out', from(n), 20, `${n}@x.yz`)).toBe(true)
  expect(await may('support-signed-out', from(30), 1, 'another@x.yz')).toBe(false)
  expect(await may('support', from(30), 1, 'vera')).toBe(true)
})

it('H-586: codes that strangers ask for keep an e-mail from another one no longer than the last of them is good', async () => {
  for (let n = 0; n < 30; n++) expect(await may('code', `10.0.0.${n}`, 1, 'new@x.yz')).toBe(true)
  expect(await may('code', '10.0.1.1', 1, 'new@x.yz')).toBe(false)
  now += CODE_TTL_MIN * 60_000
  expect(await may('code', '10.0.1.1', 1, 'new@x.yz')).toBe(true)
})
