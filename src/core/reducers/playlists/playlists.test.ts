// Playlists: their order with changes on their way, their lists and stars, what is said of them.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { appNavigated, appWentOffline } from '#core/events/app.ts'
import type { AppDraft } from '#core/events/index.ts'
import {
  playlistAddRequested,
  playlistChangeAnswered,
  playlistChangeFailed,
  playlistChangeRequested,
  playlistChosen,
  playlistCreated,
  playlistCreateRequested,
  playlistDeleted,
  playlistFailed,
  playlistListFailed,
  playlistListOpened,
  playlistListReceived,
  playlistMoreWanted,
  playlistOpened,
  playlistPinAnswered,
  playlistPinFailed,
  playlistPinRequested,
  playlistReceived,
  playlistRequestFailed,
  playlistTracksAdded,
  playlistUpdated,
} from '#core/events/playlists.ts'
import type { PlaylistCard, PlaylistTrack } from '#core/model/playlists/playlist.ts'
import type { PlaylistChange } from '#core/model/playlists/playlistChange.ts'
import { STARRED_LIST } from '#core/model/playlists/playlistList.ts'
import { aPlaylist, aRelease, aTrack, Story } from '#tests/support/story.ts'
import { DETAILS_KEPT } from './playlists.ts'
import { shownOrder, shownTracks } from './shownTracks.ts'
import { wayBack } from './wayBack.ts'

const P = 'p1'
const ids = (count: number) => Array.from({ length: count }, (_, n) => `r1.${n}`)
const opened = (count = 4) =>
  new Story().happens(
    playlistOpened({ playlistid: P }),
    playlistReceived({ playlist: aPlaylist(P, { tracks: count }), songs: ids(count).map((id) => aTrack(id)) }),
  )
const shown = (story: Story, playlistid = P) => {
  const detail = story.state.get('playlistDetail', playlistid)
  return detail ? shownOrder(detail).map((id) => id.replace('r1.', '')) : null
}
const move = (requestId: string, trackid: string, position: 'before' | 'after', referenceTrackid: string) =>
  playlistChangeRequested({
    requestId,
    playlistid: P,
    change: { kind: 'move', trackid: `r1.${trackid}`, position, referenceTrackid: `r1.${referenceTrackid}` },
  })
const change = (requestId: string, made: PlaylistChange) =>
  playlistChangeRequested({ requestId, playlistid: P, change: made })
const answered = (requestId: string) => playlistChangeAnswered({ requestId, playlistid: P })
const failed = (requestId: string, message = 'The playlist has changed.') =>
  playlistChangeFailed({ requestId, playlistid: P, code: 'TRACK_GONE', message })

test('an order names no song whose row nobody holds', () => {
  const playlist = aPlaylist(P)
  const story = opened().happens(playlistReceived({ playlist, songs: [aTrack('r1.9')], order: ['r1.9', 'r1.0', 'x'] }))
  expect(shown(story)).toEqual(['9', '0'])
})

test('what was added stands behind the changes that are on their way, once', () => {
  const story = opened().happens(
    move('1', '3', 'before', '0'),
    playlistTracksAdded({
      requestId: 'a',
      playlistid: P,
      added: ['r1.8', 'r1.2'],
      songs: [aTrack('r1.8'), aTrack('r1.2')],
    }),
  )
  expect(shown(story)).toEqual(['3', '0', '1', '2', '8'])
})

test('what is read again and is as it was touches no track and no order', () => {
  const story = opened()
  story.order.takeTouched()
  const songs = ids(4).map((id) => aTrack(id))
  story.happens(playlistReceived({ playlist: aPlaylist(P, { tracks: 4 }), songs }))
  expect(story.order.takeTouched().filter(({ kind }) => kind === 'track' || kind === 'playlistDetail')).toEqual([])
  const [first, ...rest] = songs
  if (!first) throw new Error('there is no song')
  story.happens(playlistReceived({ playlist: aPlaylist(P), songs: [{ ...first, title: 'Other' }, ...rest] }))
  expect(story.order.takeTouched().filter(({ kind }) => kind === 'track')).toEqual([{ kind: 'track', id: 'r1.0' }])
  expect(story.state.get('track', 'r1.0')?.title).toBe('Other')
})

test('of a list that is read again what is as it was is not touched, and what changed is', () => {
  const queryId = STARRED_LIST
  const read = (round: number, name: string) => [
    playlistListOpened({ queryId }),
    playlistListReceived({
      queryId,
      round,
      from: 1,
      pages: 1,
      total: 2,
      playlists: [aPlaylist('a', { pinned: true }), aPlaylist('b', { pinned: true, name })],
    }),
  ]
  const story = new Story().happens(...read(1, 'Mine'))
  story.order.takeTouched()
  story.happens(...read(2, 'Mine'))
  expect(story.order.takeTouched()).toEqual([{ kind: 'playlistList', id: queryId }])
  story.happens(...read(3, 'Yours'))
  expect(story.order.takeTouched().filter(({ kind }) => kind !== 'playlistList')).toEqual([
    { kind: 'playlist', id: 'b' },
  ])
})

