/**
 * Passkeys: WebAuthn without attestation, with user verification, and with credentials the browser finds by itself, so
 * that no e-mail is needed to sign in and none is told. A question (challenge) is good once, for five minutes, for
 * who has the secret it was asked with; nothing but its digest is kept of that secret. Domain and origin come from the
 * configuration, never from a request.
 */
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { isIP } from 'node:net'
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { type Kysely, sql } from 'kysely'
import { PASSKEYS_MAX, type Passkey, type PasskeyAdd, type PasskeySignIn } from '#core/model/people/passkeys.ts'
import { ApiProblem } from '../http/apiProblem.ts'
import { fullName, holdPlayer } from '../store/people/players.ts'
import type { PasskeyRow } from '../store/peopleSchema.ts'
import type { PlayerRow, Schema } from '../store/schema.ts'
import { sweepRows } from '../store/sweepRows.ts'
import { transact } from '../store/transact.ts'

const CHALLENGE_MS = 5 * 60_000
const HANDLE_BYTES = 32
const CEREMONY_BYTES = 32
/** EdDSA, ES256, RS256: what authenticators have. */
const ALGORITHMS = [-8, -7, -257]
const RP_NAME = 'Player'
/** What WebAuthn knows of ways to reach an authenticator; others say nothing to a browser. */
const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const
type Transport = (typeof TRANSPORTS)[number]

const passkeyRefused = (status = 401) =>
  new ApiProblem(status, 'PASSKEY_REFUSED', 'This passkey could not be verified.')
const passkeyUnknown = () => new ApiProblem(401, 'PASSKEY_UNKNOWN', 'This passkey belongs to no account here.')
const noSuchPasskey = () => new ApiProblem(404, 'PASSKEY_NOT_FOUND', 'There is no such passkey.')

export interface Ceremony {
  ceremony: string
  options: object & { challenge: string }
  /** Where its answer may come from. */
  origin: string
}

/**
 * @param parts.origin where players reach the server
 * @param parts.now ms since 1970
 */
