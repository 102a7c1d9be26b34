// Stories of playback. What the audio element does with them is told beside platform/sound/audio.
import { describe, expect, test } from 'vitest'
import { triageBegun, triageEnded } from '#core/events/decisions.ts'
import type { AppDraft } from '#core/events/index.ts'
import { sessionEnded } from '#core/events/people/session.ts'
import * as play from '#core/events/player.ts'
import { playlistChosen, playlistFailed, playlistOpened, playlistReceived } from '#core/events/playlists.ts'
import { queueItemChosen, queueItemRemoved, queueRestored } from '#core/events/queue.ts'
import { recentRestored } from '#core/events/recent.ts'
import { releaseDetailFailed } from '#core/events/releases.ts'
import { settingLevelledToggled, settingRestored } from '#core/events/settings.ts'
import { SELF } from '#core/model/entities.ts'
import { SETTINGS_DEFAULT } from '#core/model/settings.ts'
import { keptQueueOf } from '#core/reducers/playback/keptQueue.ts'
import { following, versionsOf } from '#core/reducers/playback/queueReading.ts'
import { reduce } from '#core/reducers/root.ts'
import { aPlaylist, aRelease, aSong, aTrack, Story } from '#tests/support/story.ts'

const chosen = (releaseid: string, n = 1, trackid: string | null = null) =>
  play.playerReleaseChosen({ releaseid, trackid, itemId: `i${n}`, requestId: `q${n}` })
const ready = (requestId: string, trackid = 'r1.a') =>
  play.playerAddressReady({ requestId, trackid, handle: `h-${requestId}` })
const started = (requestId: string, duration = 200) => play.playerStarted({ requestId, duration })

/** Release r1 (two songs) and r2 (two songs) are known, r1 sounds from its first song. */
const playing = () =>
  new Story().knows(aRelease('r1'), aRelease('r2')).happens(chosen('r1'), ready('q1'), started('q1'))

describe('before anything was chosen', () => {
  const { player } = new Story()

  test('PLAYER-015: the flags are there and down', () => {
    const { isPlaying, sampleSongFlag, isMuted, shouldShowMiniPlayer, isLoading, isDraggingProgressBar } = player
    expect({ isPlaying, sampleSongFlag, isMuted, shouldShowMiniPlayer, isLoading, isDraggingProgressBar }).toEqual({
      isPlaying: false,
      sampleSongFlag: false,
      isMuted: false,
      shouldShowMiniPlayer: false,
      isLoading: false,
      isDraggingProgressBar: false,
    })
  })
  test('PLAYER-016: the values are there, the duration is 1000000 s until it is known', () => {
    expect(player).toMatchObject({ currentTime: 0, seekTime: null, song: null, release: null, volume: 50 })
    expect(player.duration).toBe(1_000_000)
  })
  test('H-486, PLAYER-016: a chosen song brings its track, artist, title and release, its address as a handle', () => {
    const { song, release, handle } = playing().player
    expect(handle).toBe('h-q1')
    expect(song).toMatchObject({ trackid: 'r1.a', artist: 'Ana Lumen', title: 'Song r1.a' })
    expect(release).toEqual({ releaseid: 'r1', title: 'Release r1' })
  })
  test('PLAYER-017: the volume is 50, so is the one before, and nothing is muted', () => {
    expect(player).toMatchObject({ volume: 50, previousVolume: 50, isMuted: false })
  })
  test('PLAYER-018: autoplay is on (D-099)', () => {
    expect(player.autoPlay).toBe(true)
  })
  test('PLAYER-020: the play toggle does nothing without a song', () => {
    expect(new Story().happens(play.playerToggled({})).player).toEqual(player)
  })
  test('PLAYER-046: autoplay cannot be toggled without a song', () => {
    expect(new Story().happens(play.playerAutoPlayToggled({})).player.autoPlay).toBe(true)
  })
})

