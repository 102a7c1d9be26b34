/**
 * What the page asks about the ways into an account and where somebody is signed in. Each call has an answer and leaves
 * nothing behind: neither state nor the log knows of it (H-018).
 */
import type { DemoAccounts } from '../model/people/demoAccounts.ts'
import type { Passkey, PasskeyAdd, PasskeyCeremony, PlayerPasskeys } from '../model/people/passkeys.ts'
import type { MailChoices } from '../model/people/profile.ts'
import type { Refusal } from '../model/people/refusal.ts'
import type { SecretHandle } from '../model/people/secrets.ts'
import type { PlayerSession } from '../model/people/sessions.ts'

/** The calls, by name, as what they are given (null: nothing) and what they answer. */
export interface SecurityCalls {
  /** Where the player is signed in; this session first. */
  sessions(given: null): readonly PlayerSession[]
  endSession(sessionid: string): null
  endOtherSessions(given: null): null
  /** Every session of the player, this one too. */
  endAllSessions(given: null): null
  /** Says with the password under a handle that it is the player who asks; good for ten minutes. */
  prove(password: SecretHandle<'password'>): null
  passkeys(given: null): PlayerPasskeys
  /** What the browser needs to make one. */
  passkeyOptions(given: null): PasskeyCeremony
  addPasskey(given: PasskeyAdd): Passkey
  renamePasskey(given: { readonly passkeyid: string; readonly name: string }): Passkey
  removePasskey(passkeyid: string): null
  /** What the browser needs to find one, signed out. */
  passkeyRequest(given: null): PasskeyCeremony
  /** Whom a demo lets in; a server that is none answers 404. */
  demoAccounts(given: null): DemoAccounts
  /** Which mails about new releases come, and where they go. */
  mailChoices(given: null): MailChoices
  /** Joins an address to the account with the token of a mailed link (API-PROF-005). Answers the address, null where it is not said. */
  confirmMerge(link: SecretHandle<'link'>): string | null
  /** Takes an address off it (API-PROF-008). Answers the address, null where it is not said. */
  confirmSplit(link: SecretHandle<'link'>): string | null
}
export type SecurityCall = keyof SecurityCalls

/** Why a call came to nothing. */
export interface CallRefusal extends Refusal {
  /** HTTP status; 0 when no answer came. */
  readonly status: number
}
export type Answered<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly refusal: CallRefusal }

export type AskSecurity = <K extends SecurityCall>(
  call: K,
  given: Parameters<SecurityCalls[K]>[0],
) => Promise<Answered<ReturnType<SecurityCalls[K]>>>
