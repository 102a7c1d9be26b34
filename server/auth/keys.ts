/**
 * The key tokens are signed with, made at the first start. The embedded database's server keeps it in
 * its data folder, readable by its owner only. Servers on a PostgreSQL server share it there, as it
 * stands: who may read that database can already read every mailed link in the outbox and change every
 * account, so a key to encrypt it with would be one more secret to hand around and would protect nothing.
 */
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import type { Config } from '../config.ts'
import type { Schema } from '../store/schema.ts'
import { createWhole } from '../wholeFile.ts'

const KEY_BYTES = 32
const NAME = 'token'

const pathIn = (dataDir: string) => join(dataDir, 'keys', 'token.key')

/** @returns the key of the servers of a database: its own where several may share it, else the data folder's */
export async function signingKeyOf(
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  db: Kysely<Schema>,
): Promise<Uint8Array> {
  return databaseUrl === null ? signingKey(dataDir) : sharedSigningKey(db, dataDir)
}

/** @returns the signing key of this data folder, made now when there is none */
function signingKey(dataDir: string): Uint8Array {
  const path = pathIn(dataDir)
  mkdirSync(join(dataDir, 'keys'), { recursive: true, mode: 0o700 })
  // Of two servers on one folder one makes the key, the other reads it. A full disk or an end half-way leaves none that
  // is damaged.
  if (!existsSync(path)) createWhole(path, randomBytes(KEY_BYTES).toString('hex'), 0o600)
  return readKey(path)
}

/**
 * The signing key of a database that several servers share. The first to ask brings it: the one its
 * data folder holds from a time before keys were shared, else a new one. Of several first ones at once
 * one wins, and all use that.
 */
async function sharedSigningKey(db: Kysely<Schema>, dataDir: string): Promise<Uint8Array> {
  const known = () => db.selectFrom('server_keys').where('name', '=', NAME).select('key').executeTakeFirst()
  const there = await known()
  if (there) return there.key
  const path = pathIn(dataDir)
  const key = existsSync(path) ? readKey(path) : randomBytes(KEY_BYTES)
  await db
    .insertInto('server_keys')
    .values({ name: NAME, key })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return (await known())?.key ?? key
}

function readKey(path: string): Uint8Array {
  const key = Buffer.from(readFileSync(path, 'utf8').trim(), 'hex')
  if (key.length !== KEY_BYTES) throw new Error(`${path} is damaged`)
  return key
}