describe('choosing', () => {
  test('PLAYER-019: selecting a song starts playback', () => {
    expect(playing().player).toMatchObject({ isPlaying: true, isLoading: false })
  })
  test('PLAYER-019: the song that was named starts, not the first', () => {
    const story = new Story().knows(aRelease('r1')).happens(chosen('r1', 1, 'r1.b'))
    expect(story.player.song?.trackid).toBe('r1.b')
  })
  test('PLAYER-027: playing a song sets the time to 0', () => {
    const story = playing().happens(play.playerSought({ seconds: 90 }), chosen('r2', 2))
    expect(story.player).toMatchObject({ currentTime: 0, seekTime: null })
  })
  test('PLAYER-027: playing a song sets loading', () => {
    expect(playing().happens(chosen('r2', 2)).player.isLoading).toBe(true)
  })
  test('PLAYER-031: the song is in the queue, selected, and playing', () => {
    const story = new Story().knows(aRelease('r1')).happens(chosen('r1'), ready('q1'))
    expect(story.queue).toMatchObject({ items: ['i1'], selectedItem: 'i1', selectedSong: 'i1.1' })
    expect(story.state.get('queueItem', 'i1')?.songs.map((song) => song.trackid)).toEqual(['r1.a', 'r1.b'])
    expect(story.player.isPlaying).toBe(true)
  })
  test('PLAYER-032: a failing element clears loading', () => {
    const story = new Story().knows(aRelease('r1')).happens(chosen('r1'), ready('q1'))
    expect(story.player.isLoading).toBe(true)
    story.happens(play.playerFailed({ requestId: 'q1', code: 'MEDIA_4' }))
    expect(story.player).toMatchObject({ isLoading: false, isPlaying: false })
  })
  test('PLAYER-049: a failed token fetch clears loading', () => {
    const story = new Story().knows(aRelease('r1')).happens(chosen('r1'))
    story.happens(play.playerAddressFailed({ requestId: 'q1', trackid: 'r1.a', code: 'TIMEOUT' }))
    expect(story.player.isLoading).toBe(false)
  })
  test('after a failed token fetch the play button asks for a new one', () => {
    const story = new Story().knows(aRelease('r1')).happens(chosen('r1'))
    story.happens(play.playerAddressFailed({ requestId: 'q1', trackid: 'r1.a', code: 'TIMEOUT' }))
    story.happens(play.playerToggled({}))
    expect(story.player).toMatchObject({ isPlaying: true, isLoading: true, handle: null })
  })
  test('PLAYER-033: a late address for an earlier choice starts nothing', () => {
    const story = new Story().knows(aRelease('r1'), aRelease('r2')).happens(chosen('r1'), chosen('r2', 2))
    story.happens(ready('q1'))
    expect(story.player).toMatchObject({ handle: null, isLoading: true, requestId: 'q2' })
    expect(story.player.song?.trackid).toBe('r2.a')
  })
  test('PLAYER-033: a late detail of an earlier choice starts nothing', () => {
    const story = new Story().knows(aRelease('r2')).happens(chosen('r1'), chosen('r2', 2)).knows(aRelease('r1'))
    expect(story.player).toMatchObject({ requestId: 'q2', song: { trackid: 'r2.a' } })
  })
  test('PLAYER-033: choosing in the queue counts as newer than a release that is not known yet', () => {
    const story = playing().happens(chosen('r9', 9), queueItemChosen({ itemId: 'i1', requestId: 'q3' }))
    story.knows(aRelease('r9'))
    expect(story.player).toMatchObject({ requestId: 'q3', song: { trackid: 'r1.a' } })
  })
  test('PLAYER-048: a failure ends loading and raises no notification', () => {
    const story = playing().happens(play.playerFailed({ requestId: 'q1', code: 'MEDIA_2' }))
    expect(story.notices).toEqual([])
  })
  test('a release that is not known yet plays when its songs come', () => {
    const story = new Story().happens(chosen('r1'))
    expect(story.player).toMatchObject({ isLoading: true, isPlaying: true, song: null })
    story.knows(aRelease('r1'))
    expect(story.player).toMatchObject({ isLoading: true, isPlaying: true, requestId: 'q1', song: { trackid: 'r1.a' } })
  })
  test('a pause while its songs are awaited holds: it is ready to be played, and begins when play is pressed', () => {
    const story = playing().happens(chosen('r9', 9), play.playerPaused({ position: 3 }))
    expect(story.player).toMatchObject({ isPlaying: false, isLoading: true, requestId: 'q9' })
    story.knows(aRelease('r9')).happens(ready('q9', 'r9.a'))
    expect(story.player).toMatchObject({ isPlaying: false, isLoading: false, song: { trackid: 'r9.a' } })
    expect(story.happens(play.playerToggled({})).player.isPlaying).toBe(true)
  })
  test('so does a press of Pause while the first choice of a visit is awaited', () => {
    const story = new Story().happens(chosen('r9', 9), play.playerToggled({ play: false }))
    expect(story.player).toMatchObject({ isPlaying: false, isLoading: true, requestId: 'q9' })
    story.knows(aRelease('r9')).happens(ready('q9', 'r9.a'))
    expect(story.player).toMatchObject({ isPlaying: false, isLoading: false, song: { trackid: 'r9.a' } })
  })
  test('and a press of Play behind it', () => {
    for (const again of [{ play: true }, {}]) {
      const story = new Story().happens(chosen('r9', 9), play.playerToggled({ play: false }), play.playerToggled(again))
      story.knows(aRelease('r9')).happens(ready('q9', 'r9.a'))
      expect(story.player).toMatchObject({ isPlaying: true, song: { trackid: 'r9.a' } })
    }
  })
  test('another release that cannot be had does not end the waiting', () => {
    const story = new Story().happens(chosen('r1'), releaseDetailFailed({ releaseid: 'r7', code: 'UNKNOWN' }))
    expect(story.player.isLoading).toBe(true)
    expect(story.knows(aRelease('r1')).player.song?.trackid).toBe('r1.a')
  })
  test('a release that cannot be had leaves the song before ready to be played', () => {
    const story = playing().happens(chosen('r9', 9), releaseDetailFailed({ releaseid: 'r9', code: 'FORBIDDEN' }))
    expect(story.player).toMatchObject({ isLoading: false, isPlaying: false, song: { trackid: 'r1.a' } })
    expect(story.happens(play.playerToggled({})).player).toMatchObject({ isPlaying: true, isLoading: true })
  })
  test('H-431, PLAYER-033: what cannot be had is named, and what played before goes on where the press left it', () => {
    const lost = releaseDetailFailed({ releaseid: 'r9', code: 'FORBIDDEN' })
    const leaves = (stoodAt: number, n = 9) =>
      play.playerReleaseChosen({ releaseid: 'r9', trackid: 'r9.a', itemId: `i${n}`, requestId: `q${n}`, stoodAt })
    const story = playing().happens(play.playerStoodAt({ requestId: 'q1', position: 60 }))
    story.happens(recentRestored({ history: { clearedAt: 0, plays: [{ playedAt: 1, song: aSong('r9.a', 1) }] } }))
    story.happens(leaves(63, 8), leaves(0), play.playerPaused({ position: 0 }), lost)
    const skipped = { title: 'Song r9.a', requestId: 'q9', why: 'song' }
    expect(story.player).toMatchObject({ seekTime: 63, currentTime: 63, isPlaying: false, skipped })
    expect(story.state.single('playStand').position).toBe(63)
    expect(story.happens(play.playerToggled({}), ready('q9')).player).toMatchObject({ seekTime: 63, skipped: null })
  })
  test('H-431: a song whose stream is fetched anew stands, until it sounds, where it stopped', () => {
    const story = playing().happens(
      play.playerAddressStale({ requestId: 'q1', position: 63 }),
      ready('q1'),
      play.playerSeekApplied({ seconds: 63 }),
    )
    expect(story.player).toMatchObject({ isLoading: true, seekTime: null, currentTime: 63 })
  })
  test('H-376, PLAYER-033: a song that its release no longer holds is named at each press, and what plays goes on', () => {
    const story = playing().happens(chosen('r2', 8, 'r2.z'))
    expect(story.player).toMatchObject({ isPlaying: true, song: { trackid: 'r1.a' }, skipped: { requestId: 'q8' } })
    story.happens(chosen('r9', 9), chosen('r2', 10, 'r2.z'))
    expect(story.state.single('queuePending').choices).toEqual([])
    expect(story.player).toMatchObject({ isPlaying: false, isLoading: false, skipped: { requestId: 'q10' } })
  })
  test('so is a playlist', () => {
    const choice = { playlistid: 'p1', trackid: null, itemId: 'i9', requestId: 'q9', stoodAt: 63 }
    const story = playing().happens(
      playlistReceived({ playlist: aPlaylist('p1'), songs: null }),
      playlistChosen(choice),
    )
    story.happens(playlistFailed({ playlistid: 'p1', code: 'UNKNOWN' }))
    expect(story.player).toMatchObject({ seekTime: 63, skipped: { title: 'Playlist p1' } })
  })
  test('a release of videos alone changes nothing that plays, and is named', () => {
    const video = aSong('r3.v', 1, { releaseid: 'r3', assettype: 'video' })
    const story = playing().knows(aRelease('r3', 0, { songs: [video] }))
    const before = story.player
    const skipped = { title: '', requestId: 'q3', why: 'song' }
    expect(story.happens(chosen('r3', 3)).player).toEqual({ ...before, skipped })
  })
  test('H-376, PLAYER-033: so is a playlist of videos alone at each press, and what was awaited before it no longer is', () => {
    const video = aTrack('r3.v', { assettype: 'video' })
    const press = (n: number) =>
      playlistChosen({ playlistid: 'p1', trackid: null, itemId: `i${n}`, requestId: `q${n}` })
    const story = playing().happens(playlistOpened({ playlistid: 'p1' }))
    story.happens(playlistReceived({ playlist: aPlaylist('p1', { tracks: 1 }), songs: [video] }))
    const before = story.player
    const queue = story.state.single('queue')
    const named = (requestId: string) => ({ skipped: { title: 'Playlist p1', requestId, why: 'song' } })
    expect(story.happens(press(3)).player).toEqual({ ...before, ...named('q3') })
    story.happens(chosen('r9', 9), press(4))
    expect(story.state.single('queuePending').choices).toEqual([])
    expect(story.player).toMatchObject({ isPlaying: false, isLoading: false, ...named('q4') })
    expect(story.state.single('queue')).toEqual(queue)
  })
  test('a pause while the address is fetched holds', () => {
    const story = new Story().knows(aRelease('r1')).happens(chosen('r1'), play.playerToggled({}), ready('q1'))
    expect(story.player).toMatchObject({ isPlaying: false, isLoading: false, handle: 'h-q1' })
  })
  test('D-104: a new address after an error keeps the position and a pause', () => {
    const story = playing().happens(play.playerToggled({}))
    story.happens(play.playerAddressStale({ requestId: 'q1', position: 63.5 }))
    expect(story.player).toMatchObject({ handle: null, isLoading: true, seekTime: 63.5 })
    expect(story.happens(ready('q1')).player).toMatchObject({ isPlaying: false, isLoading: false })
  })
})

