/**
 * How a session ends: here, in another tab, or by the server's word. It is cleared first and the server told behind it,
 * so that a dead server cannot keep anybody signed in.
 */
import type { AppDraft } from '#core/events/index.ts'
import { sessionAbsent, sessionEnded } from '#core/events/people/session.ts'
import type { StoredTokens } from '#core/model/people/storedTokens.ts'
import { logout } from '#workers/api/auth.ts'
import type { Api } from '#workers/api/transport/client.ts'
import type { Clock } from '#workers/api/transport/clock.ts'
import { beforeDeadline } from '../waiting.ts'
import { readToken } from './claims.ts'
import type { HeldTokens, HeldTokensParts } from './heldTokens.ts'
import type { Vault } from './vault.ts'

/** The end of a session is waited for so long where the page is left at it, which would cut the call, ms. */
const END_MS = 2000

/** Whose session it is: one for all parts of the engine. */
export interface Standing {
  /** What the page had at the start. */
  stored: StoredTokens
  /** Whose session the log knows of; null when none. */
  told: string | null
  /** The access token that was announced last. */
  announced: string | null
  isRestoring: boolean
  /** The session that was left last: what another tab still brings of it is over. */
  left: string | undefined
  /** Grows when a session begins or ends, so that an answer to an earlier one is noticed. */
  epoch: number
}

/** Puts a fact of the session into the log. */
export type Tell = (draft: AppDraft, cause?: number | null) => void

export interface EndingParts extends Pick<HeldTokensParts, 'kept' | 'tabs' | 'store'> {
  readonly api: Api
  readonly clock: Clock
  readonly vault: Vault
  readonly held: HeldTokens
  readonly standing: Standing
  readonly report: Tell
  /** Nothing is renewed any more, and no answer comes. */
  readonly stopRenewing: () => void
}

export interface Ending {
  /**
   * Clears first; the call is fire and forget, so that a dead server cannot keep anybody signed in.
   * @param isHere this tab ends it, and another did not before
   */
  end(reason: 'signedOut' | 'elsewhere' | 'expired', cause: number | null, isHere: boolean): void
  /** Another tab signed out. @param isExpired who did so has still to come back: the server had ended it */
  followOut(isExpired: boolean): void
  /** Somebody else's session has come, and no goodbye before it: the server had ended this one (H-477). */
  giveWay(): void
  /** Whether what is on this device outlives the session. */
  isOnDevice(): boolean
}

/** Ends a session for the server too. Settles when it answered, or took too long; a dead one keeps nobody signed in. */
export async function endAtServer(api: Api, clock: Pick<Clock, 'setTimer' | 'clearTimer'>, access: string) {
  await beforeDeadline(clock, END_MS, logout(api, access), () => new Error('late')).catch(() => undefined)
}

export function createEnding(parts: EndingParts): Ending {
  const { api, clock, kept, tabs, vault, held, standing, report, stopRenewing } = parts

  const isOnDevice = () => held.current()?.kept ?? !standing.stored.isPublic

  function end(reason: 'signedOut' | 'elsewhere' | 'expired', cause: number | null, isHere: boolean): void {
    const token = held.current()?.access
    const wasKept = isOnDevice()
    if (isHere) leave()
    held.clear()
    standing.told = null
    standing.epoch += 1
    // What is in flight belongs to this session: who asks for the next one does not join it.
    stopRenewing()
    vault.clear()
    // What is kept on this device belongs to the tab that ended the session: it may hold the next one already.
    if (isHere) {
      parts.store(null, null)
      void kept.clear().catch(() => undefined)
      tabs.tell({ kind: 'ended', ...(reason === 'expired' ? { expired: true } : {}) })
      const ended = token ? endAtServer(api, clock, token) : null
      // The page of a public computer is loaded anew at the end, which would cut the call.
      if (ended && !wasKept) return void ended.then(() => report(sessionEnded({ reason }), cause))
    }
    report(sessionEnded({ reason }), cause)
  }

  function leave(): void {
    standing.left = readToken(held.current()?.access ?? '')?.origin.sid ?? standing.left
  }

  function followOut(isExpired: boolean): void {
    leave()
    if (standing.told !== null) return isExpired ? giveWay() : end('elsewhere', null, false)
    if (!standing.isRestoring && !held.current()) return
    held.clear()
    standing.epoch += 1
    stopRenewing()
    report(sessionAbsent({}))
  }

  function giveWay(): void {
    end(isOnDevice() ? 'expired' : 'elsewhere', null, false)
  }

  return { end, followOut, giveWay, isOnDevice }
}