export function createPasskeys({ db, origin, now }: { db: Kysely<Schema>; origin(): string; now(): number }) {
  /** The domain passkeys are for. Null at an address without a name: browsers take none there. */
  function rpId(): string | null {
    const { hostname } = new URL(origin())
    return isIP(hostname.replace(/^\[|\]$/g, '')) === 0 ? hostname : null
  }

  const ownOrigin = () => new URL(origin()).origin

  /** @throws ApiProblem 409 where there can be none */
  function rp(): { id: string; origin: string } {
    const id = rpId()
    if (id === null) throw new ApiProblem(409, 'PASSKEYS_OFF', 'Passkeys need a server with a name.')
    return { id, origin: ownOrigin() }
  }

  const digestOf = (ceremony: string): string => createHash('sha256').update(ceremony).digest('hex')

  /** @param sessionid who may answer, where it is not anybody */
  async function ask(options: { challenge: string }, sessionid: string | null): Promise<Ceremony> {
    const ceremony = randomBytes(CEREMONY_BYTES).toString('base64url')
    await db
      .insertInto('passkey_challenges')
      .values({
        digest: digestOf(ceremony),
        challenge: options.challenge,
        sessionid,
        expires_at: new Date(now() + CHALLENGE_MS),
      })
      .execute()
    return { ceremony, options, origin: ownOrigin() }
  }

  /** Takes a question away, whatever comes of its answer. @throws ApiProblem 410 when it was asked otherwise, long ago or answered */
  async function challengeOf(ceremony: string, sessionid: string | null): Promise<string> {
    const found = await db
      .deleteFrom('passkey_challenges')
      .where('digest', '=', digestOf(ceremony))
      .where('sessionid', sessionid === null ? 'is' : '=', sessionid)
      .returning(['challenge', 'expires_at'])
      .executeTakeFirst()
    if (!found || found.expires_at.getTime() <= now()) {
      throw new ApiProblem(410, 'CHALLENGE_EXPIRED', 'That took too long, or was answered already. Try again.')
    }
    return found.challenge
  }

  /** What stands for the player in their passkeys; says nothing and never changes. */
  async function handleOf(playerid: string): Promise<Uint8Array<ArrayBuffer>> {
    await db
      .updateTable('players')
      .set({ passkey_handle: randomBytes(HANDLE_BYTES) })
      .where('playerid', '=', playerid)
      .where('passkey_handle', 'is', null)
      .execute()
    const row = await db
      .selectFrom('players')
      .where('playerid', '=', playerid)
      .select('passkey_handle')
      .executeTakeFirstOrThrow()
    return new Uint8Array(row.passkey_handle ?? [])
  }

  const rowsOf = (playerid: string) =>
    db
      .selectFrom('passkeys')
      .where('playerid', '=', playerid)
      .selectAll()
      .orderBy('created_at', 'desc')
      .orderBy('passkeyid')
      .execute()

  return {
    rpId,
    origin: ownOrigin,

    async of(playerid: string): Promise<Passkey[]> {
      return (await rowsOf(playerid)).map(shown)
    },

    /** What the browser needs to make a passkey. @param email it is shown under */
    async creation(player: PlayerRow, email: string, sessionid: string): Promise<Ceremony> {
      const { id } = rp()
      const own = await rowsOf(player.playerid)
      if (own.length >= PASSKEYS_MAX) throw tooMany()
      const options = await generateRegistrationOptions({
        rpName: RP_NAME,
        rpID: id,
        userID: await handleOf(player.playerid),
        userName: email,
        userDisplayName: fullName(player),
        attestationType: 'none',
        excludeCredentials: own.map(({ credential, transports }) => ({
          id: credential,
          transports: knownTransports(transports),
        })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        supportedAlgorithmIDs: ALGORITHMS,
        timeout: CHALLENGE_MS,
      })
      return ask(options, sessionid)
    },

    /**
     * Keeps a passkey that was made, and whatever `within` does, in one transaction.
     * @throws ApiProblem 410, 400 PASSKEY_REFUSED, 401 where the session is over by now, 409 for one that is kept already, or one too many
     */
    async add(
      playerid: string,
      sessionid: string,
      { ceremony, response, name }: PasskeyAdd,
      within: (trx: Kysely<Schema>, passkey: Passkey) => Promise<void>,
    ): Promise<Passkey> {
      const { id, origin: expectedOrigin } = rp()
      const expectedChallenge = await challengeOf(ceremony, sessionid)
      const { verified, registrationInfo } = await verifyRegistrationResponse({
        response: response as RegistrationResponseJSON,
        expectedChallenge,
        expectedOrigin,
        expectedRPID: id,
        requireUserVerification: true,
        supportedAlgorithmIDs: ALGORITHMS,
      }).catch(() => ({ verified: false, registrationInfo: undefined }))
      if (!verified || !registrationInfo) throw passkeyRefused(400)
      const { credential, credentialBackedUp, credentialDeviceType, aaguid } = registrationInfo
      return transact(db, async (trx) => {
        // Of two that come at once the second counts the first.
        await holdPlayer(trx, playerid, sessionid)
        const own = await trx.selectFrom('passkeys').where('playerid', '=', playerid).select('passkeyid').execute()
        if (own.length >= PASSKEYS_MAX) throw tooMany()
        const row = await trx
          .insertInto('passkeys')
          .values({
            passkeyid: randomUUID(),
            credential: credential.id,
            playerid,
            public_key: Buffer.from(credential.publicKey),
            counter: credential.counter,
            transports: knownTransports(response.response.transports ?? []),
            synced: credentialBackedUp || credentialDeviceType === 'multiDevice',
            aaguid,
            name,
            created_at: new Date(now()),
            used_at: null,
          })
          .onConflict((conflict) => conflict.column('credential').doNothing())
          .returningAll()
          .executeTakeFirst()
        if (!row) throw new ApiProblem(409, 'PASSKEY_KNOWN', 'This passkey is kept already.')
        await within(trx, shown(row))
        return shown(row)
      })
    },

    /** What a browser needs to find a passkey for this server; anybody may ask. */
    async request(): Promise<Ceremony> {
      const { id } = rp()
      const options = await generateAuthenticationOptions({
        rpID: id,
        userVerification: 'required',
        timeout: CHALLENGE_MS,
      })
      return ask(options, null)
    },

    /**
     * Who signs in with this answer.
     * @throws ApiProblem 410; 401 PASSKEY_UNKNOWN for one that is kept nowhere here, PASSKEY_REFUSED for one that is not right
     */
    async signIn({ ceremony, response }: PasskeySignIn): Promise<PlayerRow> {
      const { id, origin: expectedOrigin } = rp()
      const expectedChallenge = await challengeOf(ceremony, null)
      return db.transaction().execute(async (trx) => {
        // Locked: a counter that was used at once by two is a copy too.
        const row = await trx
          .selectFrom('passkeys')
          .where('credential', '=', response.id)
          .selectAll()
          .forUpdate()
          .executeTakeFirst()
        if (!row) throw passkeyUnknown()
        const player = await trx
          .selectFrom('players')
          .where('playerid', '=', row.playerid)
          .selectAll()
          .executeTakeFirstOrThrow()
        const handle = Buffer.from(player.passkey_handle ?? []).toString('base64url')
        if (handle === '' || response.response.userHandle !== handle) throw passkeyRefused()
        const { verified, authenticationInfo } = await verifyAuthenticationResponse({
          response: response as AuthenticationResponseJSON,
          expectedChallenge,
          expectedOrigin,
          expectedRPID: id,
          requireUserVerification: true,
          credential: { id: row.credential, publicKey: new Uint8Array(row.public_key), counter: row.counter },
        }).catch(() => ({ verified: false, authenticationInfo: undefined }))
        if (!verified || !authenticationInfo) throw passkeyRefused()
        await trx
          .updateTable('passkeys')
          .set({
            counter: authenticationInfo.newCounter,
            synced: authenticationInfo.credentialBackedUp || row.synced,
            used_at: new Date(now()),
          })
          .where('passkeyid', '=', row.passkeyid)
          .execute()
        return player
      })
    },

    /** @throws ApiProblem 404 */
    async rename(playerid: string, passkeyid: string, name: string): Promise<Passkey> {
      const row = await db
        .updateTable('passkeys')
        .set({ name })
        .where('playerid', '=', playerid)
        .where('passkeyid', '=', passkeyid)
        .returningAll()
        .executeTakeFirst()
      if (!row) throw noSuchPasskey()
      return shown(row)
    },

    /** @returns what it was called; null when the player has no such passkey */
    async remove(playerid: string, passkeyid: string, within: Kysely<Schema>): Promise<string | null> {
      const row = await within
        .deleteFrom('passkeys')
        .where('playerid', '=', playerid)
        .where('passkeyid', '=', passkeyid)
        .returning('name')
        .executeTakeFirst()
      return row?.name ?? null
    },

    async sweep(): Promise<void> {
      await sweepRows(db, 'passkey_challenges', sql`expires_at < ${new Date(now())}`)
    },
  }
}

export type Passkeys = ReturnType<typeof createPasskeys>

const tooMany = () =>
  new ApiProblem(409, 'TOO_MANY_PASSKEYS', `An account has at most ${PASSKEYS_MAX} passkeys. Remove one first.`)

const knownTransports = (told: readonly string[]): Transport[] => TRANSPORTS.filter((one) => told.includes(one))

const shown = ({ passkeyid, name, created_at, used_at, synced }: PasskeyRow): Passkey => ({
  passkeyid,
  name,
  created: created_at.toISOString(),
  used: used_at?.toISOString() ?? null,
  synced,
})