describe('toggle, seek and the slider', () => {
  test('the play toggle pauses and resumes', () => {
    const story = playing().happens(play.playerToggled({}))
    expect(story.player.isPlaying).toBe(false)
    expect(story.happens(play.playerToggled({})).player.isPlaying).toBe(true)
  })
  test('PLAYER-021: the play toggle does nothing with a song of zero duration', () => {
    const story = playing().happens(play.playerToggled({}))
    const { song } = story.player
    const state = story.order.store
    if (song) state.patch('player', SELF, { song: { ...song, duration: 0 } })
    const before = story.player
    expect(before.song?.duration).toBe(0)
    // Beside the story, whose second state knows nothing of it.
    reduce(state, { ...play.playerToggled({}), seq: 99, t: 0, source: 'person', cause: null })
    expect(story.player).toBe(before)
  })
  test('a release of songs without a length cannot be chosen', () => {
    const silent = aRelease('r4', 0, { songs: [aSong('r4.a', 1, { releaseid: 'r4', duration: 0 })] })
    expect(new Story().knows(silent).happens(chosen('r4')).player).toMatchObject({ isPlaying: false, song: null })
  })
  test('PLAYER-025: the seek time is applied once and then cleared', () => {
    const story = playing().happens(play.playerSought({ seconds: 42 }))
    expect(story.player.seekTime).toBe(42)
    expect(story.happens(play.playerSeekApplied({ seconds: 42 })).player.seekTime).toBeNull()
  })
  test('PLAYER-026: holding the slider asks for no seek, releasing it does', () => {
    const story = playing().happens(play.playerScrubStarted({}))
    expect(story.player).toMatchObject({ isDraggingProgressBar: true, seekTime: null })
    story.happens(play.playerSought({ seconds: 10 }))
    expect(story.player).toMatchObject({ isDraggingProgressBar: false, seekTime: 10 })
  })
  test('PLAYER-014: the mini player shows once a song was selected, and no more after a reset', () => {
    const story = playing()
    expect(story.player.shouldShowMiniPlayer).toBe(true)
    story.happens(play.playerToggled({}), queueItemRemoved({ itemId: 'i1', requestId: 'q2' }))
    expect(story.player.shouldShowMiniPlayer).toBe(false)
  })
})

test('a press of Pause is not turned round by a pause of the element that came before it', () => {
  const story = playing().happens(play.playerPaused({ position: 10 }), play.playerToggled({ play: false }))
  expect(story.player.isPlaying).toBe(false)
  story.happens(play.playerResumed({}), play.playerToggled({ play: true }))
  expect(story.player.isPlaying).toBe(true)
})