test('a wish that was refused itself is a request that failed', () => {
  const story = opened()
  story.happens(playlistRequestFailed({ requestId: 'a', kind: 'create', code: 'REFUSED', message: '' }))
  expect(story.state.get('playlistRequest', 'a')).toMatchObject({ kind: 'create', status: 'failed' })
  story.happens(playlistRequestFailed({ requestId: 'b', kind: 'add', code: 'REFUSED', message: '' }))
  expect(story.state.get('playlistRequest', 'b')).toBeUndefined()
  expect(story.notices.at(-1)).toMatchObject({ category: 'hasError' })
})

describe('the order of a playlist', () => {
  test('makes a list old only where the covers are others', () => {
    const queryId = 'sort=-date'
    const isOld = (songs: PlaylistTrack[]) => {
      const story = new Story().happens(
        playlistOpened({ playlistid: P }),
        playlistReceived({ playlist: aPlaylist(P), songs }),
        playlistListOpened({ queryId }),
        playlistListReceived({ queryId, round: 1, from: 1, pages: 1, total: 1, playlists: [aPlaylist(P)] }),
        move('a', '1', 'before', '0'),
        answered('a'),
      )
      expect(shown(story)?.slice(0, 2)).toEqual(['1', '0'])
      return story.state.get('playlistList', queryId)?.stale
    }
    expect(isOld([aTrack('r1.0'), aTrack('r1.1')])).toBe(false)
    expect(isOld([aTrack('r1.0'), { ...aTrack('r1.1'), releaseid: 'r2' }])).toBe(true)
  })

  test('PLAYLIST-021: a reorder is shown at once', () => {
    expect(shown(opened().happens(move('a', '3', 'before', '0')))).toEqual(['3', '0', '1', '2'])
  })

  test('PLAYLIST-022: a reorder that fails is gone exactly', () => {
    const story = opened().happens(move('a', '3', 'before', '0'), failed('a'))
    expect(shown(story)).toEqual(['0', '1', '2', '3'])
    expect(story.state.get('playlistDetail', P)?.pending).toEqual([])
  })

  test('PLAYLIST-022: when two race and the first fails, the second stands', () => {
    const story = opened().happens(move('a', '3', 'before', '0'), move('b', '0', 'after', '2'))
    expect(shown(story)).toEqual(['3', '1', '2', '0'])
    expect(shown(story.happens(failed('a')))).toEqual(['1', '2', '0', '3'])
    expect(shown(story.happens(answered('b')))).toEqual(['1', '2', '0', '3'])
  })

  test('PLAYLIST-023: what the server said of a failed reorder is said', () => {
    const story = opened().happens(move('a', '3', 'before', '0'), failed('a', 'One of the tracks is gone.'))
    expect(story.notices).toMatchObject([
      { category: 'hasError', notificationType: 'error', subject: 'One of the tracks is gone.' },
    ])
  })

  test('a reorder that succeeds says nothing: the row shows it', () => {
    expect(opened().happens(move('a', '3', 'before', '0'), answered('a')).notices).toEqual([])
  })

  test('what the server tells of the order meanwhile stands under what is on its way', () => {
    const story = opened().happens(
      move('a', '3', 'before', '0'),
      playlistReceived({ playlist: aPlaylist(P), songs: ['r1.2', 'r1.3', 'r1.9'].map((id) => aTrack(id)) }),
    )
    expect(shown(story)).toEqual(['2', '3', '9'])
    expect(shown(story.happens(failed('a')))).toEqual(['2', '3', '9'])
  })

  test('a removed track can be put back beside the neighbour it had', () => {
    const story = opened().happens(change('a', { kind: 'remove', tracks: ['r1.1'] }))
    expect(shown(story)).toEqual(['0', '2', '3'])
    story.happens(answered('a'))
    const [notice] = story.notices
    expect(notice).toMatchObject({ category: 'playlistUpdated', subject: 'Song r1.1' })
    if (!notice?.undoPlaylist) throw new Error('there is no way back')
    story.happens(change('b', notice.undoPlaylist.change))
    expect(shown(story)).toEqual(['0', '1', '2', '3'])
    expect(shownTracks(story.state, P).map((track) => track.trackid)).toEqual(ids(4))
  })

  test.each([
    ['the older one first', ['a', 'b']],
    ['the newer one first', ['b', 'a']],
  ])('D-149: two neighbours that were removed are put back where they stood, %s', (_, order) => {
    const story = opened()
    for (const [requestId, track] of [['a', 'r1.1'], ['b', 'r1.2']] as const) // biome-ignore format: one line
      story.happens(change(requestId, { kind: 'remove', tracks: [track] }), answered(requestId))
    for (const requestId of order) {
      const undo = story.state.get('notice', `playlistUpdated.${requestId}`)?.undoPlaylist
      if (!undo) throw new Error('there is no way back')
      story.happens(change(`back ${requestId}`, wayBack(story.state, undo)), answered(`back ${requestId}`))
    }
    expect(shown(story)).toEqual(['0', '1', '2', '3'])
  })

  test('clearing empties it, and counts nothing once it is confirmed', () => {
    const story = opened().happens(change('a', { kind: 'clear' }))
    expect(shown(story)).toEqual([])
    expect(story.happens(answered('a')).state.get('playlist', P)?.tracks).toBe(0)
  })

  test('answers to wishes nobody made change nothing', () => {
    const story = opened().happens(move('a', '3', 'before', '0'))
    expect(shown(story.happens(answered('x'), failed('y')))).toEqual(['3', '0', '1', '2'])
    expect(story.notices).toEqual([])
  })

  test('PLAYLIST-022: after any race it is what the server has with what is still on its way', () => {
    const track = fc.integer({ min: 0, max: 6 }).map((n) => `r1.${n}`)
    const side = fc.constantFrom('before' as const, 'after' as const)
    const made: fc.Arbitrary<PlaylistChange> = fc.oneof(
      {
        weight: 6,
        arbitrary: fc.record({
          kind: fc.constant('move' as const),
          trackid: track,
          position: side,
          referenceTrackid: track,
        }),
      },
      { weight: 2, arbitrary: fc.record({ kind: fc.constant('remove' as const), tracks: fc.tuple(track) }) },
      {
        weight: 2,
        arbitrary: fc.record({
          kind: fc.constant('put' as const),
          trackid: track,
          position: side,
          referenceTrackid: fc.option(track),
        }),
      },
      { weight: 1, arbitrary: fc.record({ kind: fc.constant('clear' as const) }) },
    )
    const step = fc.oneof(
      { weight: 3, arbitrary: made.map((one) => ({ what: 'wish' as const, change: one })) },
      { weight: 2, arbitrary: fc.record({ what: fc.constant('answer' as const), fails: fc.boolean() }) },
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const story = opened(6)
        // The naive model: the server's own list, and what was wished since, in order.
        let server = ids(6)
        const waiting: { id: string; change: PlaylistChange }[] = []
        steps.forEach((taken, n) => {
          if (taken.what === 'wish') {
            waiting.push({ id: `w${n}`, change: taken.change })
            story.happens(change(`w${n}`, taken.change))
          } else {
            const first = waiting.shift()
            if (!first) return
            if (!taken.fails) server = naive(server, first.change)
            story.happens(taken.fails ? failed(first.id) : answered(first.id))
          }
          const expected = waiting.reduce((list, one) => naive(list, one.change), server)
          const detail = story.state.get('playlistDetail', P)
          expect(detail && shownOrder(detail)).toEqual(expected)
          expect(detail?.confirmed).toEqual(server)
        })
      }),
      { numRuns: 1000 },
    )
  })
})

