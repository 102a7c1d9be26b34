// Stories of the play queue.
import { describe, expect, test } from 'vitest'
import type { AppDraft } from '#core/events/index.ts'
import { sessionEnded } from '#core/events/people/session.ts'
import * as play from '#core/events/player.ts'
import { playlistChosen, playlistFailed, playlistOpened, playlistReceived } from '#core/events/playlists.ts'
import {
  queueCleared,
  queueItemChosen,
  queueItemMoved,
  queueItemRemoved,
  queueReleaseAdded,
} from '#core/events/queue.ts'
import { releaseDetailFailed, releaseDetailReceived } from '#core/events/releases.ts'
import { Order } from '#core/log/order.ts'
import type { Kind } from '#core/model/entities.ts'
import { DETAILS_KEPT } from '#core/reducers/catalogue/details.ts'
import { Store } from '#core/reducers/store.ts'
import { aPlaylist, aRelease, aTrack, Story } from '#tests/support/story.ts'

const chosen = (releaseid: string, n: number) =>
  play.playerReleaseChosen({ releaseid, trackid: null, itemId: `i${n}`, requestId: `q${n}` })
const added = (releaseid: string, n: number, place: 'next' | 'bottom') =>
  queueReleaseAdded({ releaseid, itemId: `i${n}`, place })
const removed = (n: number) => queueItemRemoved({ itemId: `i${n}`, requestId: `q-removed-${n}` })
const forward = play.playerSkippedForward({ requestId: 'qf' })
const back = play.playerSkippedBack({ requestId: 'qb', position: 0 })

const known = () => new Story().knows(aRelease('r1'), aRelease('r2'), aRelease('r3'))
/** i1 plays, i2 and i3 follow. */
const three = () => known().happens(chosen('r1', 1), added('r2', 2, 'bottom'), added('r3', 3, 'bottom'))

describe('what the queue is', () => {
  test('QUEUE-001: it has items, history, a selected item with its songs and a selected song', () => {
    const story = three()
    expect(story.queue).toEqual({
      items: ['i1', 'i2', 'i3'],
      history: [],
      selectedItem: 'i1',
      selectedSong: 'i1.1',
    })
    expect(story.state.get('queueItem', 'i1')?.songs).toHaveLength(2)
  })
  test('QUEUE-018: the same track twice has two uuids, and one of them can be removed alone', () => {
    const story = known().happens(chosen('r1', 1), added('r1', 2, 'bottom'))
    const songs = ['i1', 'i2'].map((id) => story.state.get('queueItem', id)?.songs[0])
    expect(songs[0]?.trackid).toBe(songs[1]?.trackid)
    expect(songs[0]?.uuid).not.toBe(songs[1]?.uuid)
    expect(story.happens(removed(2)).queue.items).toEqual(['i1'])
  })
})

describe('inserting', () => {
  test('QUEUE-008: play puts a release at the top, and what played into the history', () => {
    const story = three().happens(chosen('r3', 4))
    expect(story.queue).toMatchObject({ items: ['i4', 'i2', 'i3'], history: ['i1'], selectedItem: 'i4' })
  })
  test('QUEUE-009: play next puts a release behind the one that plays', () => {
    expect(three().happens(added('r3', 4, 'next')).queue.items).toEqual(['i1', 'i4', 'i2', 'i3'])
  })
  test('QUEUE-010: play later puts a release at the bottom', () => {
    expect(three().happens(added('r3', 4, 'bottom')).queue.items).toEqual(['i1', 'i2', 'i3', 'i4'])
  })
  test('a release that is not known yet takes its place when its songs come', () => {
    const story = three().happens(added('r9', 9, 'next'))
    expect(story.queue.items).toEqual(['i1', 'i2', 'i3'])
    expect(story.knows(aRelease('r9')).queue.items).toEqual(['i1', 'i9', 'i2', 'i3'])
    expect(story.state.single('queuePending').choices).toEqual([])
  })
})