describe('the end of a song', () => {
  const ended = play.playerEnded({ requestId: 'q5' })

  test('PLAYER-034: with autoplay on, the queue advances to the next song', () => {
    const story = playing().happens(ended)
    expect(story.player).toMatchObject({ isPlaying: true, isLoading: true, requestId: 'q5', song: { trackid: 'r1.b' } })
  })
  test('PLAYER-034: a paused song that is sought to its end hands on to one that does not begin by itself', () => {
    const story = playing().happens(play.playerToggled({}), ended)
    const next = { isPlaying: false, song: { trackid: 'r1.b' }, duration: 200 }
    expect(story.player).toMatchObject({ ...next, isLoading: true })
    expect(story.happens(ready('q5', 'r1.b')).player).toMatchObject({ ...next, isLoading: false })
  })
  test('PLAYER-034: nor does it wait for anything when it was fetched ahead', () => {
    const ahead = play.playerNextReady({ uuid: 'i1.2', trackid: 'r1.b', handle: 'h-next' })
    const story = playing().happens(ahead, play.playerToggled({}), ended)
    expect(story.player).toMatchObject({ isPlaying: false, isLoading: false, handle: 'h-next' })
  })
  test('PLAYER-035: with autoplay off, playing stops', () => {
    const story = playing().happens(play.playerAutoPlayToggled({}), ended)
    expect(story.player).toMatchObject({ isPlaying: false, song: { trackid: 'r1.a' } })
  })
  test('PLAYER-036: without a next song, playing stops', () => {
    const story = new Story().knows(aRelease('r1', 1)).happens(chosen('r1'), ready('q1'), started('q1'), ended)
    expect(story.player).toMatchObject({ isPlaying: false, isLoading: false, song: { trackid: 'r1.a' } })
  })
  test('D-109: without a next song, the next visit begins at its start, as the bar stands', () => {
    const story = new Story().knows(aRelease('r1', 1)).happens(chosen('r1'), ready('q1'), started('q1'))
    story.happens(play.playerStoodAt({ requestId: 'q1', position: 199 }), ended)
    expect(story.player.currentTime).toBe(0)
    expect(story.state.single('playStand').position).toBe(0)
  })
})

describe('skipping', () => {
  const back = (position: number) => play.playerSkippedBack({ requestId: 'q8', position })
  const forward = play.playerSkippedForward({ requestId: 'q7' })

  test('PLAYER-037: back after more than 3 s restarts the song', () => {
    const story = playing().happens(forward, back(3.01))
    expect(story.player).toMatchObject({ seekTime: 0, currentTime: 0, song: { trackid: 'r1.b' } })
  })
  test('PLAYER-037: so does the next visit, when no element is there that would say so', () => {
    const story = playing().happens(play.playerStoodAt({ requestId: 'q1', position: 90 }), back(90))
    expect(story.state.single('playStand').position).toBe(0)
  })
  test('PLAYER-038: back at 3 s plays the song before', () => {
    const story = playing().happens(forward, back(3))
    expect(story.player).toMatchObject({ requestId: 'q8', isLoading: true, song: { trackid: 'r1.a' } })
  })
  test('H-414: back goes through the history to the song that was heard of the item before', () => {
    const story = playing().happens(chosen('r2', 2), back(0))
    expect(story.player.song?.trackid).toBe('r1.a')
    expect(story.queue).toMatchObject({ items: ['i1', 'i2'], history: [], selectedItem: 'i1' })
    story.happens(forward, forward, back(0))
    expect(story.player.song?.trackid).toBe('r1.b')
  })
  test('H-414: so does the next visit; of an item that was passed over, or kept by an earlier build, the last song', () => {
    const before = playing().happens(chosen('r2', 2))
    const kept = { ...JSON.parse(JSON.stringify(keptQueueOf(before.state))), position: 0 }
    const next = (queue: typeof kept) =>
      new Story().happens(queueRestored({ queue, requestId: 'q0' }), back(0)).player.song?.trackid
    expect(next(kept)).toBe('r1.a')
    const [{ heard, ...item }] = kept.history
    expect(heard).toBe('i1.1')
    expect(next({ ...kept, history: [item] })).toBe('r1.b')
  })
  test('PLAYER-039: back at 3 s without history does nothing', () => {
    const story = playing()
    const { player, queue } = story
    story.happens(back(3))
    expect(story.player).toEqual(player)
    expect(story.queue).toEqual(queue)
  })
  test('PLAYER-033: forward at the very end of a song, which goes on by itself, skips no second one', () => {
    const ended = play.playerEnded({ requestId: 'q5' })
    const next = play.playerNextReady({ uuid: 'i1.2', trackid: 'r1.b', handle: 'ahead' })
    const story = new Story().knows(aRelease('r1', 3)).happens(chosen('r1'), ready('q1'), started('q1'), next, ended)
    story.happens(play.playerSkippedForward({ requestId: 'q7', from: 'q1' }))
    expect(story.player).toMatchObject({ song: { trackid: 'r1.b' }, requestId: 'q7', handle: 'ahead', isPlaying: true })
    story.happens(started('q7'), play.playerSkippedForward({ requestId: 'q8', from: 'q7' }))
    expect(story.player).toMatchObject({ song: { trackid: 'r1.c' }, requestId: 'q8' })
  })
  test('H-416: another place that was pressed as a song ended is none of the song that follows by itself', () => {
    const ended = play.playerEnded({ requestId: 'q5' })
    const story = new Story().knows(aRelease('r1', 3)).happens(chosen('r1'), ready('q1'), started('q1'), ended)
    const before = story.player
    story.happens(play.playerSought({ seconds: 42, from: 'q1' }), play.playerHookChosen({ hook: 0.5, from: 'q1' }))
    expect(story.player).toBe(before)
    expect(story.state.single('playStand').position).toBe(0)
    expect(story.happens(play.playerSought({ seconds: 42, from: 'q5' })).player.seekTime).toBe(42)
    expect(story.happens(play.playerHookChosen({ hook: 0.5, from: 'q5' })).player.seekTime).toBe(100)
  })
  test('H-416: nor does a scrubber that is pressed as a song ends hold the time of the one that follows', () => {
    const story = playing().happens(play.playerEnded({ requestId: 'q5' }))
    story.happens(play.playerScrubStarted({ from: 'q1' }), play.playerSought({ seconds: 42, from: 'q1' }))
    expect(story.player).toMatchObject({ isDraggingProgressBar: false, seekTime: null })
    expect(story.happens(play.playerScrubStarted({ from: 'q5' })).player.isDraggingProgressBar).toBe(true)
  })
  test('PLAYER-033: forward that meets a newer choice, which is waited for, leaves that one alone', () => {
    const story = playing().happens(chosen('r9', 9), play.playerSkippedForward({ requestId: 'q7', from: 'q1' }))
    expect(story.player).toMatchObject({ requestId: 'q9', isLoading: true })
  })
  test('PLAYER-040: forward does nothing on the last song', () => {
    const story = playing().happens(forward)
    const { player, queue } = story
    expect(following(story.state)).toBeNull()
    story.happens(forward)
    expect(story.player).toEqual(player)
    expect(story.queue).toEqual(queue)
  })
})