/** What a change makes of a list, written as the server's rows would have it. */
function naive(list: string[], made: PlaylistChange): string[] {
  if (made.kind === 'clear') return []
  if (made.kind === 'remove') return list.filter((id) => !made.tracks.includes(id))
  let rows = list.map((id, place) => ({ id, place }))
  if (made.kind === 'put' && !list.includes(made.trackid)) rows.push({ id: made.trackid, place: list.length })
  const reference = rows.find((row) => row.id === made.referenceTrackid)
  if (reference && made.trackid !== made.referenceTrackid && rows.some((row) => row.id === made.trackid)) {
    const place = reference.place + (made.position === 'before' ? -0.5 : 0.5)
    rows = rows.map((row) => (row.id === made.trackid ? { ...row, place } : row))
  }
  return rows.sort((a, b) => a.place - b.place).map((row) => row.id)
}

describe('what is said', () => {
  const card = aPlaylist(P, { name: 'Morning' })

  test('SHELL-035, PLAYLIST-026: a playlist was created', () => {
    const wanted = { requestId: 'c', name: 'Morning', desc: '', tracks: [], releases: [] }
    const story = new Story().happens(playlistCreateRequested(wanted))
    expect(story.notices).toEqual([])
    story.happens(playlistCreated({ requestId: 'c', playlist: card }))
    expect(story.notices).toMatchObject([{ category: 'playlistCreated', subject: 'Morning' }])
    expect(story.state.get('playlistRequest', 'c')).toBeUndefined()
  })

  test('SHELL-036, PLAYLIST-027: a playlist was updated', () => {
    const story = new Story().happens(playlistUpdated({ requestId: 'u', playlist: card }))
    expect(story.notices).toMatchObject([{ category: 'playlistUpdated', subject: 'Morning' }])
  })

  test('a song left a playlist that nobody opened: it is said of the playlist, as its songs have no names here', () => {
    const queryId = 'sort=-date'
    const story = new Story().happens(
      playlistListOpened({ queryId }),
      playlistListReceived({ queryId, round: 1, from: 1, pages: 1, total: 1, playlists: [card] }),
      change('u', { kind: 'remove', tracks: ['r1.9'] }),
      answered('u'),
    )
    expect(story.notices).toMatchObject([{ category: 'playlistUpdated', subject: 'Morning', detail: '' }])
  })

  test('SHELL-037, PLAYLIST-028: songs were added, with a way back that takes only those', () => {
    const story = opened().happens(
      playlistAddRequested({ requestId: 'a', playlistid: P, tracks: ['r1.0', 'r1.9'], releases: [] }),
      playlistTracksAdded({ requestId: 'a', playlistid: P, added: ['r1.9'] }),
    )
    expect(story.notices).toMatchObject([
      {
        category: 'addedToPlaylist',
        detail: '1',
        undoPlaylist: { playlistid: P, change: { kind: 'remove', tracks: ['r1.9'] } },
      },
    ])
  })

  test('what was there already is said to be, and cannot be undone', () => {
    const story = opened().happens(playlistTracksAdded({ requestId: 'a', playlistid: P, added: [] }))
    expect(story.notices).toMatchObject([{ category: 'addedToPlaylist', detail: '0' }])
    expect(story.notices[0]?.undoPlaylist).toBeUndefined()
  })

  test('a form keeps why it was refused; an adding without a form says it', () => {
    const wanted = { requestId: 'c', name: 'Morning', desc: '', tracks: [], releases: [] }
    const refused = { code: 'BAD', message: 'No.', fields: { name: 'Not this one' }, retryAfterMs: 400 }
    const story = new Story().happens(
      playlistCreateRequested(wanted),
      playlistRequestFailed({ requestId: 'c', ...refused }),
      playlistAddRequested({ requestId: 'a', playlistid: P, tracks: ['t'], releases: [] }),
      playlistRequestFailed({ requestId: 'a', ...refused }),
    )
    expect(story.state.get('playlistRequest', 'c')).toMatchObject({ status: 'failed', ...refused })
    expect(story.notices).toMatchObject([{ category: 'hasError', subject: 'No.', detail: 'playlistAdd' }])
  })
})