describe('choices whose songs are not known yet', () => {
  const lost = (releaseid: string) => releaseDetailFailed({ releaseid, code: 'UNKNOWN' })
  const waiting = (story: Story) => story.state.single('queuePending').choices.map(({ itemId }) => itemId)

  test('D-107: stand in the order they were chosen in, whichever comes first', () => {
    const story = three().happens(added('r7', 7, 'bottom'), added('r1', 4, 'bottom'), added('r8', 8, 'bottom'))
    expect(story.queue.items).toEqual(['i1', 'i2', 'i3'])
    story.knows(aRelease('r8'))
    expect(waiting(story)).toEqual(['i7', 'i4', 'i8'])
    story.knows(aRelease('r7'))
    expect(story.queue.items).toEqual(['i1', 'i2', 'i3', 'i7', 'i4', 'i8'])
    expect(waiting(story)).toEqual([])
  })
  test('D-107: what was chosen last as next comes next', () => {
    const story = three()
      .happens(added('r7', 7, 'next'), added('r1', 4, 'next'))
      .knows(aRelease('r7'))
    expect(story.queue.items).toEqual(['i1', 'i4', 'i7', 'i2', 'i3'])
  })
  test('wait for none that goes elsewhere, and one to play for none at all', () => {
    const story = three().happens(added('r7', 7, 'bottom'), added('r1', 4, 'next'), chosen('r2', 5))
    expect(story.queue.items).toEqual(['i5', 'i4', 'i2', 'i3'])
  })
  test('wait no longer for one that cannot be had', () => {
    const story = three().happens(added('r7', 7, 'bottom'), added('r1', 4, 'bottom'), lost('r7'))
    expect(story.queue.items).toEqual(['i1', 'i2', 'i3', 'i4'])
  })
  test('keep the songs that came before those they wait for, however many', () => {
    const many = Array.from({ length: DETAILS_KEPT + 10 }, (_, n) => n + 100)
    const story = three().happens(added('slow', 4, 'bottom'), ...many.map((n) => added(`r${n}`, n, 'bottom')))
    story.knows(...many.map((n) => aRelease(`r${n}`)), aRelease('slow'))
    expect(story.queue.items).toEqual(['i1', 'i2', 'i3', 'i4', ...many.map((n) => `i${n}`)])
  })
  test('that cannot be had are said, once for many; of one to play the player tells', () => {
    const story = three().happens(added('r7', 7, 'bottom'), added('r8', 8, 'next'), added('r8', 9, 'next'), lost('r7'))
    expect(story.notices).toMatchObject([{ category: 'hasError', notificationType: 'error', detail: 'queue.1' }])
    story.happens(lost('r8'), chosen('r9', 10), lost('r9'))
    expect(story.notices.map(({ detail }) => detail)).toEqual(['queue.3'])
  })
})

describe('what is queued while a playlist waits to play', () => {
  const press = (n = 4) => playlistChosen({ playlistid: 'p1', trackid: null, itemId: `i${n}`, requestId: `q${n}` })
  const songs = [aTrack('r3.a'), aTrack('r3.b')]
  const read = playlistReceived({ playlist: aPlaylist('p1', { tracks: 2 }), songs })
  const waiting = (story: Story) => story.state.single('queuePending').choices.map(({ itemId }) => itemId)

  test('H-640: follows it, known or not, and what was queued before it is replaced (QUEUE-017)', () => {
    const story = three().happens(added('r6', 5, 'bottom'), press())
    story.happens(added('r1', 6, 'bottom'), added('r7', 7, 'next'), added('r2', 8, 'bottom'))
    expect(story.queue.items).toEqual(['i1', 'i2', 'i3'])
    story.happens(read)
    expect(story.queue).toMatchObject({ items: ['i4', 'i6', 'i8'], history: [], selectedItem: 'i4' })
    expect(waiting(story)).toEqual(['i7'])
    story.knows(aRelease('r6'), aRelease('r7'))
    expect(story.queue.items).toEqual(['i4', 'i7', 'i6', 'i8'])
    expect([...story.state.ids('queueItem')].sort()).toEqual(['i4', 'i6', 'i7', 'i8'])
  })
  test.each<[string, AppDraft, string[]]>([
    ['cannot be had', playlistFailed({ playlistid: 'p1', code: 'UNKNOWN' }), ['i1', 'i7', 'i2', 'i3', 'i6']],
    ['is passed over for what followed', queueItemChosen({ itemId: 'i2', requestId: 'q9' }), ['i2', 'i7', 'i3', 'i6']],
    ['is passed over for a release', chosen('r3', 9), ['i9', 'i7', 'i2', 'i3', 'i6']],
    ['is passed over for a release that waits as well', chosen('r9', 9), ['i1', 'i7', 'i2', 'i3', 'i6']],
  ])('H-640: is queued where it was pressed when the playlist %s', (_, then, items) => {
    const story = three().happens(press(), added('r1', 6, 'bottom'), added('r2', 7, 'next'), then)
    expect(story.queue.items).toEqual(items)
  })
  test('H-640: goes with the queue when another playlist is chosen after it', () => {
    const story = three().happens(press(), added('r1', 6, 'bottom'), press(9), added('r2', 7, 'bottom'), read)
    expect(story.queue.items).toEqual(['i9', 'i7'])
    expect(waiting(story)).toEqual([])
  })
})

