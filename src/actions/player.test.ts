import { expect, it } from 'vitest'
import { setDispatch } from '#bridge/dispatch.ts'
import type { AppDraft } from '#core/events/index.ts'
import { hearHook, hearRelease, playRelease, seekTo, skipForward, startScrub, togglePlay } from './player.ts'
import { playPlaylist } from './playlists.ts'
import { type ActionPorts, setActionPorts } from './ports.ts'

/** What these presses tell. @param isShown a press shows in its own task */
function pressed(isShown: boolean): AppDraft[] {
  const told: AppDraft[] = []
  const shownPlayer = () => ({ isPlaying: true, requestId: 'q1', song: { trackid: 'r1.a' } })
  setActionPorts({ mintId: () => 'n1', shownPlayer, stoodAt: () => 63.5 } as unknown as ActionPorts)
  setDispatch(
    (draft) => void told.push(draft),
    (call) => isShown && call(),
  )
  togglePlay()
  skipForward()
  startScrub()
  seekTo(9)
  hearHook(0.5)
  playRelease('r2')
  hearRelease('r2', 0.5)
  playPlaylist('p1')
  return told
}

it('a press says what was shown, so that what happens by itself in that moment does not turn it round', () => {
  expect(pressed(true)).toMatchObject([
    { type: 'player.toggled', payload: { play: false } },
    { type: 'player.skippedForward', payload: { requestId: 'n1', from: 'q1', levels: true } },
    { type: 'player.scrubStarted', payload: { from: 'q1' } },
    { type: 'player.sought', payload: { seconds: 9, from: 'q1' } },
    { type: 'player.hookChosen', payload: { hook: 0.5, from: 'q1', levels: true } },
    { type: 'player.releaseChosen', payload: { releaseid: 'r2', stoodAt: 63.5 } },
    { type: 'player.releaseChosen', payload: { releaseid: 'r2', hook: 0.5, stoodAt: 63.5 } },
    { type: 'playlist.chosen', payload: { playlistid: 'p1', stoodAt: 63.5 } },
  ])
})

it('a press that does not show yet says nothing of what was shown, for the press before it may be missing there', () => {
  expect(pressed(false).map(({ payload }) => payload)).toEqual([
    {},
    { requestId: 'n1', levels: true },
    {},
    { seconds: 9 },
    { hook: 0.5, levels: true },
    { releaseid: 'r2', trackid: null, itemId: 'n1', requestId: 'n1' },
    { releaseid: 'r2', trackid: null, itemId: 'n1', requestId: 'n1', hook: 0.5 },
    { playlistid: 'p1', trackid: null, itemId: 'n1', requestId: 'n1', fresh: true },
  ])
})