describe('lists of playlists', () => {
  const received = (names: string[], fields: { from?: number; round?: number; total?: number } = {}): AppDraft =>
    playlistListReceived({
      queryId: 'sort=-date',
      round: 1,
      from: 1,
      pages: 1,
      total: 3,
      playlists: names.map((id) => aPlaylist(id)),
      ...fields,
    })
  const list = (story: Story) => story.state.get('playlistList', 'sort=-date')
  const begun = () => new Story().happens(playlistListOpened({ queryId: 'sort=-date' }))
  const listFailed = (round: number) => playlistListFailed({ queryId: 'sort=-date', round, code: 'TIMEOUT' })

  test('grow by pages, each playlist once', () => {
    const story = begun().happens(
      received(['a', 'b']),
      playlistMoreWanted({ queryId: 'sort=-date' }),
      received(['b', 'c'], { from: 2 }),
    )
    expect(list(story)).toMatchObject({ status: 'done', ids: ['a', 'b', 'c'], pages: 2 })
  })

  test('one that another device changed between two of its pages is old, until it was read anew', () => {
    const more = playlistMoreWanted({ queryId: 'sort=-date' })
    const story = begun().happens(received(['a', 'b']), more, received(['c'], { from: 2 }))
    expect(list(story)?.stale).toBe(false)
    const changed = begun().happens(received(['a', 'b'], { total: 5 }), more, received(['d'], { from: 2, total: 4 }))
    expect(list(changed)).toMatchObject({ ids: ['a', 'b', 'd'], total: 4, stale: true })
    changed.happens(
      playlistListOpened({ queryId: 'sort=-date' }),
      received(['a', 'c', 'd', 'e'], { round: 2, total: 4 }),
    )
    expect(list(changed)).toMatchObject({ ids: ['a', 'c', 'd', 'e'], stale: false })
  })

  test('keep what they show when something changed, and are loaded anew when they are opened', () => {
    const story = begun().happens(received(['a', 'b']), playlistCreated({ requestId: 'c', playlist: aPlaylist('n') }))
    expect(list(story)).toMatchObject({ ids: ['a', 'b'], stale: true })
    story.happens(playlistListOpened({ queryId: 'sort=-date' }), received(['x'], { round: 1 }))
    expect(list(story)).toMatchObject({ status: 'loading', ids: ['a', 'b'] })
    expect(list(story.happens(received(['n', 'a', 'b'], { round: 2 })))).toMatchObject({ ids: ['n', 'a', 'b'] })
  })

  test('ask for more only when what was asked for has come, and while there is more', () => {
    const more = playlistMoreWanted({ queryId: 'sort=-date' })
    const status = (story: Story) => list(story)?.status
    expect(status(begun().happens(more))).toBe('loading')
    expect(status(begun().happens(received(['a']), more))).toBe('more')
    expect(status(begun().happens(received(['a', 'b', 'c']), more))).toBe('done')
    const lost = begun().happens(received(['a']), more, listFailed(1))
    expect(status(lost)).toBe('error')
    expect(status(lost.happens(more))).toBe('more')
    const anew = begun().happens(received(['a']), playlistDeleted({ requestId: 'd', playlistid: 'x' }))
    expect(status(anew.happens(playlistListOpened({ queryId: 'sort=-date' }), more))).toBe('loading')
  })

  test('that could not be loaded are asked for anew when they are opened, and hear nothing of the round before', () => {
    const story = begun().happens(listFailed(1))
    expect(list(story)).toMatchObject({ status: 'error', round: 1 })
    story.happens(playlistListOpened({ queryId: 'sort=-date' }), listFailed(1), received(['x']))
    expect(list(story)).toMatchObject({ status: 'loading', round: 2, ids: [] })
  })

  test('end with a page that brought nothing new, whatever the count says; a page out of turn is left out', () => {
    const story = begun().happens(received(['a', 'b']), received(['z'], { from: 3 }))
    expect(list(story)).toMatchObject({ ids: ['a', 'b'], total: 3, pages: 1 })
    expect(list(story.happens(received(['b'], { from: 2 })))).toMatchObject({ ids: ['a', 'b'], total: 2, pages: 2 })
  })

  test('lose what was deleted at once', () => {
    const story = begun().happens(received(['a', 'b']), playlistDeleted({ requestId: 'd', playlistid: 'a' }))
    expect(list(story)).toMatchObject({ ids: ['b'], total: 2 })
    expect(story.state.get('playlist', 'a')).toBeUndefined()
  })
})

