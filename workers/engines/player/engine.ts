/**
 * Gets the address a song is streamed from. It answers the state, not single wishes: whenever the newest
 * choice has a song and no address, a token is fetched, and only the newest answer is reported (PLAYER-033).
 * As soon as a song sounds, the address of the one that follows is fetched too.
 */

import type { TokenBroker } from '#core/contracts/session.ts'
import { playerAddressFailed, playerAddressReady, playerNextReady } from '#core/events/player.ts'
import { awaitedPlay, following } from '#core/reducers/playback/queueReading.ts'
import type { ReadonlyStore } from '#core/reducers/store.ts'
import { audioToken, streamAddress } from '#workers/api/media.ts'
import { ApiError, codeOf } from '#workers/api/transport/apiError.ts'
import type { Api } from '#workers/api/transport/client.ts'
import type { Engine, Report } from '../engine.ts'

export interface AddressRequest {
  readonly requestId: string
  readonly trackid: string
}

/** What is missing in this state: the address of the newest choice, or nothing while its release is not known. */
export function planPlayer(state: ReadonlyStore): AddressRequest | null {
  if (awaitedPlay(state) !== null) return null
  const { requestId, song, handle, isLoading } = state.single('player')
  return requestId !== null && song !== null && handle === null && isLoading
    ? { requestId, trackid: song.trackid }
    : null
}

export interface NextRequest {
  /** The song's place in the queue. */
  readonly uuid: string
  readonly trackid: string
}

/** What will be missing: the address of the song that follows, as soon as the one before has its own. */
export function planNext(state: ReadonlyStore): NextRequest | null {
  const { song, handle, isLoading, next } = state.single('player')
  if (song === null || handle === null || isLoading || awaitedPlay(state) !== null) return null
  const follows = following(state)?.song
  return follows && follows.uuid !== next?.uuid ? { uuid: follows.uuid, trackid: follows.trackid } : null
}

/** The song itself is refused (gone, withdrawn, forbidden); of any other trouble the next would have as much. */
const AT_FAULT: ReadonlySet<number> = new Set([400, 403, 404, 410, 422])
const isAtFault = (error: unknown) => error instanceof ApiError && AT_FAULT.has(error.status)

export function createPlayerEngine(parts: {
  readonly api: Api
  readonly broker: Pick<TokenBroker, 'keepSecret'>
  readonly report: Report
  readonly mint: () => string
}): Engine {
  const { api, broker, report, mint } = parts
  let current: (AddressRequest & { readonly abort: AbortController }) | null = null
  /** Asked for ahead of time. What could not be had is not asked for again before it is wanted. */
  let ahead: (NextRequest & { readonly abort: AbortController }) | null = null

  async function addressOf(trackid: string, signal: AbortSignal): Promise<string> {
    const token = await audioToken(api, trackid, signal)
    return broker.keepSecret('media', streamAddress(trackid, token, api.base))
  }

  async function fetchAddress(request: AddressRequest, abort: AbortController, cause: number | null): Promise<void> {
    const { requestId, trackid } = request
    try {
      const handle = await addressOf(trackid, abort.signal)
      if (current?.abort === abort) report(playerAddressReady({ requestId, trackid, handle }), cause)
    } catch (error) {
      const code = codeOf(error)
      const failed = { requestId, trackid, code, ...(isAtFault(error) ? { next: mint() } : {}) }
      if (current?.abort === abort) report(playerAddressFailed(failed), cause)
    } finally {
      if (current?.abort === abort) current = null
    }
  }

  async function fetchNext({ uuid, trackid }: NextRequest, abort: AbortController, cause: number | null) {
    const handle = await addressOf(trackid, abort.signal).catch(() => null)
    if (handle !== null && ahead?.abort === abort) report(playerNextReady({ uuid, trackid, handle }), cause)
  }

  function fetchWanted(wanted: AddressRequest | null, cause: number | null): void {
    if (wanted && current?.requestId === wanted.requestId && current.trackid === wanted.trackid) return
    current?.abort.abort()
    current = null
    if (!wanted) return
    const abort = new AbortController()
    current = { ...wanted, abort }
    void fetchAddress(wanted, abort, cause)
  }

  return {
    accept(event, state) {
      const cause = event.seq || null
      fetchWanted(planPlayer(state), cause)
      // Should it follow again later, its address will have gone with the player's `next`; so it has from a player at rest.
      const isGone = (uuid: string) =>
        state.single('player').song === null ||
        following(state)?.song.uuid !== uuid ||
        event.type === 'player.nextStale'
      if (ahead && isGone(ahead.uuid)) {
        ahead.abort.abort()
        ahead = null
      }
      const next = planNext(state)
      if (!next || ahead) return
      const abort = new AbortController()
      ahead = { ...next, abort }
      void fetchNext(next, abort, cause)
    },
  }
}