describe('volume', () => {
  const volume = (value: number) => play.playerVolumeChanged({ volume: value })
  const mute = play.playerMuteToggled({})

  test('PLAYER-041: mute remembers the volume and sets it to 0', () => {
    expect(new Story().happens(volume(72), mute).player).toMatchObject({ volume: 0, previousVolume: 72, isMuted: true })
  })
  test('PLAYER-042: unmute brings the volume back', () => {
    expect(new Story().happens(volume(72), mute, mute).player).toMatchObject({ volume: 72, isMuted: false })
  })
  test('PLAYER-043: dragging above 0 while muted unmutes', () => {
    expect(new Story().happens(volume(72), mute, volume(1)).player).toMatchObject({ volume: 1, isMuted: false })
  })
  test('dragging to 0 mutes, and unmuting brings back what was there', () => {
    expect(new Story().happens(volume(30), volume(0), mute).player).toMatchObject({ volume: 30, isMuted: false })
  })
  test('the volume of an earlier visit is restored, a muted one muted', () => {
    const story = new Story().happens(settingRestored({ settings: { ...SETTINGS_DEFAULT, volume: 0 } }))
    expect(story.player).toMatchObject({ volume: 0, isMuted: true, previousVolume: 50 })
  })
  test('PLAYER-042: unmuted after a reload it has the volume it was muted at', () => {
    const before = new Story().happens(volume(72), mute).state.single('setting')
    const story = new Story().happens(settingRestored({ settings: before }), mute)
    expect(story.player).toMatchObject({ volume: 72, isMuted: false })
    expect(story.state.single('setting')).toMatchObject({ volume: 72 })
  })
  test('the volume is remembered with the settings', () => {
    expect(new Story().happens(volume(12)).state.single('setting').volume).toBe(12)
  })
})

describe('autoplay and reset', () => {
  test('PLAYER-046: autoplay toggles off and on', () => {
    const story = playing().happens(play.playerAutoPlayToggled({}))
    expect(story.player.autoPlay).toBe(false)
    expect(story.happens(play.playerAutoPlayToggled({})).player.autoPlay).toBe(true)
  })
  test('PLAYER-047: a reset keeps autoplay', () => {
    const story = playing().happens(play.playerAutoPlayToggled({}), play.playerToggled({}))
    story.happens(queueItemRemoved({ itemId: 'i1', requestId: 'q9' }))
    expect(story.player).toMatchObject({ song: null, autoPlay: false })
  })
  test('D-036: the end of the session stops playback and forgets the song', () => {
    expect(playing().happens(sessionEnded({ reason: 'signedOut' })).player).toMatchObject({
      isPlaying: false,
      song: null,
      handle: null,
      shouldShowMiniPlayer: false,
    })
  })
  test('sound that was refused or taken away ends playing and loading', () => {
    const story = new Story().knows(aRelease('r1')).happens(chosen('r1'), ready('q1'))
    story.happens(play.playerPaused({ position: 0 }))
    expect(story.player).toMatchObject({ isPlaying: false, isLoading: false })
  })
  test("the duration is the element's, or the catalogue's when it tells none", () => {
    expect(playing().player.duration).toBe(200)
    const story = new Story().knows(aRelease('r1')).happens(chosen('r1'), ready('q1'), started('q1', 0))
    expect(story.player.duration).toBe(200)
  })
})

describe('the song that follows', () => {
  const nextReady = (uuid: string, trackid = 'r1.b') => play.playerNextReady({ uuid, trackid, handle: 'h-next' })

  test('needs no address any more when it was fetched ahead', () => {
    const story = playing().happens(nextReady('i1.2'), play.playerEnded({ requestId: 'q9' }))
    expect(story.player).toMatchObject({ song: { trackid: 'r1.b' }, handle: 'h-next', requestId: 'q9', next: null })
  })
  test('an address of what does not follow is not kept', () => {
    expect(playing().happens(nextReady('i7.1')).player.next).toBeNull()
  })
  test('is forgotten when something else follows now', () => {
    const story = playing().happens(play.playerSkippedForward({ requestId: 'q2' }), ready('q2', 'r1.b'), started('q2'))
    story.happens({ type: 'queue.releaseAdded', v: 1, payload: { releaseid: 'r2', itemId: 'i2', place: 'bottom' } })
    story.happens(nextReady('i2.1', 'r2.a'))
    expect(story.player.next).toEqual({ uuid: 'i2.1', handle: 'h-next' })
    story.happens(queueItemRemoved({ itemId: 'i2', requestId: 'q3' }))
    expect(story.player.next).toBeNull()
  })
})