describe('stars', () => {
  const pin = (requestId: string, pinned: boolean) => playlistPinRequested({ requestId, playlistid: P, pinned })
  const isStarred = (story: Story) => [
    story.state.get('playlist', P)?.pinned,
    story.state.single('starred').ids.includes(P),
  ]

  test('PLAYLIST-029: a star fills and clears at once, in the sidebar too', () => {
    const story = opened().happens(pin('a', true))
    expect(isStarred(story)).toEqual([true, true])
    story.happens(pin('c', false))
    expect(isStarred(story)).toEqual([false, false])
    story.happens(pin('a', true), playlistPinAnswered({ requestId: 'a', playlistid: P, pinned: true }), pin('b', false))
    expect(isStarred(story)).toEqual([false, false])
  })

  test('a star that fails goes back to what the server has, whatever was wished in between', () => {
    const story = opened().happens(
      pin('a', true),
      pin('b', false),
      playlistPinAnswered({ requestId: 'a', playlistid: P, pinned: true }),
      playlistPinFailed({ requestId: 'b', playlistid: P, code: 'TIMEOUT', message: '' }),
    )
    expect(isStarred(story)).toEqual([true, true])
  })
})

describe('a star that the server has answered', () => {
  const pin = (requestId: string, pinned: boolean, playlistid = P) =>
    playlistPinRequested({ requestId, playlistid, pinned })
  const answer = (requestId: string, pinned: boolean, playlistid = P) =>
    playlistPinAnswered({ requestId, playlistid, pinned })

  test('stands as it was answered, nobody waits for it, and a second answer changes nothing', () => {
    const story = opened().happens(pin('a', true), answer('a', false))
    expect([story.state.get('playlist', P)?.pinned, story.state.get('playlistPin', P)]).toEqual([false, undefined])
    story.happens(answer('a', true))
    expect(story.state.get('playlist', P)?.pinned).toBe(false)
  })

  test('makes lists on their way old: what comes of them may be of before it', () => {
    const queryId = 'sort=-date'
    const list = (from: number, ...ids: string[]) =>
      playlistListReceived({ queryId, round: 1, from, pages: 1, total: 2, playlists: ids.map((id) => aPlaylist(id)) })
    const isStale = (story: Story) => story.state.get('playlistList', queryId)?.stale
    const loading = opened().happens(playlistListOpened({ queryId }), pin('a', true, 'a'), answer('a', true, 'a'))
    expect(isStale(loading.happens(list(1, 'a', 'b')))).toBe(true)
    const more = opened().happens(playlistListOpened({ queryId }), list(1, 'a'), playlistMoreWanted({ queryId }))
    more.happens(pin('a', true, 'a'), answer('a', true, 'a'))
    expect(isStale(more.happens(list(2, 'b')))).toBe(true)
  })

  test('makes lists by star old, and no others', () => {
    const story = opened()
    for (const queryId of ['sort=-pinned', 'sort=-date'])
      story.happens(
        playlistListOpened({ queryId }),
        playlistListReceived({ queryId, round: 1, from: 1, pages: 1, total: 1, playlists: [aPlaylist('a')] }),
      )
    story.happens(pin('a', true), answer('a', true))
    expect(['sort=-pinned', 'sort=-date'].map((id) => story.state.get('playlistList', id)?.stale)).toEqual([
      true,
      false,
    ])
  })

  test('that was refused is said, in the words of the server', () => {
    const refused = playlistPinFailed({ requestId: 'a', playlistid: P, code: 'X', message: 'No.' })
    expect(opened().happens(pin('a', true), refused).notices).toMatchObject([
      { id: 'pin.a', category: 'hasError', notificationType: 'error', subject: 'No.', detail: 'playlistPin' },
    ])
  })

  test('H-660: the sidebar lists the newest playlist first, whichever got its star last, as the server does', () => {
    const cards = ['b', 'd', 'a', 'c'].map((id, n) => aPlaylist(id, { created: `2026-01-0${9 - n}T08:00:00.000Z` }))
    const listed = playlistListReceived({ queryId: 'all', round: 1, from: 1, pages: 1, total: 4, playlists: cards })
    const story = new Story().happens(playlistListOpened({ queryId: 'all' }), listed)
    for (const id of ['a', 'b', 'c', 'd']) story.happens(pin(id, true, id))
    expect(story.state.single('starred').ids).toEqual(['b', 'd', 'a', 'c'])
  })

  test('the sidebar lists each once, and where no age is known the newest star first', () => {
    const story = opened().happens(pin('a', true, 'x'), pin('b', true, 'y'), pin('c', true, 'x'))
    expect(story.state.single('starred').ids).toEqual(['y', 'x'])
    expect(story.happens(pin('d', false, 'y')).state.single('starred').ids).toEqual(['x'])
  })

  test('a starred one that another list names does not come into the sidebar, and one without a star leaves it', () => {
    const queryId = 'sort=-date'
    const read = (round: number, ...playlists: PlaylistCard[]) => [
      playlistListOpened({ queryId }),
      playlistListReceived({ queryId, round, from: 1, pages: 1, total: 1, playlists }),
    ]
    const story = opened().happens(pin('a', true, 'x'), ...read(1, aPlaylist('z', { pinned: true })))
    expect(story.state.single('starred').ids).toEqual(['x'])
    story.happens(playlistPinAnswered({ requestId: 'a', playlistid: 'x', pinned: true }), ...read(2, aPlaylist('x')))
    expect(story.state.single('starred').ids).toEqual([])
  })

  test('a list of stars that came anew says what the sidebar lists', () => {
    const cards = [aPlaylist('n', { pinned: true }), aPlaylist('o'), aPlaylist('m', { pinned: true })]
    const story = opened().happens(
      pin('a', true),
      playlistListOpened({ queryId: STARRED_LIST }),
      playlistListReceived({ queryId: STARRED_LIST, round: 1, from: 1, pages: 1, total: 3, playlists: cards }),
    )
    expect(story.state.single('starred').ids).toEqual(['n', 'm'])
  })
})

