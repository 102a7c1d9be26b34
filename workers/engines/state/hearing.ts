// Notices that the server answers while files wait for it.
import type { Fetch } from '../../api/transport/client.ts'
import { isNobody } from '../../api/transport/reachable.ts'
import type { Engine } from '../engine.ts'
import type { Need } from './connections.ts'

export interface HearingParts {
  readonly fetch: Fetch
  readonly need: Need
  /** Somebody answered while the server seemed gone (download.serverLost). */
  readonly tell: () => void
}

/** @returns what every call of the state worker goes through */
export function createHearing({ fetch, need, tell }: HearingParts): Engine & { fetch: Fetch } {
  let isAway = false
  return {
    accept({ type }) {
      if (type === 'download.serverLost') isAway = true
      else if (type === 'download.serverReached' || type === 'session.ended') isAway = false
    },
    async fetch(input, init) {
      const response = await need.during(fetch(input, init))
      if (isAway && !isNobody(response.status, response.headers)) tell()
      return response
    },
  }
}
