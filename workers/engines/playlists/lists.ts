// Reads lists of playlists: one reading of each at a time, the newest.
import type { AppDraft } from '#core/events/index.ts'
import { playlistListFailed, playlistListReceived } from '#core/events/playlists.ts'
import { PAGE_SIZE } from '#core/model/constants.ts'
import type { Playlist } from '#core/model/playlists/playlist.ts'
import { playlistQueryOf } from '#core/model/playlists/playlistList.ts'
import { listPlaylists } from '#workers/api/playlists.ts'
import { codeOf, waitDetails } from '#workers/api/transport/apiError.ts'
import type { Api } from '#workers/api/transport/client.ts'
import type { Report } from '../engine.ts'
import { cardOf } from './calls.ts'
import type { PlaylistRequest } from './plan.ts'

/** Playlists of one answer at most. */
const AT_ONCE = 100

type Wanted = Extract<PlaylistRequest, { ask: 'list' }>

export function createLists(api: Api, report: Report) {
  const underWay = new Map<string, AbortController>()
  return {
    async read({ queryId, round, from, pages, isBehind }: Wanted, cause: number): Promise<void> {
      underWay.get(queryId)?.abort()
      const abort = new AbortController()
      underWay.set(queryId, abort)
      const query = { ...playlistQueryOf(queryId), summary: true }
      /** So many of the first, in as few calls as the server answers: a list that is loaded anew may be a long one. */
      const first = async (count: number) => {
        const all: Playlist[] = []
        for (let page = 1; ; page++) {
          const { playlists, total } = await listPlaylists(api, query, page, abort.signal, AT_ONCE)
          all.push(...playlists)
          if (page * AT_ONCE >= Math.min(count, total)) return { playlists: all.slice(0, count), total }
        }
      }
      let draft: AppDraft | null
      try {
        const found = pages === 1 ? await listPlaylists(api, query, from, abort.signal) : await first(pages * PAGE_SIZE)
        const playlists = found.playlists.map(cardOf)
        draft = playlistListReceived({ queryId, round, from, pages, total: found.total, playlists })
      } catch (error) {
        draft = isBehind ? null : playlistListFailed({ queryId, round, code: codeOf(error), ...waitDetails(error) })
      }
      if (abort.signal.aborted) return
      underWay.delete(queryId)
      if (draft) report(draft, cause)
    },

    /** What is under way is no longer wanted. */
    stop(): void {
      for (const abort of underWay.values()) abort.abort()
      underWay.clear()
    },
  }
}