describe('H-408: a playlist another device changed', () => {
  const list = (queryId: string, round: number, ...playlists: PlaylistCard[]) => [
    playlistListOpened({ queryId }),
    playlistListReceived({ queryId, round, from: 1, pages: 1, total: playlists.length, playlists }),
  ]
  const isOld = (story: Story) => story.state.get('playlistList', STARRED_LIST)?.stale

  test('by deleting it stands in no list and has no star once that is known, and its page says so', () => {
    const card = aPlaylist(P, { pinned: true })
    const story = opened().happens(
      ...list('all', 1, card),
      ...list(STARRED_LIST, 1, card, aPlaylist('o', { pinned: true })),
    )
    story.happens(playlistFailed({ playlistid: P, code: 'NOT_FOUND' }))
    expect(story.state.single('starred').ids).toEqual(['o'])
    expect(story.state.get('playlistList', 'all')).toMatchObject({ ids: [], total: 0 })
    expect(story.state.get('playlist', P)).toBeUndefined()
    expect(story.state.get('playlistDetail', P)).toMatchObject({ status: 'error', error: 'NOT_FOUND' })
  })

  test('by giving it a star has the stars of the sidebar loaded anew, once', () => {
    const story = opened().happens(...list(STARRED_LIST, 1, aPlaylist('o', { pinned: true })))
    expect(isOld(story)).toBe(false)
    story.happens(...list('all', 1, aPlaylist(P, { pinned: true })))
    expect(isOld(story)).toBe(true)
    // Behind all that the sidebar lists.
    story.happens(...list(STARRED_LIST, 2, aPlaylist('o', { pinned: true })), ...list('all', 2, aPlaylist(P, { pinned: true }))) // biome-ignore format: one line
    expect(isOld(story)).toBe(false)
  })
})

