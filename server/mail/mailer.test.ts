// When the runner of mails is told that there is one.
import type { Kysely } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase } from '#tests/support/database.ts'
import type { Schema } from '../store/schema.ts'
import { transact } from '../store/transact.ts'
import { createMailer } from './mailer.ts'
import { readMailTexts } from './texts.ts'

let db: Kysely<Schema>
const said: string[] = []

beforeAll(async () => {
  db = await openDatabase()
}, 60_000)
afterAll(() => db.destroy())

const mailer = () =>
  createMailer({
    db,
    texts: readMailTexts('locales'),
    origin: () => 'https://player.example',
    deliver: true,
    kick: () => said.push('kick'),
    now: () => Date.now(),
  })
const write = (within: Kysely<Schema>) =>
  mailer().send('signup_code', 'a@x.yz', { code: '12345', minutes: 10 }, 'en', { within })

it('is when it can see it: behind the transaction, once for each mail, and at once where there is none', async () => {
  await transact(db, async (trx) => {
    await write(trx)
    await write(trx)
    said.push('written')
  })
  said.push('committed')
  await write(db)
  expect(said.splice(0)).toEqual(['written', 'kick', 'kick', 'committed', 'kick'])
})

it('is not where the transaction was taken back', async () => {
  const work = transact(db, async (trx) => {
    await write(trx)
    throw new Error('refused')
  })
  await expect(work).rejects.toThrow('refused')
  expect(said).toEqual([])
})
