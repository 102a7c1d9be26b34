// What was kept of a list of invitations, answered again.
import type { Kysely } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { SentInvitation } from '#core/model/people/network.ts'
import { openDatabase } from '#tests/support/database.ts'
import { addPlayer } from '#tests/support/routes.ts'
import type { Schema } from '../store/schema.ts'
import { onceForKey } from './invitations.ts'

let db: Kysely<Schema>
beforeAll(async () => {
  db = await openDatabase()
  await addPlayer(db, 'p', ['p@x.yz'])
}, 60_000)
afterAll(() => db.destroy())

const SENT: SentInvitation[] = [{ invitee_email: 'n@x.yz', relationship: 'coworker', status: 'sent' }]
const send = (key: string) => onceForKey(db, { playerid: 'p', key, now: Date.now() }, async () => SENT)

it('is answered as it was sent', async () => {
  expect([await send('one'), await send('one')]).toEqual([SENT, SENT])
})

it.each(['{"sent":1}', '[{"invitee_email":"n@x.yz"}]'])('is none where it is no list of them: %s', async (answer) => {
  await send(answer)
  await db.updateTable('sent_lists').set({ answer }).where('key', '=', answer).execute()
  await expect(send(answer)).rejects.toThrow()
})