describe('playing a playlist', () => {
  const play = (trackid: string | null = null) =>
    playlistChosen({ playlistid: P, trackid, itemId: 'i', requestId: 'q' })

  test('QUEUE-017: it replaces queue and history', () => {
    const story = opened()
      .knows(aRelease('r7'), aRelease('r8'))
      .happens(
        {
          type: 'player.releaseChosen',
          v: 1,
          payload: { releaseid: 'r7', trackid: null, itemId: 'x', requestId: '1' },
        },
        {
          type: 'player.releaseChosen',
          v: 1,
          payload: { releaseid: 'r8', trackid: null, itemId: 'y', requestId: '2' },
        },
      )
    expect(story.queue.history).toEqual(['x'])
    story.happens(play())
    expect(story.queue).toMatchObject({ items: ['i'], history: [], selectedItem: 'i' })
    expect(story.player).toMatchObject({ isPlaying: true, song: { trackid: 'r1.0' } })
    expect([...story.state.ids('queueItem')]).toEqual(['i'])
  })

  test('begins with the track that was chosen, in the order that is shown', () => {
    const story = opened().happens(move('a', '3', 'before', '0'), play('r1.3'))
    expect(story.player.song?.trackid).toBe('r1.3')
    expect(story.state.get('queueItem', 'i')?.songs.map((song) => song.trackid)).toEqual([
      'r1.3',
      'r1.0',
      'r1.1',
      'r1.2',
    ])
  })

  test('waits for tracks that are not known yet, and ends when they cannot be had', () => {
    const story = new Story().happens(play())
    expect(story.player).toMatchObject({ isPlaying: true, isLoading: true, song: null })
    const lost = new Story().happens(play(), playlistFailed({ playlistid: P, code: 'UNKNOWN' }))
    expect(lost.player).toMatchObject({ isPlaying: false, isLoading: false })
    story.happens(playlistReceived({ playlist: aPlaylist(P), songs: [aTrack('r1.5')] }))
    expect(story.player).toMatchObject({ isPlaying: true, song: { trackid: 'r1.5' } })
  })
})

describe('H-406: playing a playlist that is held', () => {
  const press = playlistChosen({ playlistid: P, trackid: null, itemId: 'i', requestId: 'q', fresh: true })
  const playing = (story: Story) => story.state.get('queueItem', 'i')?.songs.map((song) => song.trackid)

  test('waits for what it holds now', () => {
    const story = opened(2).happens(press)
    expect(story.player).toMatchObject({ isPlaying: true, isLoading: true, song: null })
    const other = { playlist: aPlaylist(P, { tracks: 2 }), songs: [aTrack('r1.9')], order: ['r1.9', 'r1.0'] }
    story.happens(playlistReceived(other))
    expect(playing(story)).toEqual(['r1.9', 'r1.0'])
    expect(story.player.song?.trackid).toBe('r1.9')
  })

  test('of which nothing changed plays as it is held', () => {
    const story = opened(2).happens(press, playlistReceived({ playlist: aPlaylist(P, { tracks: 2 }), songs: null }))
    expect(playing(story)).toEqual(['r1.0', 'r1.1'])
    expect(story.state.single('queuePending').choices).toEqual([])
  })

  test('plays as it is held where it cannot be read, and not where it is gone', () => {
    const lost = opened(2).happens(press, playlistFailed({ playlistid: P, code: 'UNKNOWN' }))
    expect(playing(lost)).toEqual(['r1.0', 'r1.1'])
    expect(lost.player.song?.trackid).toBe('r1.0')
    const gone = opened(2).happens(press, playlistFailed({ playlistid: P, code: 'NOT_FOUND' }))
    expect(gone.queue.items).toEqual([])
    expect(gone.player).toMatchObject({ isPlaying: false, isLoading: false })
  })

  test.each([
    ['whose page is open', appNavigated({ path: `/playlists/${P}`, search: '' })],
    ['without a connection', appWentOffline({})],
  ])('waits for nothing %s', (_, before) => {
    expect(playing(opened(2).happens(before, press))).toEqual(['r1.0', 'r1.1'])
  })
})

