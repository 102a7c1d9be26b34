/**
 * The players of a demo where it is over: everybody can read their password. They are told by their ids, which no
 * sign-up gives; nothing of the demo itself is needed for that.
 */
import type { Kysely } from 'kysely'
import * as z from 'zod/mini'
import type { Sessions } from '../auth/sessions.ts'
import { deleteMeta, readMeta, writeMeta } from '../store/meta.ts'
import type { Schema } from '../store/schema.ts'

const DEMO_IDS = 'demo-%'
const Closed = z.record(z.string(), z.enum(['active', 'pending']))

/**
 * Closes the demo's players and ends their sessions.
 * @returns how many were open until now
 */
export async function closeDemoPlayers(db: Kysely<Schema>, sessions: Pick<Sessions, 'revokeAll'>): Promise<number> {
  const open = await db
    .selectFrom('players')
    .where('playerid', 'like', DEMO_IDS)
    .where('state', '<>', 'inactive')
    .select(['playerid', 'state'])
    .execute()
  if (open.length === 0) return 0
  await db.transaction().execute(async (trx) => {
    const earlier = await closedBefore(trx)
    const now = Object.fromEntries(open.map(({ playerid, state }) => [playerid, state]))
    await writeMeta(trx, 'demo_closed', JSON.stringify({ ...earlier, ...now }))
    await trx.updateTable('players').set({ state: 'inactive' }).where('playerid', 'in', Object.keys(now)).execute()
    for (const { playerid } of open) await sessions.revokeAll(playerid, 'the demo is over', trx)
  })
  return open.length
}

/** Opens them again where the demo is back: those, and only those, that `closeDemoPlayers` closed. */
export async function reopenDemoPlayers(db: Kysely<Schema>): Promise<void> {
  await db.transaction().execute(async (trx) => {
    for (const [playerid, state] of Object.entries(await closedBefore(trx))) {
      await trx.updateTable('players').set({ state }).where('playerid', '=', playerid).execute()
    }
    await deleteMeta(trx, 'demo_closed')
  })
}

async function closedBefore(db: Kysely<Schema>): Promise<z.infer<typeof Closed>> {
  const kept = await readMeta(db, 'demo_closed')
  return kept === null ? {} : Closed.parse(JSON.parse(kept))
}
