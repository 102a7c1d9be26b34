// Stories of what is taken out of the queue and put back.
import { describe, expect, test } from 'vitest'
import { sessionEnded } from '#core/events/people/session.ts'
import * as play from '#core/events/player.ts'
import {
  queueCleared,
  queueItemChosen,
  queueItemRemoved,
  queueReleaseAdded,
  queueRemovalUndone,
  queueSongRemoved,
} from '#core/events/queue.ts'
import { aRelease, Story } from '#tests/support/story.ts'
import { following } from './queueReading.ts'

const chosen = (releaseid: string, n: number) =>
  play.playerReleaseChosen({ releaseid, trackid: null, itemId: `i${n}`, requestId: `q${n}` })
const later = (releaseid: string, n: number) => queueReleaseAdded({ releaseid, itemId: `i${n}`, place: 'bottom' })
const skipped = (item: number, song: number) =>
  queueSongRemoved({ itemId: `i${item}`, songId: `i${item}.${song}`, requestId: `s${item}.${song}` })
const removed = (n: number) => queueItemRemoved({ itemId: `i${n}`, requestId: `r${n}` })
const undone = (requestId: string) => queueRemovalUndone({ requestId })
const forward = play.playerSkippedForward({ requestId: 'qf' })

/** i1 plays its first of four songs; i2 (three songs) and i3 (one) follow. */
const three = () =>
  new Story()
    .knows(aRelease('r1', 4), aRelease('r2', 3), aRelease('r3', 1))
    .happens(chosen('r1', 1), later('r2', 2), later('r3', 3))
const songs = (story: Story, n: number) => story.state.get('queueItem', `i${n}`)?.songs.map(({ uuid }) => uuid)

test('PLAYER-033: taking out what plays while another choice waits for its songs leaves what follows for later', () => {
  const story = three().happens(chosen('r9', 9), removed(1))
  expect(story.queue).toMatchObject({ items: ['i2', 'i3'], history: [], selectedItem: null })
  expect(story.player).toMatchObject({ song: null, isPlaying: true, isLoading: true })
  story.knows(aRelease('r9'))
  expect(story.queue).toMatchObject({ items: ['i9', 'i2', 'i3'], history: [], selectedItem: 'i9' })
  expect(story.player).toMatchObject({ song: { trackid: 'r9.a' }, requestId: 'q9', isPlaying: true })
})

describe('a song that is taken out', () => {
  test('QUEUE-005, D-160: a song of what plays is skipped, and the item stays', () => {
    const story = three().happens(skipped(1, 2))
    expect(story.queue).toMatchObject({ items: ['i1', 'i2', 'i3'], selectedItem: 'i1', selectedSong: 'i1.1' })
    expect(following(story.state)?.song.uuid).toBe('i1.3')
    expect(story.happens(forward).queue.selectedSong).toBe('i1.3')
  })
  test('QUEUE-018: a song of an item that follows goes alone', () => {
    const story = three().happens(skipped(2, 1))
    expect(songs(story, 2)).toEqual(['i2.2', 'i2.3'])
    expect(story.queue.items).toEqual(['i1', 'i2', 'i3'])
  })
  test('an item goes with its last song', () => {
    const story = three().happens(skipped(3, 1))
    expect(story.queue.items).toEqual(['i1', 'i2'])
    expect(story.state.get('queueItem', 'i3')).toBeUndefined()
  })
  test('H-450, QUEUE-014: the song that plays hands over to the next of its item, which stays', () => {
    const story = three().happens(skipped(1, 1))
    expect(story.queue).toMatchObject({ items: ['i1', 'i2', 'i3'], selectedItem: 'i1', selectedSong: 'i1.2' })
    expect(songs(story, 1)).toEqual(['i1.2', 'i1.3', 'i1.4'])
    expect(story.player).toMatchObject({ song: { uuid: 'i1.2' }, isPlaying: true, requestId: 's1.1' })
    expect(story.notices).toMatchObject([{ category: 'removedFromQueue', detail: 'song', undoQueue: 's1.1' }])
    // Put back it is heard next.
    expect(songs(story.happens(undone('s1.1')), 1)).toEqual(['i1.2', 'i1.1', 'i1.3', 'i1.4'])
  })
  test('H-450, QUEUE-014: the last song of what plays hands over to the next item, and comes back alone', () => {
    const story = three().happens(forward, forward, forward, skipped(1, 4))
    expect(story.queue).toMatchObject({ items: ['i2', 'i3'], selectedItem: 'i2' })
    expect(story.player).toMatchObject({ song: { uuid: 'i2.1' }, isPlaying: true })
    expect(story.happens(undone('s1.4')).queue.items).toEqual(['i2', 'i1', 'i3'])
    expect(songs(story, 1)).toEqual(['i1.4'])
  })
  test('H-450, QUEUE-015: paused it resets the player, and what followed stands there as before', () => {
    const story = three().happens(forward, play.playerToggled({}), skipped(1, 2))
    expect(story.player).toMatchObject({ song: null, isPlaying: false })
    expect(story.queue).toMatchObject({ items: ['i1', 'i2', 'i3'], selectedItem: null, selectedSong: null })
    expect(songs(story, 1)).toEqual(['i1.3', 'i1.4'])
    expect(songs(story.happens(undone('s1.2')), 1)).toEqual(['i1.2', 'i1.3', 'i1.4'])
  })
  test('a song that is not there is not skipped', () => {
    const story = three()
    const before = songs(story, 1)
    story.happens(skipped(1, 9), skipped(9, 1))
    expect(songs(story, 1)).toEqual(before)
    expect(story.notices).toEqual([])
  })
  test('what was fetched ahead for it is not what is wanted next', () => {
    const story = three()
    const { requestId } = story.player
    story.happens(
      play.playerAddressReady({ requestId: requestId ?? '', trackid: story.player.song?.trackid ?? '', handle: 'h1' }),
      play.playerNextReady({ uuid: 'i1.2', trackid: 'r1.2', handle: 'h2' }),
    )
    expect(story.player.next?.uuid).toBe('i1.2')
    expect(story.happens(skipped(1, 2)).player.next).toBeNull()
  })
})