test.each([
  ['in their order', false],
  ['the last first', true],
])('twice as many releases that are queued are twice the work when their songs come %s', (_, isTurned) => {
  class Counting extends Store {
    read = 0
    override get<K extends Kind>(kind: K, id: string) {
      this.read++
      return super.get(kind, id)
    }
  }
  const cost = (count: number) => {
    const store = new Counting()
    const order = new Order(store)
    const happens = (draft: AppDraft) => order.append(draft, { source: 'platform', t: 0, cause: null })
    const all = Array.from({ length: count }, (_, n) => n)
    for (const n of all) happens(added(`r${n}`, n, 'bottom'))
    const details = all.map((n) => releaseDetailReceived({ release: aRelease(`r${n}`) }))
    for (const detail of isTurned ? details.reverse() : details) happens(detail)
    expect(store.single('queue').items).toEqual(all.map((n) => `i${n}`))
    return store.read
  }
  expect(cost(600) / cost(300)).toBeLessThan(2.2)
})

describe('seeking', () => {
  test('QUEUE-011: next goes to the next song of the item', () => {
    expect(three().happens(forward).queue).toMatchObject({ selectedItem: 'i1', selectedSong: 'i1.2' })
  })
  test('QUEUE-011: next goes on to the next item, and the one before becomes history', () => {
    expect(three().happens(forward, forward).queue).toEqual({
      items: ['i2', 'i3'],
      history: ['i1'],
      selectedItem: 'i2',
      selectedSong: 'i2.1',
    })
  })
  test('QUEUE-012: previous comes back through the history', () => {
    expect(three().happens(forward, forward, back).queue).toEqual({
      items: ['i1', 'i2', 'i3'],
      history: [],
      selectedItem: 'i1',
      selectedSong: 'i1.2',
    })
  })
  test('QUEUE-013: an item that is sought is selected with its first song', () => {
    const story = three().happens(queueItemChosen({ itemId: 'i3', requestId: 'q9' }))
    expect(story.queue).toEqual({ items: ['i3'], history: ['i1', 'i2'], selectedItem: 'i3', selectedSong: 'i3.1' })
    expect(story.player).toMatchObject({ isPlaying: true, requestId: 'q9', song: { uuid: 'i3.1' } })
  })
  test('next begins a queue in which nothing was selected yet', () => {
    const story = known().happens(added('r2', 2, 'bottom'), forward)
    expect(story.queue).toMatchObject({ items: ['i2'], selectedItem: 'i2' })
    expect(story.player.song?.uuid).toBe('i2.1')
  })
  test('previous plays from the history after the player was reset', () => {
    const story = three().happens(forward, forward, play.playerToggled({}), removed(2))
    expect(story.player.song).toBeNull()
    story.happens(back)
    expect(story.player.song?.uuid).toBe('i1.2')
  })
})

