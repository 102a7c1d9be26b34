import { expect, it } from 'vitest'
import { playerSkippedForward } from '#core/events/player.ts'
import { playlistAddRequested, playlistDeleteRequested } from '#core/events/playlists.ts'
import { failureOf } from './refusedWish.ts'

it('whoever waits for the answer to a wish that was refused is told that it failed', () => {
  const draft = playlistDeleteRequested({ requestId: 'n1', playlistid: 'p' } as Parameters<
    typeof playlistDeleteRequested
  >[0])
  expect(failureOf(draft)).toMatchObject({
    type: 'playlist.requestFailed',
    payload: { requestId: 'n1', kind: 'delete', code: 'REFUSED', message: '' },
  })
})

it('nobody is told of a wish that nobody waits for, or that names no request', () => {
  expect(failureOf(playerSkippedForward({} as Parameters<typeof playerSkippedForward>[0]))).toBeNull()
  const nameless = {
    ...playlistAddRequested({} as Parameters<typeof playlistAddRequested>[0]),
    payload: { requestId: 7 },
  }
  expect(failureOf(nameless as never)).toBeNull()
})
