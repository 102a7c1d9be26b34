// The tables about people: links that work once, sign-ups, connections, limits.
import type { ColumnType, Generated, Selectable } from 'kysely'

export interface LinkTokensTable {
  /** The claim `jti` of the token; the token itself is never stored. */
  jti: string
  purpose: string
  /** Lower case. */
  email: string
  playerid: string | null
  expires_at: Date
  used_at: Date | null
  /** Replaced by a later one, or made void by a new password. */
  revoked_at: Date | null
  /** SHA-256, hex, of the key it was used with; null where none was given. */
  used_by: Generated<string | null>
  /** The session its use began. */
  sessionid: Generated<string | null>
  /** SHA-256, hex, of the nonce of the browser that asked for it; null where none was given, or no code is asked for. */
  asked_by: Generated<string | null>
  /** HMAC, hex, of the code in the same mail. */
  code: Generated<string | null>
  code_tries: Generated<number>
}

export interface SignupCodesTable {
  /** Lower case. */
  email: string
  /** Keyed digest of the code, hex: five digits alone would be found in no time. */
  digest: string
  /** From the network that asked for the code. */
  tries: number
  /** From anywhere else: they end the code for themselves, and not for whoever asked for it. */
  foreign_tries: Generated<number>
  /** SHA-256, hex, of e-mail and network that asked for it; each has one code. */
  asked_from: Generated<string>
  asked_at: Generated<Date>
  /** When it was given back rightly; `expires_at` is a short while later from then on. */
  used_at: Date | null
  /** SHA-256, hex, of the key it was given back with. */
  used_by: string | null
  expires_at: Date
}

export interface SignupsTable {
  playerid: string
  /** What the form said, without passwords and tokens. */
  answers: ColumnType<unknown, string, string>
  at: Date
}

export interface RateLimitsTable {
  /** SHA-256, hex, of what is limited. */
  key: string
  count: number
  ends_at: Date
  /** Until when a guess has to wait; null where none has to. */
  held_until: Generated<Date | null>
}

export interface InvitationsTable {
  invitationid: string
  inviter_id: string
  /** Of the invitee, lower case. */
  email: string
  relationship: 'coworker' | 'industry-contact' | 'other'
  /** Of its token. */
  jti: string
  at: Date
  accepted_at: Date | null
  /** Null while accepted by a player who is not approved yet (API-NET-006). */
  connected_at: Date | null
}

/** Lists of invitations, by the key of the call that sent them; kept for a day. */
export interface SentListsTable {
  playerid: string
  key: string
  at: Date
  /** JSON of what became of each. */
  answer: ColumnType<string, string | undefined, string>
}

/** Two rows for each connection, one for each side. */
export interface ConnectionsTable {
  playerid: string
  other_id: string
  at: Date
  /** The count of the player's changes of connections it came with. */
  number: Generated<number>
}

/** How often what concerns a player changed, counted by the database; no row while nothing did. */
export interface PlayerChangesTable {
  playerid: string
  shares: number
  connections: number
  profile: number
}

export interface DevicesTable {
  playerid: string
  device_id: string
  platform: string
  seen_at: Date
}

export interface SupportMessagesTable {
  id: string
  playerid: string | null
  email: string
  body: string
  at: Date
}

export interface PasskeysTable {
  passkeyid: string
  /** The credential's id, base64url. */
  credential: string
  playerid: string
  /** COSE key. */
  public_key: Uint8Array
  /** Grows with each use, or stays 0 where a passkey is on several devices. */
  counter: number
  transports: string[]
  synced: boolean
  /** Which kind of authenticator made it; zeros where it does not say. */
  aaguid: string
  name: string
  created_at: Date
  used_at: Date | null
}
export type PasskeyRow = Selectable<PasskeysTable>

/** Questions that wait for their answer. */
export interface PasskeyChallengesTable {
  /** SHA-256, hex, of the secret that came with the question. */
  digest: string
  challenge: string
  /** Who may answer; null for anybody who has the secret. */
  sessionid: string | null
  expires_at: Date
}

export interface PeopleSchema {
  passkeys: PasskeysTable
  passkey_challenges: PasskeyChallengesTable
  link_tokens: LinkTokensTable
  signup_codes: SignupCodesTable
  signups: SignupsTable
  rate_limits: RateLimitsTable
  invitations: InvitationsTable
  sent_lists: SentListsTable
  connections: ConnectionsTable
  player_changes: PlayerChangesTable
  devices: DevicesTable
  support_messages: SupportMessagesTable
}