describe('a song that cannot be played', () => {
  const failed = (requestId: string, next?: string) =>
    play.playerFailed({ requestId, code: 'MEDIA_4', ...(next === undefined ? {} : { next }) })

  test('hands on to the next one and is named', () => {
    const story = playing().happens(failed('q1', 'q2'))
    expect(story.player).toMatchObject({
      song: { trackid: 'r1.b' },
      requestId: 'q2',
      isPlaying: true,
      isLoading: true,
      skipped: { title: 'Song r1.a' },
    })
    expect(story.notices).toEqual([])
  })
  test('does so when the server refuses its token, too', () => {
    const story = new Story().knows(aRelease('r1')).happens(chosen('r1'))
    story.happens(play.playerAddressFailed({ requestId: 'q1', trackid: 'r1.a', code: 'NOT_FOUND', next: 'q2' }))
    expect(story.player).toMatchObject({ song: { trackid: 'r1.b' }, skipped: { title: 'Song r1.a' } })
  })
  test('stops where nothing follows, with autoplay off, and while offline', () => {
    for (const before of [
      [play.playerSkippedForward({ requestId: 'q1' }), ready('q1', 'r1.b')],
      [play.playerAutoPlayToggled({})],
      [{ type: 'app.wentOffline', v: 1, payload: {} } as const],
    ]) {
      const story = new Story().knows(aRelease('r1')).happens(chosen('r1'), ready('q1'), started('q1'), ...before)
      const { song } = story.player
      story.happens(failed('q1', 'q2'))
      expect(story.player).toMatchObject({ isPlaying: false, isLoading: false, song, skipped: { title: song?.title } })
    }
  })
  test('two in a row are passed over, at the third it stops and says so; a press begins the count anew', () => {
    const story = new Story().knows(aRelease('r1', 8)).happens(chosen('r1'))
    for (const n of [1, 2]) story.happens(failed(`q${n}`, `q${n + 1}`))
    expect(story.player).toMatchObject({ song: { trackid: 'r1.c' }, isPlaying: true, skipped: { why: 'song' } })
    story.happens(failed('q3', 'q4'))
    expect(story.player).toMatchObject({ song: { trackid: 'r1.c' }, isPlaying: false, skipped: { why: 'row' } })
    story.happens(play.playerToggled({}), ready('q3', 'r1.c'), started('q3'))
    expect(story.player).toMatchObject({ failures: 0, skipped: null })
    story.happens(failed('q3', 'q4'))
    expect(story.player).toMatchObject({ song: { trackid: 'r1.d' }, isPlaying: true, skipped: { why: 'song' } })
  })
  test('one that begins and fails at once counts, one that is heard to its end does not', () => {
    const story = new Story().knows(aRelease('r1', 8)).happens(chosen('r1'))
    for (const n of [1, 2, 3]) {
      const trackid = `r1.${'abc'[n - 1]}`
      story.happens(ready(`q${n}`, trackid), started(`q${n}`), failed(`q${n}`, `q${n + 1}`))
    }
    expect(story.player).toMatchObject({ song: { trackid: 'r1.c' }, isPlaying: false, skipped: { why: 'row' } })
    const other = new Story().knows(aRelease('r1', 8)).happens(chosen('r1'), failed('q1', 'q2'), failed('q2', 'q3'))
    other.happens(ready('q3', 'r1.c'), started('q3'), play.playerEnded({ requestId: 'q4' }), failed('q4', 'q5'))
    expect(other.player).toMatchObject({ song: { trackid: 'r1.e' }, isPlaying: true, skipped: { why: 'song' } })
  })
  test('is not at fault when the device has no sound: it stays, and says why', () => {
    const story = playing().happens(play.playerFailed({ requestId: 'q1', code: 'DEVICE' }))
    expect(story.player).toMatchObject({
      song: { trackid: 'r1.a' },
      isPlaying: false,
      isLoading: false,
      skipped: { why: 'device' },
    })
    expect(story.happens(play.playerToggled({})).player).toMatchObject({
      isPlaying: true,
      isLoading: true,
      skipped: null,
    })
  })
  test('goes on where it broke off when it is played again, and the next one begins at its start', () => {
    const broke = (next?: string) =>
      play.playerFailed({ requestId: 'q1', code: 'MEDIA_2', position: 95, ...(next === undefined ? {} : { next }) })
    const story = playing().happens(broke())
    expect(story.player).toMatchObject({ isPlaying: false, seekTime: 95, currentTime: 95 })
    expect(story.happens(play.playerToggled({}), ready('q1')).player).toMatchObject({ seekTime: 95 })
    expect(playing().happens(broke('q2')).player).toMatchObject({ requestId: 'q2', seekTime: null, currentTime: 0 })
  })
  test("of an earlier choice is nobody's business", () => {
    const story = playing().happens(chosen('r2', 2))
    const before = story.player
    story.happens(failed('q1', 'q9'))
    expect(story.player).toEqual(before)
  })
})