describe('one song', () => {
  const song = (trackid: string, n: number, place: 'next' | 'bottom') =>
    queueReleaseAdded({ releaseid: 'r2', trackid, itemId: `i${n}`, place })

  test('RELEASE-017: play next puts the song alone behind what plays', () => {
    const story = known().happens(chosen('r1', 1), added('r3', 3, 'bottom'), song('r2.b', 2, 'next'))
    expect(story.queue.items).toEqual(['i1', 'i2', 'i3'])
    expect(story.state.get('queueItem', 'i2')).toMatchObject({ title: 'Song r2.b', songs: [{ trackid: 'r2.b' }] })
  })
  test('RELEASE-017: play later puts it at the end, also once its release is known', () => {
    const story = new Story().knows(aRelease('r1')).happens(chosen('r1', 1), song('r2.a', 2, 'bottom'))
    expect(story.queue.items).toEqual(['i1'])
    story.knows(aRelease('r2'))
    expect(story.queue.items).toEqual(['i1', 'i2'])
    expect(story.state.get('queueItem', 'i2')?.songs.map((one) => one.trackid)).toEqual(['r2.a'])
  })
  test('H-141: a song that cannot be played is not queued, and that is said', () => {
    const story = known().happens(song('r2.z', 2, 'bottom'))
    expect(story.queue.items).toEqual([])
    expect(story.notices).toMatchObject([{ category: 'hasError', subject: 'Release r2', detail: 'queue.1' }])
  })
  test('H-141: nor is a release without sound, known before or not, and they are counted', () => {
    const silent = (releaseid: string) => {
      const release = aRelease(releaseid)
      return { ...release, songs: release.songs.map((one) => ({ ...one, duration: 0 })) }
    }
    const story = known()
      .knows(silent('r4'))
      .happens(added('r4', 4, 'next'), added('r5', 5, 'bottom'))
    story.knows(silent('r5'))
    expect(story.queue.items).toEqual([])
    expect(story.notices.map(({ detail }) => detail)).toEqual(['queue.2'])
  })
  test('a song chosen at a second begins there, at once or when its release is known', () => {
    const from = (n: number) =>
      play.playerReleaseChosen({ releaseid: 'r2', trackid: 'r2.b', itemId: `i${n}`, requestId: `q${n}`, from: 42.5 })
    expect(known().happens(from(1)).player).toMatchObject({ seekTime: 42.5, currentTime: 42.5 })
    const story = new Story().happens(from(1))
    expect(story.player.seekTime).toBeNull()
    expect(story.knows(aRelease('r2')).player).toMatchObject({ seekTime: 42.5, song: { trackid: 'r2.b' } })
  })
})