test('PLAYER-033: a release that waits to play no longer does when a playlist is chosen that waits too', () => {
  const chosen = { type: 'player.releaseChosen', v: 1, payload: { releaseid: 'r7', trackid: null, itemId: 'x', requestId: '1' } } as const // biome-ignore format: one line
  const story = new Story().happens(chosen, playlistChosen({ playlistid: P, trackid: null, itemId: 'i', requestId: 'q' })) // biome-ignore format: one line
  story.knows(aRelease('r7'))
  expect(story.queue.items).toEqual([])
  story.happens(playlistReceived({ playlist: aPlaylist(P), songs: [aTrack('r1.5')] }))
  expect(story.queue.items).toEqual(['i'])
})

test('one whose tracks could not be read again after something was added is unknown: who shows it asks for it', () => {
  const added = (...tracks: string[]) => playlistTracksAdded({ requestId: 'q', playlistid: P, added: tracks })
  const story = opened().happens(playlistFailed({ playlistid: P, code: 'UNKNOWN' }), added('r1.9'))
  expect(story.state.get('playlistDetail', P)).toBeUndefined()
  expect(shown(opened().happens(added('r1.2')))).toEqual(['0', '1', '2', '3'])
})

test('the tracks of the playlists opened last are kept, and no others', () => {
  const story = new Story()
  const names = Array.from({ length: DETAILS_KEPT + 2 }, (_, n) => `p${n}`)
  for (const name of names)
    story.happens(
      playlistOpened({ playlistid: name }),
      playlistReceived({ playlist: aPlaylist(name), songs: [aTrack(`r1.${name}`), aTrack('r1.both')] }),
    )
  expect([...story.state.ids('playlistDetail')]).toEqual(names.slice(2))
  expect(new Set(story.state.ids('track'))).toEqual(new Set(['r1.both', ...names.slice(2).map((name) => `r1.${name}`)]))
})

describe('a playlist with a change on its way', () => {
  const later = (from = 0) => Array.from({ length: DETAILS_KEPT + 1 }, (_, n) => `q${from + n}`)
  const openAll = (story: Story, names: readonly string[]) => {
    for (const name of names)
      story.happens(
        playlistOpened({ playlistid: name }),
        playlistReceived({ playlist: aPlaylist(name), songs: [aTrack(`r1.${name}`)] }),
      )
    return story
  }

  test('PLAYLIST-021: keeps its order and its tracks, however many are opened after it', () => {
    const story = openAll(opened().happens(move('1', '3', 'before', '0')), later())
    expect(shown(story)).toEqual(['3', '0', '1', '2'])
    expect(shownTracks(story.state, P)).toHaveLength(4)
  })

  test('PLAYLIST-022: that fails is rolled back to the order it had, even after others were opened', () => {
    const story = openAll(opened().happens(move('1', '3', 'before', '0')), later()).happens(failed('1'))
    expect(shown(story)).toEqual(['0', '1', '2', '3'])
    expect(story.notices.at(-1)).toMatchObject({ category: 'hasError', detail: 'playlistOrder' })
  })

  test('keeps the track that is being put back, which the server does not know of', () => {
    const put = { kind: 'put', trackid: 'r1.9', position: 'after', referenceTrackid: 'r1.0' } as const
    const story = openAll(opened(), ['9']).happens(change('1', put))
    openAll(story, later())
    expect(story.state.get('playlistDetail', '9')).toBeUndefined()
    expect(shownTracks(story.state, P).map(({ trackid }) => trackid)).toContain('r1.9')
  })

  test('lets the next of those opened longest ago go in its stead', () => {
    const story = openAll(opened().happens(move('1', '3', 'before', '0')), later())
    expect([...story.state.ids('playlistDetail')]).toEqual([P, ...later().slice(2)])
  })

  test('goes like any other once it was answered', () => {
    const story = openAll(opened().happens(move('1', '3', 'before', '0')), later())
    openAll(story.happens(answered('1')), later(10))
    expect(story.state.get('playlistDetail', P)).toBeUndefined()
  })
})
