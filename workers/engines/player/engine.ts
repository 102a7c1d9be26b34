/**
 * Gets the address a song is streamed from. It answers the state, not single wishes: whenever the newest
 * choice has a song and no address, a token is fetched, and only the newest answer is reported (PLAYER-033).
 */

import type { SessionDesk } from '#core/contracts/session.ts'
import { playerAddressFailed, playerAddressReady } from '#core/events/player.ts'
import { awaitedPlay } from '#core/reducers/queue.ts'
import type { ReadonlyStore } from '#core/reducers/store.ts'
import { ApiError } from '#workers/api/apiError.ts'
import type { Api } from '#workers/api/client.ts'
import { audioToken, streamAddress } from '#workers/api/media.ts'
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

export function createPlayerEngine(parts: {
  readonly api: Api
  readonly desk: Pick<SessionDesk, 'keep'>
  readonly report: Report
}): Engine {
  const { api, desk, report } = parts
  let current: (AddressRequest & { readonly abort: AbortController }) | null = null

  async function fetchAddress(request: AddressRequest, abort: AbortController, cause: number | null): Promise<void> {
    const { requestId, trackid } = request
    try {
      const token = await audioToken(api, trackid, abort.signal)
      const handle = await desk.keep(streamAddress(trackid, token, api.base))
      if (current?.abort === abort) report(playerAddressReady({ requestId, trackid, handle }), cause)
    } catch (error) {
      const code = error instanceof ApiError ? error.code : 'UNKNOWN'
      if (current?.abort === abort) report(playerAddressFailed({ requestId, trackid, code }), cause)
    } finally {
      if (current?.abort === abort) current = null
    }
  }

  return {
    accept(event, state) {
      const wanted = planPlayer(state)
      if (wanted && current?.requestId === wanted.requestId && current.trackid === wanted.trackid) return
      current?.abort.abort()
      current = null
      if (!wanted) return
      const abort = new AbortController()
      current = { ...wanted, abort }
      void fetchAddress(wanted, abort, event.seq || null)
    },
  }
}
