// What other threads may ask of the session worker, the only one that holds tokens.
import type { LinkFacts } from '../model/people/mailedLink.ts'
import type { PersonalPurpose, SecretHandle, SecretPurpose } from '../model/people/secrets.ts'
import type { StoredTokens } from '../model/people/storedTokens.ts'

/**
 * Called when the page shall hold other tokens, or none: `refresh` on a public computer alone (D-006, SESSION-016).
 * `isBehind`: as in `StoredTokens`; left out, it is as it was.
 */
export type StoreTokens = (access: string | null, refresh: string | null, isBehind?: boolean) => void

/**
 * What another worker may ask, over a port of its own. Secrets cross between workers only;
 * state and events carry the handles.
 */
export interface TokenBroker {
  /**
   * An access token that is good for at least 15 s, refreshed first if need be; null when signed out, and where none is
   * left of a session the server refused (H-620).
   * @throws Error as `renew` does
   */
  accessToken(): Promise<string | null>
  /**
   * After a 401 with `stale`: one refresh, joined by all who ask; the new token, or null when the session is over,
   * that of another player too: nothing is carried out for whoever signed in meanwhile. While it is refused the answer is
   * null at once, and what a later try brings is told as a renewal (H-620). With an empty `stale`: whether there is one.
   * @throws Error when there is none to be had now: the server cannot be reached, or asks to wait
   */
  renew(stale: string): Promise<string | null>
  /** Keeps a secret and answers its handle. Gone at sign-out, but for mailed links: one may be for somebody else. */
  keepSecret<P extends SecretPurpose>(purpose: P, secret: string): Promise<SecretHandle<P>>
  /** What stands under a handle, or null when it is gone or was kept for something else. */
  reveal<P extends SecretPurpose>(purpose: P, handle: SecretHandle<P>): Promise<string | null>
  /** The same for the last time: it is gone then, a mailed link from this device too. */
  take<P extends SecretPurpose>(purpose: P, handle: SecretHandle<P>): Promise<string | null>
  /** Texts somebody else wrote, without any secret that ever was in the vault. */
  cutFrom(texts: readonly string[]): Promise<readonly string[]>
}

/** What the main thread may ask. */
export interface SessionWorker {
  /**
   * Starts the engine with what the page has; facts go up `state`.
   * @param player whose session the worker before had when it died; null: nobody's
   */
  open(stored: StoredTokens, state: MessagePort, store: StoreTokens, player: string | null): Promise<void>
  /** Opens a broker for another worker at this port. */
  serve(broker: MessagePort): Promise<void>
  /** Puts what a form holds, or a mailed link brought, into the vault; the wish names the handle. */
  keepSecret<P extends PersonalPurpose>(purpose: P, secret: string): Promise<SecretHandle<P>>
  /** The address under a handle of the player's stream, for the audio element (API-MEDIA-002), or null. Of no other secret. */
  reveal(handle: SecretHandle<'media'>): Promise<string | null>
  /** What the link under a handle says, or null when it is gone. */
  readLink(handle: string): Promise<LinkFacts | null>
  /** Check the token now: the tab was hidden, the machine slept, the network came back (D-030). */
  check(): Promise<void>
}
