import type { Kysely } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase } from '#tests/support/database.ts'
import type { Schema } from '../store/schema.ts'
import { createSignupCodes } from './signupCodes.ts'

let db: Kysely<Schema>
beforeAll(async () => {
  db = await openDatabase()
}, 60_000)
afterAll(() => db.destroy())

it('API-SIGNUP-003: a stranger’s wrong tries end a code for strangers, and not for who asked for it', async () => {
  const codes = createSignupCodes(db, new Uint8Array(32).fill(7), () => Date.parse('2026-01-01T00:00:00Z'))
  const code = await codes.issue('new@x.yz', '2001:db8:1:2::1')
  const wrong = code === '00000' ? '00001' : '00000'
  for (let n = 0; n < 5; n++) expect(await codes.check('new@x.yz', wrong, `10.0.0.${n}`, null)).toBe('wrong')
  for (let n = 5; n < 50; n++) expect(await codes.check('new@x.yz', code, `10.0.0.${n}`, null)).toBe('expired')
  for (let n = 0; n < 4; n++) expect(await codes.check('new@x.yz', wrong, '2001:db8:1:2::1', null)).toBe('wrong')
  // The same network, another of its addresses.
  expect(await codes.check('NEW@x.yz', code, '2001:db8:1:2::99', null)).toBe('right')

  const next = await codes.issue('new@x.yz', '10.0.0.1')
  for (let n = 0; n < 5; n++) await codes.check('new@x.yz', next === wrong ? '11111' : wrong, '10.0.0.1', null)
  expect(await codes.check('new@x.yz', next, '10.0.0.1', null)).toBe('expired')
})

it('knows the network a code was asked for from', async () => {
  const codes = createSignupCodes(db, new Uint8Array(32).fill(7), () => Date.parse('2026-01-01T00:00:00Z'))
  expect(await codes.isOwn('own@x.yz', '10.0.0.1')).toBe(false)
  await codes.issue('own@x.yz', '10.0.0.1')
  expect([await codes.isOwn('OWN@x.yz', '10.0.0.1'), await codes.isOwn('own@x.yz', '10.0.0.2')]).toEqual([true, false])
})

it('API-SIGNUP-003: a right code is right again for five minutes to the same key, whatever was tried before it, and neither longer nor to another', async () => {
  let at = Date.parse('2026-01-01T00:00:00Z')
  const codes = createSignupCodes(db, new Uint8Array(32).fill(7), () => at)
  const code = await codes.issue('again@x.yz', '10.0.0.1')
  const wrong = code === '00000' ? '00001' : '00000'
  for (let n = 0; n < 4; n++) await codes.check('again@x.yz', wrong, '10.0.0.1', null)
  at += 9 * 60_000
  const give = (key: string | null) => codes.check('again@x.yz', code, '10.0.0.1', key)
  expect(await give('mine')).toBe('right')
  at += 4 * 60_000
  expect([await give(null), await give('another')]).toEqual(['expired', 'expired'])
  expect(await give('mine')).toBe('right')
  at += 60_000
  expect(await give('mine')).toBe('expired')
})

it('API-SIGNUP-003: a code given without a key is used up, and of two at once one is right', async () => {
  const codes = createSignupCodes(db, new Uint8Array(32).fill(7), () => Date.parse('2026-01-01T00:00:00Z'))
  const code = await codes.issue('once@x.yz', '10.0.0.1')
  const give = () => codes.check('once@x.yz', code, '10.0.0.1', null)
  expect((await Promise.all([give(), give()])).sort()).toEqual(['expired', 'right'])
  expect(await give()).toBe('expired')
})

it('API-SIGNUP-003: a right code bears five tries more', async () => {
  const codes = createSignupCodes(db, new Uint8Array(32).fill(7), () => Date.parse('2026-01-01T00:00:00Z'))
  const code = await codes.issue('guessed@x.yz', '10.0.0.1')
  const wrong = code === '00000' ? '00001' : '00000'
  await codes.check('guessed@x.yz', code, '10.0.0.1', null)
  for (let n = 0; n < 5; n++) expect(await codes.check('guessed@x.yz', wrong, '10.0.0.1', null)).toBe('wrong')
  expect(await codes.check('guessed@x.yz', code, '10.0.0.1', null)).toBe('expired')
})

it('H-586: a code that a stranger asks for takes no place of the owner’s, and ends nothing that was asked for there', async () => {
  let at = Date.parse('2026-01-01T00:00:00Z')
  const codes = createSignupCodes(db, new Uint8Array(32).fill(7), () => at)
  const [owner, stranger, another] = ['10.0.0.1', '10.1.0.1', '10.2.0.1'] as const
  const own = await codes.issue('both@x.yz', owner)
  at += 1000
  // Two of five digits may be the same.
  let theirs = own
  while (theirs === own) theirs = await codes.issue('both@x.yz', stranger)
  expect(await codes.isOwn('both@x.yz', owner)).toBe(true)
  const wrong = ['00000', '00001', '00002'].find((code) => code !== own && code !== theirs) ?? ''
  for (let n = 0; n < 5; n++) expect(await codes.check('both@x.yz', wrong, another, null)).toBe('wrong')
  expect(await codes.check('both@x.yz', theirs, another, null)).toBe('expired')
  // The owner's own is no longer the newest: from elsewhere it is none.
  expect(await codes.check('both@x.yz', own, another, null)).toBe('expired')
  expect(await codes.check('both@x.yz', own, owner, null)).toBe('right')
})

it('H-586: the newest code of an e-mail is right wherever it was asked for, and given where another was', async () => {
  let at = Date.parse('2026-01-01T00:00:00Z')
  const codes = createSignupCodes(db, new Uint8Array(32).fill(7), () => at)
  await codes.issue('newest@x.yz', '10.0.0.1')
  at += 1000
  const newest = await codes.issue('newest@x.yz', '10.1.0.1')
  expect(await codes.check('newest@x.yz', newest, '10.0.0.1', 'mine')).toBe('right')
  expect(await codes.check('newest@x.yz', newest, '10.0.0.1', 'mine')).toBe('right')
  expect(await codes.check('newest@x.yz', newest, '10.0.0.1', 'another')).not.toBe('right')
})

it('H-586: who gives a code of their own that is over is told so, whatever others asked for since', async () => {
  let at = Date.parse('2026-01-01T00:00:00Z')
  const codes = createSignupCodes(db, new Uint8Array(32).fill(7), () => at)
  const own = await codes.issue('over@x.yz', '10.0.0.1')
  at += 9 * 60_000
  let theirs = own
  while (theirs === own) theirs = await codes.issue('over@x.yz', '10.1.0.1')
  expect(
    await codes.check(
      'over@x.yz',
      ['00000', '00001', '00002'].find((code) => code !== own && code !== theirs) ?? '',
      '10.0.0.1',
      null,
    ),
  ).toBe('wrong')
  at += 60_000
  expect(await codes.check('over@x.yz', own, '10.0.0.1', null)).toBe('expired')
  expect(await codes.check('over@x.yz', own, '10.2.0.1', null)).toBe('wrong')
  expect(await codes.check('over@x.yz', theirs, '10.0.0.1', null)).toBe('right')
})
