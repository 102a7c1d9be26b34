// Players and their e-mails.
import type { Kysely } from 'kysely'
import { emailKey } from '#core/model/people/fields/email.ts'
import { unauthenticated } from '../../http/apiProblem.ts'
import type { PlayerRow, Schema } from '../schema.ts'

/** A player found by one of their e-mails, with that e-mail as it was typed. */
export interface FoundPlayer {
  player: PlayerRow
  shown: string
}

/** @param email any case, spaces and invisible signs around it */
export async function findByEmail(db: Kysely<Schema>, email: string): Promise<FoundPlayer | undefined> {
  const row = await db
    .selectFrom('players')
    .innerJoin('player_emails', 'player_emails.playerid', 'players.playerid')
    .where('player_emails.email', '=', emailKey(email))
    .selectAll('players')
    .select('player_emails.shown')
    .executeTakeFirst()
  if (!row) return undefined
  const { shown, ...player } = row
  return { player, shown }
}

export async function findById(db: Kysely<Schema>, playerid: string): Promise<PlayerRow | undefined> {
  return db.selectFrom('players').where('playerid', '=', playerid).selectAll().executeTakeFirst()
}

/**
 * The same, held until the transaction ends: whoever else changes them, or links, e-mails or sessions of theirs, waits. Taken
 * before any of those (server/README.md, "In which order rows are taken"). Not against rows that name the player, such as
 * sessions, which are written meanwhile: each would wait for the other.
 * @param sid the session this is done in: a new password may have ended it while the player was waited for
 * @throws ApiProblem 401 where it is over
 */
export async function holdPlayer(trx: Kysely<Schema>, playerid: string, sid?: string): Promise<PlayerRow> {
  const player = await trx
    .selectFrom('players')
    .where('playerid', '=', playerid)
    .selectAll()
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  if (sid !== undefined) {
    const session = trx.selectFrom('sessions').where('sessionid', '=', sid).where('revoked_at', 'is', null)
    if (!(await session.select('sessionid').executeTakeFirst())) throw unauthenticated()
  }
  return player
}

/** The e-mails of a player in their order; `email` is the key, `shown` as it was typed. */
export async function emailsOf(db: Kysely<Schema>, playerid: string): Promise<{ email: string; shown: string }[]> {
  return db
    .selectFrom('player_emails')
    .where('playerid', '=', playerid)
    .select(['email', 'shown'])
    .orderBy('place')
    .orderBy('email')
    .execute()
}

/** The same as keys alone. */
export async function emailKeysOf(db: Kysely<Schema>, playerid: string): Promise<string[]> {
  return (await emailsOf(db, playerid)).map(({ email }) => email)
}

/**
 * The e-mail a player signed up with, else the first of those that are left; undefined for a player without e-mails.
 * Whoever has the session of another for a minute cannot make it one of theirs.
 */
export async function firstAddressOf(
  db: Kysely<Schema>,
  { playerid, username }: Pick<PlayerRow, 'playerid' | 'username'>,
): Promise<string | undefined> {
  const own = await emailsOf(db, playerid)
  return (own.find(({ email }) => email === emailKey(username)) ?? own[0])?.shown
}

/** Where a player's notifications go: the chosen e-mail, else their first. Null for a player without e-mails. */
async function mailAddressOf(db: Kysely<Schema>, playerid: string): Promise<string | null> {
  const [player, own] = [await findById(db, playerid), await emailsOf(db, playerid)]
  return (own.find(({ email }) => email === player?.mailto) ?? own[0])?.shown ?? null
}

/**
 * Where somebody is told what happened to their account: the address their mail goes to, and the first one: whoever has
 * the session of another can have notices sent elsewhere.
 */
export async function noticeAddresses(
  db: Kysely<Schema>,
  player: Pick<PlayerRow, 'playerid' | 'username'>,
): Promise<Set<string>> {
  const told = new Set([await mailAddressOf(db, player.playerid), await firstAddressOf(db, player)])
  return new Set([...told].filter((to) => typeof to === 'string'))
}

export const fullName = (player: Pick<PlayerRow, 'firstname' | 'lastname'>): string =>
  `${player.firstname} ${player.lastname}`.trim()
