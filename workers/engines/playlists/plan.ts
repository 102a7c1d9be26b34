/**
 * Which calls follow from an event: a pure function of state and event, tested without a network.
 */
import type { AppEvent, EventOf } from '#core/events/index.ts'
import { STARRED_LIST } from '#core/model/playlists/playlistList.ts'
import { awaitedPlay } from '#core/reducers/playback/queueReading.ts'
import type { ReadonlyStore } from '#core/reducers/store.ts'

export type PlaylistRequest =
  /** Pages `from` to `from + pages - 1` of a list; several from the first alone. `isBehind`: what is there stands where they do not come. */
  | {
      readonly ask: 'list'
      readonly queryId: string
      readonly round: number
      readonly from: number
      readonly pages: number
      readonly isBehind?: true
    }
  /**
   * A playlist with its tracks. `isAwaited`: those that are held play where they do not come soon. `isBehind`: whatever
   * else is done with it comes first, and instead.
   */
  | { readonly ask: 'tracks'; readonly playlistid: string; readonly isAwaited?: true; readonly isBehind?: true }
  | { readonly ask: 'change'; readonly wish: EventOf<'playlist.changeRequested'>['payload'] }
  | { readonly ask: 'create'; readonly wish: EventOf<'playlist.createRequested'>['payload'] }
  | { readonly ask: 'update'; readonly wish: EventOf<'playlist.updateRequested'>['payload'] }
  | { readonly ask: 'delete'; readonly wish: EventOf<'playlist.deleteRequested'>['payload'] }
  | {
      readonly ask: 'add'
      readonly wish: EventOf<'playlist.addRequested'>['payload']
      /** The playlist was made for it: there is nothing in it. */
      readonly isNew?: true
    }
  | { readonly ask: 'pin'; readonly wish: EventOf<'playlist.pinRequested'>['payload'] }
  | { readonly ask: 'nothing' }

export function planPlaylists(state: ReadonlyStore, event: AppEvent): readonly PlaylistRequest[] {
  switch (event.type) {
    case 'playlist.listOpened': {
      const list = state.get('playlistList', event.payload.queryId)
      if (list?.status !== 'loading') return []
      // Loaded anew as far as it was loaded: somebody in the middle of it stays there.
      const pages = Math.max(1, Math.min(list.pages, event.payload.pages ?? list.pages))
      return [{ ask: 'list', queryId: list.queryId, round: list.round, from: 1, pages }]
    }
    case 'playlist.moreWanted': {
      const list = state.get('playlistList', event.payload.queryId)
      if (list?.status !== 'more') return []
      return [{ ask: 'list', queryId: list.queryId, round: list.round, from: list.pages + 1, pages: 1 }]
    }
    case 'playlist.opened': {
      const { playlistid } = event.payload
      const status = state.get('playlistDetail', playlistid)?.status
      // One that is known is shown as it is, and read anew: it may have been changed elsewhere.
      return status === 'loading' || status === 'done' ? [{ ask: 'tracks', playlistid }] : []
    }
    case 'playlist.chosen': {
      const { playlistid, itemId } = event.payload
      const status = state.get('playlistDetail', playlistid)?.status
      if (status === 'loading') return [{ ask: 'tracks', playlistid }]
      return status === 'done' && awaitedPlay(state)?.itemId === itemId
        ? [{ ask: 'tracks', playlistid, isAwaited: true }]
        : []
    }
    case 'playlist.changeRequested': {
      const { playlistid, requestId } = event.payload
      const detail = state.get('playlistDetail', playlistid)
      const isHeld = detail?.pending.some((pending) => pending.requestId === requestId)
      return isHeld ? [{ ask: 'change', wish: event.payload }] : []
    }
    case 'playlist.createRequested':
      return [{ ask: 'create', wish: event.payload }]
    case 'playlist.updateRequested':
      return [{ ask: 'update', wish: event.payload }]
    case 'playlist.deleteRequested':
      return [{ ask: 'delete', wish: event.payload }]
    case 'playlist.addRequested':
      return [{ ask: 'add', wish: event.payload }]
    case 'playlist.pinRequested':
      return [{ ask: 'pin', wish: event.payload }]
    // Somebody comes back, perhaps from another device: what stands here all the time is read behind itself (H-135).
    case 'app.shown':
    case 'app.wentOnline': {
      const { path, online } = state.single('app')
      const stars = state.get('playlistList', STARRED_LIST)
      if (!online) return []
      const asks: PlaylistRequest[] = []
      if (stars?.status === 'done' && !stars.stale)
        asks.push({
          ask: 'list',
          queryId: STARRED_LIST,
          round: stars.round,
          from: 1,
          pages: stars.pages,
          isBehind: true,
        })
      for (const playlistid of state.ids('playlistDetail'))
        if (path.endsWith(`/${playlistid}`) && state.get('playlistDetail', playlistid)?.status === 'done')
          asks.push({ ask: 'tracks', playlistid, isBehind: true })
      return asks
    }
    case 'session.ended':
      return [{ ask: 'nothing' }]
    default:
      return []
  }
}
