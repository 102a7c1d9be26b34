// The press that plays or pauses, while something else was chosen whose songs are still to come.
import { expect, it, onTestFinished } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { playerReleaseChosen } from '#core/events/player.ts'
import { playlistChosen, playlistOpened, playlistReceived } from '#core/events/playlists.ts'
import { queueReleaseAdded } from '#core/events/queue.ts'
import { show, signedIn, sounds } from '#tests/components/stage.tsx'
import { aPlaylist, aRelease, aTrack } from '#tests/support/story.ts'
import { closePlaylistDialog, playlistDialog } from './playlists/playlists.state.ts'
import { playPlaylistOrAsk } from './playlists/playPlaylist.ts'
import { usePlay } from './usePlay.ts'

function Sample() {
  const release = usePlay('r1', null)
  const song = usePlay('r1', 'r1.a')
  return (
    <>
      <button type="button" aria-pressed={release.sounding} onClick={release.press}>
        Release
      </button>
      <button type="button" aria-pressed={song.sounding} onClick={song.press}>
        Song
      </button>
      <button type="button" onClick={(event) => playPlaylistOrAsk(event, 'p1', 'Morning show')}>
        Playlist
      </button>
    </>
  )
}

const button = (name: string) => page.getByRole('button', { name })
const choose = (releaseid: string) =>
  playerReleaseChosen({ releaseid, trackid: null, itemId: `i-${releaseid}`, requestId: `q-${releaseid}` })

it.each(['Release', 'Song'])(
  'PLAYER-033: %s plays what the player names once more, for it plays no longer',
  async (name) => {
    const story = signedIn()
      .knows(aRelease('r1'))
      .happens(choose('r1'), ...sounds('q-r1', 'r1.a', 200))
    const stage = await show(<Sample />, { story })
    await expect.element(button(name)).toHaveAttribute('aria-pressed', 'true')
    stage.happens(choose('r2'))
    await expect.element(button(name)).toHaveAttribute('aria-pressed', 'false')
    await button(name).click()
    expect(stage.of('player.toggled')).toEqual([])
    expect(stage.of('player.releaseChosen')).toMatchObject([{ releaseid: 'r1' }])
    expect(stage.state.single('player')).toMatchObject({ isPlaying: true, song: { trackid: 'r1.a' } })
  },
)

it.each(['Release', 'Song'])(
  'H-448, PLAYER-019: a double click on %s plays, and a press of a key pauses it',
  async (name) => {
    const stage = await show(<Sample />, { story: signedIn().knows(aRelease('r1')) })
    await button(name).dblClick()
    expect([stage.of('player.releaseChosen').length, stage.of('player.toggled')]).toEqual([1, []])
    expect(stage.state.single('player').isPlaying).toBe(true)
    await userEvent.keyboard('{Enter}')
    expect(stage.state.single('player').isPlaying).toBe(false)
  },
)

it('PLAYER-033: so does a playlist', async () => {
  const songs = [aTrack('r1.a'), aTrack('r1.b')]
  const story = signedIn().happens(
    playlistOpened({ playlistid: 'p1' }),
    playlistReceived({ playlist: aPlaylist('p1', { tracks: 2 }), songs }),
    playlistChosen({ playlistid: 'p1', trackid: null, itemId: 'i1', requestId: 'q1' }),
    ...sounds('q1', 'r1.a', 200),
  )
  const stage = await show(<Sample />, { story })
  stage.happens(choose('r2'))
  await button('Playlist').click()
  expect(stage.of('player.toggled')).toEqual([])
  expect(stage.of('queue.itemChosen')).toMatchObject([{ itemId: 'i1' }])
  expect(stage.state.single('player')).toMatchObject({ isPlaying: true, song: { trackid: 'r1.a' } })
})

it('PLAYLIST-008: a playlist asks before it replaces what is only on its way into the queue', async () => {
  onTestFinished(closePlaylistDialog)
  const story = signedIn().happens(queueReleaseAdded({ releaseid: 'r9', itemId: 'i9', place: 'bottom' }))
  const stage = await show(<Sample />, { story })
  await button('Playlist').click()
  expect(stage.of('playlist.chosen')).toEqual([])
  expect(playlistDialog.value).toMatchObject({ kind: 'replace', playlistid: 'p1' })
})
