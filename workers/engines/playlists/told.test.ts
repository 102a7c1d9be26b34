// What rows show of tracks without asking.
import { expect, test } from 'vitest'
import { playlistOpened, playlistReceived } from '#core/events/playlists.ts'
import { aPlaylist, aRelease, aSong, aTrack, Story } from '#tests/support/story.ts'
import { knownTracks } from './told.ts'

/** A playlist with one track is held, and so is a release with three songs. */
const story = new Story()
  .happens(
    playlistOpened({ playlistid: 'p1' }),
    playlistReceived({ playlist: aPlaylist('p1'), songs: [aTrack('r1.a', { title: 'As it is held' })] }),
  )
  .knows(aRelease('r1', 3))
const titles = (trackids: readonly string[], more: ReturnType<typeof aSong>[] = []) =>
  knownTracks(story.state, trackids, more).map(({ trackid, title }) => [trackid, title])

test('a track that is held is shown as it is held, whatever else was read of it', () => {
  expect(titles(['r1.a'], [aSong('r1.a', 1, { title: 'As it was read' })])).toEqual([['r1.a', 'As it is held']])
})

test('others are found in what was read, then in releases that are held; what is nowhere is left out', () => {
  const read = aSong('r1.b', 2, { title: 'As it was read' })
  expect(titles(['x.a', 'r1.c', 'r1.b', 'r1.a'], [read])).toEqual([
    ['r1.c', 'Song r1.c'],
    ['r1.b', 'As it was read'],
    ['r1.a', 'As it is held'],
  ])
})