describe('removing and emptying', () => {
  test('of what was heard the latest 200 items are remembered, and nothing is kept of the others', () => {
    const story = new Story().knows(aRelease('r1', 1))
    for (let n = 1; n <= 203; n++) story.happens(chosen('r1', n))
    expect([story.queue.history.length, story.queue.history[0]]).toEqual([200, 'i3'])
    expect([...story.state.ids('queueItem')]).toHaveLength(201)
    for (let n = 204; n <= 206; n++) story.happens(added('r1', n, 'bottom'))
    story.happens(queueItemChosen({ itemId: 'i206', requestId: 'q206' }))
    expect([story.queue.history.length, story.queue.history[0]]).toEqual([200, 'i6'])
    expect([...story.state.ids('queueItem')]).toHaveLength(201)
  })
  test('QUEUE-014: removing what plays plays the next one', () => {
    const story = three().happens(removed(1))
    expect(story.queue).toMatchObject({ items: ['i2', 'i3'], selectedItem: 'i2' })
    expect(story.player).toMatchObject({ isPlaying: true, isLoading: true, song: { uuid: 'i2.1' } })
  })
  test('QUEUE-005, QUEUE-006: a playlist is played and removed as a release is', () => {
    const songs = [aTrack('r1.a'), aTrack('r3.b')]
    const story = known().happens(
      playlistOpened({ playlistid: 'p1' }),
      playlistReceived({ playlist: aPlaylist('p1'), songs }),
      playlistChosen({ playlistid: 'p1', trackid: null, itemId: 'i1', requestId: 'q1' }),
      added('r2', 2, 'bottom'),
    )
    expect(story.player.song).toMatchObject({ uuid: 'i1.1', trackid: 'r1.a' })
    story.happens(forward, forward, back)
    expect(story.player.song).toMatchObject({ uuid: 'i1.2', trackid: 'r3.b' })
    story.happens(removed(1))
    expect(story.queue).toMatchObject({ items: ['i2'], history: [], selectedSong: 'i2.1' })
  })
  test('QUEUE-015: removing what is paused resets the player', () => {
    const story = three().happens(play.playerToggled({}), removed(1))
    expect(story.player).toMatchObject({ isPlaying: false, song: null, requestId: null })
    expect(story.queue).toMatchObject({ items: ['i2', 'i3'], selectedItem: null, selectedSong: null })
  })
  test('D-108: removing what plays as the last one resets the player', () => {
    const story = known().happens(chosen('r1', 1), removed(1))
    expect(story.player).toMatchObject({ isPlaying: false, song: null })
  })
  test('removing another item leaves what plays alone', () => {
    const story = three()
    const { player } = story
    expect(story.happens(removed(3)).player).toEqual(player)
    expect(story.state.get('queueItem', 'i3')).toBeUndefined()
  })
  test('QUEUE-016: clear at sign-out empties all of it (D-106)', () => {
    const story = three().happens(added('r9', 9, 'next'), sessionEnded({ reason: 'signedOut' }))
    expect(story.queue).toEqual({ items: [], history: [], selectedItem: null, selectedSong: null })
    expect([...story.state.ids('queueItem')]).toEqual([])
    expect(story.state.single('queuePending').choices).toEqual([])
  })
})

describe('clearing', () => {
  test('QUEUE-016: what follows and what was heard goes, what plays goes on (D-106)', () => {
    const story = three().happens(forward, forward)
    const { player } = story
    story.happens(queueCleared({}))
    expect(story.queue).toEqual({ items: ['i2'], history: [], selectedItem: 'i2', selectedSong: 'i2.1' })
    expect(story.player).toEqual(player)
    expect([...story.state.ids('queueItem')]).toEqual(['i2'])
  })
  test('what waits for its songs to be queued is forgotten, what waits to be played is not', () => {
    const story = three().happens(added('r9', 9, 'next'), chosen('r8', 8), queueCleared({}))
    expect(story.state.single('queuePending').choices).toMatchObject([{ kind: 'play', releaseid: 'r8' }])
  })
  test('without anything selected nothing is left', () => {
    const story = known().happens(added('r1', 1, 'bottom'), queueCleared({}))
    expect(story.queue).toEqual({ items: [], history: [], selectedItem: null, selectedSong: null })
    expect([...story.state.ids('queueItem')]).toEqual([])
  })
})

describe('moving', () => {
  const moved = (n: number, before: number | null) =>
    queueItemMoved({ itemId: `i${n}`, before: before === null ? null : `i${before}` })
  const four = () => three().happens(added('r1', 4, 'bottom'))
  test('an item goes in front of another, or to the end', () => {
    expect(four().happens(moved(4, 2)).queue.items).toEqual(['i1', 'i4', 'i2', 'i3'])
    expect(four().happens(moved(2, 4)).queue.items).toEqual(['i1', 'i3', 'i2', 'i4'])
    expect(four().happens(moved(2, null)).queue.items).toEqual(['i1', 'i3', 'i4', 'i2'])
  })
  test('what plays stays at the front, and what is not there moves nothing', () => {
    for (const wrong of [moved(1, null), moved(3, 1), moved(9, 2), moved(2, 9), moved(2, 2)])
      expect(four().happens(wrong).queue).toEqual(four().queue)
  })
})