describe('versions', () => {
  const versions = (...fields: Partial<ReturnType<typeof aSong>>[]) => {
    const release = aRelease('r1', fields.length)
    const songs = release.songs.map((song, n) => ({ ...song, title: 'Undertow', ...fields[n] }))
    return new Story().knows({ ...release, songs }).happens(chosen('r1'), ready('q1'), started('q1'))
  }
  const other = (trackid: string, position = 61.5, gain = 0.8) =>
    play.playerVersionChosen({ trackid, requestId: 'q2', position, gain })

  test('go on at the same second, as loud, playing or paused as before', () => {
    const story = versions({ version: 'Explicit' }, { version: 'Clean' }).happens(other('r1.b'))
    expect(story.player).toMatchObject({
      song: { trackid: 'r1.b', version: 'Clean' },
      isPlaying: true,
      seekTime: 61.5,
      currentTime: 61.5,
      gain: 0.8,
      requestId: 'q2',
    })
    const paused = versions({}, {}).happens(play.playerToggled({}), other('r1.b'))
    expect(paused.player.isPlaying).toBe(false)
  })
  test('of a shorter one that has ended where the other stands its start is heard', () => {
    const at = (position: number) =>
      versions({ duration: 200 }, { duration: 150 }).happens(other('r1.b', position)).player
    expect(at(147)).toMatchObject({ song: { trackid: 'r1.b' }, seekTime: 147, currentTime: 147 })
    expect(at(149)).toMatchObject({ song: { trackid: 'r1.b' }, seekTime: 0, currentTime: 0 })
    expect(at(190)).toMatchObject({ song: { trackid: 'r1.b' }, seekTime: 0, currentTime: 0 })
  })
  test('QUEUE-018: one of a release with blocks of versions takes the place of the other, and nothing is passed over', () => {
    const story = versions({}, { title: 'Else' }, {}, { title: 'Else' }).happens(other('r1.c'))
    const songs = () => story.state.get('queueItem', 'i1')?.songs ?? []
    expect(songs().map(({ trackid }) => trackid)).toEqual(['r1.c', 'r1.b', 'r1.c', 'r1.d'])
    expect(new Set(songs().map(({ uuid }) => uuid)).size).toBe(4)
    story.happens(play.playerSkippedForward({ requestId: 'q3' }))
    expect(story.player.song?.trackid).toBe('r1.b')
    story.happens(play.playerSkippedForward({ requestId: 'q4' }))
    story.happens(play.playerVersionChosen({ trackid: 'r1.a', requestId: 'q5', position: 1, gain: 1 }))
    expect(songs().map(({ trackid }) => trackid)).toEqual(['r1.c', 'r1.b', 'r1.a', 'r1.d'])
  })
  test('one that stands beside the other is not heard twice, whichever way one goes', () => {
    const forward = versions({}, {}, { title: 'Another' })
    for (const trackid of ['r1.b', 'r1.a', 'r1.b']) forward.happens(other(trackid))
    expect(forward.happens(play.playerSkippedForward({ requestId: 'q3' })).player.song?.title).toBe('Another')
  })
  test('the next song has its own volume again', () => {
    const story = versions({}, {}, { title: 'Another' }).happens(
      other('r1.b'),
      play.playerSkippedForward({ requestId: 'q3' }),
    )
    expect(story.player).toMatchObject({ song: { title: 'Another' }, gain: 1 })
  })
  test('are of the same title and artist, and not a hook', () => {
    const story = versions({}, { title: 'UNDERTOW' }, { artist: 'Somebody' }, { duration: 12 }, { title: 'Else' })
    const song = story.player.song
    if (!song) throw new Error('nothing plays')
    expect(versionsOf(story.state, song).map(({ trackid }) => trackid)).toEqual(['r1.a', 'r1.b'])
  })
  test('have half the length of the other at least', () => {
    const story = versions({ duration: 200 }, { duration: 100 }, { duration: 99 })
    const song = story.player.song
    expect(song && versionsOf(story.state, song).map(({ duration }) => duration)).toEqual([200, 100])
  })
  test('one that stands alone in the queue is exchanged for the other, to and fro', () => {
    const story = versions({}, {})
    story.happens({
      type: 'queue.releaseAdded',
      v: 1,
      payload: { releaseid: 'r1', trackid: 'r1.a', itemId: 'i5', place: 'next' },
    })
    story.happens(queueItemChosen({ itemId: 'i5', requestId: 'q3' }), other('r1.b'), other('r1.a'), other('r1.b'))
    const songs = story.state.get('queueItem', 'i5')?.songs
    expect(songs?.map(({ trackid }) => trackid)).toEqual(['r1.b'])
    expect(songs?.[0]?.uuid.length).toBeLessThan(12)
    expect(story.player.song?.trackid).toBe('r1.b')
  })
  test('a release that was chosen meanwhile is newer', () => {
    const story = versions({}, {}).happens(chosen('r7', 7))
    const [before, queue] = [story.player, story.state.single('queue')]
    story.happens(play.playerVersionChosen({ trackid: 'r1.b', requestId: 'q8', position: 3, gain: 1 }))
    expect([story.player, story.state.single('queue')]).toEqual([before, queue])
  })
  test('what is no version changes nothing', () => {
    const story = versions({}, { title: 'Else' })
    const before = story.player
    expect(story.happens(other('r9.x')).player).toEqual(before)
  })
})

describe('hooks', () => {
  const hooked = (releaseid: string, n: number, hook: number, more: object = {}) =>
    play.playerReleaseChosen({ releaseid, trackid: null, itemId: `i${n}`, requestId: `q${n}`, hook, ...more })

  test('a release begins at the share of its first song', () => {
    const story = new Story().knows(aRelease('r1')).happens(hooked('r1', 1, 0.75))
    expect(story.player).toMatchObject({ seekTime: 150, currentTime: 150, isPlaying: true })
  })
  test('also when its songs come later', () => {
    const story = new Story().happens(hooked('r1', 1, 0.25))
    expect(story.player.seekTime).toBeNull()
    expect(story.knows(aRelease('r1')).player).toMatchObject({ seekTime: 50, song: { trackid: 'r1.a' } })
  })
  test('the start is no seek, and a second goes before a share', () => {
    const story = new Story().knows(aRelease('r1')).happens(hooked('r1', 1, 0))
    expect(story.player).toMatchObject({ seekTime: null, currentTime: 0 })
    expect(story.happens(hooked('r1', 2, 0.5, { from: 7 })).player.seekTime).toBe(7)
  })
  test('a song of a length nobody knows is not heard (PLAYER-021), so the first that has one is', () => {
    const release = aRelease('r1')
    const songs = release.songs.map((song, n) => (n === 0 ? { ...song, duration: 0 } : song))
    const story = new Story().knows({ ...release, songs }).happens(hooked('r1', 1, 0.5))
    expect(story.player).toMatchObject({ song: { trackid: 'r1.b' }, seekTime: 100 })
  })
  test('the current song goes to its share, by the length of the media, and plays', () => {
    const story = playing().happens(started('q1', 208), play.playerHookChosen({ hook: 0.5 }))
    expect(story.player).toMatchObject({ seekTime: 104, isPlaying: true, requestId: 'q1' })
    story.happens(play.playerPaused({ position: 110 }), play.playerHookChosen({ hook: 0 }))
    expect(story.player).toMatchObject({ seekTime: 0, isPlaying: true, isLoading: false })
  })
  test('before its length is known the catalogue says it; without a stream one is fetched', () => {
    const story = new Story().knows(aRelease('r1')).happens(chosen('r1'))
    story.happens(play.playerAddressFailed({ requestId: 'q1', trackid: 'r1.a', code: 'TIMEOUT' }))
    story.happens(play.playerHookChosen({ hook: 0.25 }))
    expect(story.player).toMatchObject({ seekTime: 50, isPlaying: true, isLoading: true, skipped: null })
  })
  test('nothing happens without a song, or while another release is awaited', () => {
    expect(new Story().happens(play.playerHookChosen({ hook: 0.5 })).player.isPlaying).toBe(false)
    const story = playing().happens(chosen('r9', 9))
    const before = story.player
    expect(story.happens(play.playerHookChosen({ hook: 0.5 })).player).toBe(before)
  })
  test('the last is remembered, and the first is a quarter', () => {
    const story = playing()
    expect(story.state.single('setting').hook).toBe(0.25)
    expect(story.happens(hooked('r2', 2, 0.75)).state.single('setting').hook).toBe(0.75)
    expect(story.happens(play.playerHookChosen({ hook: 0 })).state.single('setting').hook).toBe(0)
    // Plain play says nothing about it.
    expect(story.happens(chosen('r1', 3)).state.single('setting').hook).toBe(0)
  })
})