describe('undo (D-149)', () => {
  test('a skipped song comes back where it stood', () => {
    const story = three().happens(skipped(1, 2), skipped(1, 3))
    expect(songs(story, 1)).toEqual(['i1.1', 'i1.4'])
    expect(songs(story.happens(undone('s1.3')), 1)).toEqual(['i1.1', 'i1.3', 'i1.4'])
    expect(songs(story.happens(undone('s1.2')), 1)).toContain('i1.2')
  })
  test('an item comes back where it stood, with its songs', () => {
    const story = three().happens(removed(2))
    expect(story.queue.items).toEqual(['i1', 'i3'])
    expect(story.happens(undone('r2')).queue.items).toEqual(['i1', 'i2', 'i3'])
    expect(songs(story, 2)).toEqual(['i2.1', 'i2.2', 'i2.3'])
  })
  test('an item that went with its last song comes back, too', () => {
    const story = three().happens(skipped(3, 1), undone('s3.1'))
    expect(story.queue.items).toEqual(['i1', 'i2', 'i3'])
    expect(songs(story, 3)).toEqual(['i3.1'])
  })
  test('what played comes back behind what plays by now', () => {
    const story = three().happens(removed(1))
    expect(story.queue).toMatchObject({ items: ['i2', 'i3'], selectedItem: 'i2' })
    expect(story.happens(undone('r1')).queue).toMatchObject({ items: ['i2', 'i1', 'i3'], selectedItem: 'i2' })
  })
  test.each([
    ['2 3', '2 3'],
    ['2 3', '3 2'],
    ['3 2', '3 2'],
    ['3 2', '2 3'],
    ['2 3 4', '3 2 4'],
    ['4 2 3', '4 3 2'],
    ['3 4 2', '3 2 4'],
  ])('D-160: neighbours that were taken out as %s and are put back as %s stand where they stood', (out, back) => {
    const of = (text: string) => text.split(' ').map(Number)
    const songsBack = three().happens(...of(out).map((n) => skipped(1, n)), ...of(back).map((n) => undone(`s1.${n}`)))
    expect(songs(songsBack, 1)).toEqual(['i1.1', 'i1.2', 'i1.3', 'i1.4'])
    const five = three().happens(later('r2', 4), later('r2', 5))
    five.happens(...of(out).map(removed), ...of(back).map((n) => undone(`r${n}`)))
    expect(five.queue.items).toEqual(['i1', 'i2', 'i3', 'i4', 'i5'])
  })
  test('D-149, D-160: a skipped song whose item was taken out after it comes back with that, where it stood', () => {
    const story = three().happens(skipped(2, 1), skipped(2, 2), removed(2), undone('s2.1'))
    expect(story.queue.items).toEqual(['i1', 'i3'])
    story.happens(undone('r2'))
    expect(songs(story, 2)).toEqual(['i2.1', 'i2.3'])
    expect(songs(story.happens(undone('s2.2')), 2)).toEqual(['i2.1', 'i2.2', 'i2.3'])
  })
  test('a skipped song of what is nowhere any more comes back nowhere', () => {
    const story = three().happens(skipped(2, 1), queueCleared({}), undone('s2.1'))
    expect(story.queue.items).toEqual(['i1'])
    expect(story.state.get('queueItem', 'i2')).toBeUndefined()
  })
  test('once: another press changes nothing', () => {
    const story = three().happens(removed(2), undone('r2'), undone('r2'), undone('r9'))
    expect(story.queue.items).toEqual(['i1', 'i2', 'i3'])
  })
  test('a notification offers it, names what went, and is gone once it is back', () => {
    const story = three().happens(removed(2))
    expect(story.notices).toMatchObject([{ category: 'removedFromQueue', detail: '', undoQueue: 'r2' }])
    story.happens(skipped(1, 2))
    expect(story.notices[1]).toMatchObject({ category: 'removedFromQueue', detail: 'song', undoQueue: 's1.2' })
    expect(story.notices[1]?.subject).toBe(three().state.get('queueItem', 'i1')?.songs[1]?.title)
    expect(story.happens(undone('s1.2'), undone('r2')).notices).toEqual([])
  })
  test('nothing of it is there for the next person', () => {
    const story = three().happens(removed(2), sessionEnded({ reason: 'signedOut' }), undone('r2'))
    expect(story.queue.items).toEqual([])
    expect(story.state.single('queueRemoved').removals).toEqual([])
  })
})

test('D-106, D-160: clear takes out what follows of what plays as well', () => {
  const story = three().happens(forward, queueCleared({}))
  expect(songs(story, 1)).toEqual(['i1.1', 'i1.2'])
  expect(following(story.state)).toBeNull()
})

test('QUEUE-013: an item is played from one of its songs', () => {
  const story = three().happens(queueItemChosen({ itemId: 'i2', songId: 'i2.3', requestId: 'q' }))
  expect(story.queue).toMatchObject({ items: ['i2', 'i3'], selectedItem: 'i2', selectedSong: 'i2.3' })
  expect(story.player.song?.uuid).toBe('i2.3')
})