describe('going through many', () => {
  const measured = (integrated: number | null) => ({ integrated, range: 6, truePeak: -1, head: 0, tail: 0 })
  const known = (id: string, integrated: number | null) =>
    aRelease(id, 0, { songs: [aSong(`${id}.a`, 1, { releaseid: id, loudness: measured(integrated) })] })
  const hear = (releaseid: string, n: number) =>
    play.playerReleaseChosen({ releaseid, trackid: null, itemId: `i${n}`, requestId: `q${n}`, hook: 0.25 })
  const gainsOf = (story: Story) =>
    ['loud', 'quiet', 'silent', 'plain'].map((id, n) => story.happens(hear(id, n)).player.gain)
  const story = () =>
    new Story().knows(known('loud', -8), known('quiet', -24), known('silent', null), aRelease('plain'))

  test('is heard at one loudness: louder songs come down, quieter ones up, what was not measured is left', () => {
    expect(gainsOf(story()).map((gain) => Number((20 * Math.log10(gain)).toFixed(2)))).toEqual([-10, 6, 0, 0])
  })
  test('a release that comes later than the press is as loud as the others', () => {
    const late = new Story().happens(hear('loud', 1))
    expect(late.player.gain).toBe(1)
    late.knows(known('loud', -8))
    expect(late.player.song?.trackid).toBe('loud.a')
    expect(late.player.gain).toBeCloseTo(10 ** (-10 / 20), 6)
  })
  test('from the top too while triage is on, and no longer when it has ended', () => {
    const on = story().happens(triageBegun({ heard: null }), chosen('loud'))
    expect(on.player.gain).toBeCloseTo(10 ** (-10 / 20), 6)
    expect(on.happens(triageEnded({}), chosen('loud', 2)).player.gain).toBe(1)
  })
  const loud = 10 ** (-10 / 20)
  test('H-557: so is what sounds already when a round begins with it', () => {
    const begun = (heard: string | null, more: object = { levels: true }) =>
      story().happens(chosen('loud'), triageBegun({ heard, ...more })).player.gain
    expect(begun('loud')).toBeCloseTo(loud, 6)
    // Another release has the focus.
    expect(begun(null)).toBe(1)
    expect(begun('loud', {}), 'an earlier build').toBe(1)
  })
  test('H-557: so is the song that plays when it is heard from a hook, in a round or not', () => {
    const hook = (more: object, ...before: AppDraft[]) =>
      story().happens(chosen('loud'), ...before, play.playerHookChosen({ hook: 0.5, ...more })).player.gain
    expect(hook({ levels: true })).toBeCloseTo(loud, 6)
    expect(hook({}), 'an earlier build').toBe(1)
    expect(hook({ levels: true }, settingLevelledToggled({ on: false }))).toBe(1)
  })
  test('H-557: so are songs Next and Previous lead to in a round; those that follow by themselves are not', () => {
    const songs = ['a', 'b'].map((id, n) =>
      aSong(`two.${id}`, n + 1, { releaseid: 'two', loudness: measured(-8 + 6 * n) }),
    )
    const inRound = () =>
      new Story()
        .knows(aRelease('two', 0, { songs }))
        .happens(triageBegun({ heard: null, levels: true }), chosen('two'))
    const next = (more: object) => play.playerSkippedForward({ requestId: 'q8', ...more })
    const back = (more: object) => play.playerSkippedBack({ requestId: 'q9', position: 0, ...more })
    const gainAfter = (...drafts: AppDraft[]) => inRound().happens(...drafts).player.gain
    expect(gainAfter(next({ levels: true }))).toBeCloseTo(10 ** (-16 / 20), 6)
    expect(gainAfter(next({}))).toBe(1)
    expect(gainAfter(next({}), back({ levels: true }))).toBeCloseTo(loud, 6)
    expect(gainAfter(next({}), back({}))).toBe(1)
    expect(gainAfter(play.playerEnded({ requestId: 'q8' }))).toBe(1)
    expect(gainAfter(triageEnded({}), next({ levels: true }))).toBe(1)
  })
  test('a release that is simply played is left as it is', () => {
    expect(story().happens(chosen('loud')).player.gain).toBe(1)
  })
  test('is left as it is where the person turned it off', () => {
    expect(gainsOf(story().happens(settingLevelledToggled({ on: false })))).toEqual([1, 1, 1, 1])
    const again = story().happens(settingLevelledToggled({ on: false }), settingLevelledToggled({ on: true }))
    expect(gainsOf(again)[0]).toBeLessThan(0.4)
  })
  test('never asks for more than the player may be told', () => {
    const extremes = new Story().knows(known('low', -70), known('high', 20))
    expect(extremes.happens(hear('low', 1)).player.gain).toBe(20)
    expect(extremes.happens(hear('high', 2)).player.gain).toBe(0.05)
  })
})
