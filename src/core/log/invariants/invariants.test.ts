// What is said to hold in every state holds after every event of random histories, and is seen when it does not.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { history } from '#tests/support/histories.ts'
import { aCard, aPlaylist, aSong, Story, someClaims } from '#tests/support/story.ts'
import type { Entities, Kind } from '../../model/entities.ts'
import { Store } from '../../reducers/store.ts'
import { brokenInvariants, INVARIANTS } from './index.ts'

test('hold after every event of any history, looked at whole or at what was touched', () => {
  fc.assert(
    fc.property(history(), (drafts) => {
      const story = new Story()
      for (const draft of drafts) {
        story.happens(draft)
        expect(brokenInvariants(story.state, story.order.takeTouched())).toEqual([])
      }
      expect(brokenInvariants(story.state)).toEqual([])
    }),
    { numRuns: 300 },
  )
})

test('hold in the state nothing has happened to', () => {
  expect(brokenInvariants(new Store())).toEqual([])
})

type Break = (store: Store) => void
const patch =
  <K extends Kind>(kind: K, fields: Partial<Entities[K]>): Break =>
  (store) =>
    store.patch(kind, 'self', fields)
const set =
  <K extends Kind>(kind: K, id: string, entity: object): Break =>
  (store) =>
    store.set(kind, id, entity as Entities[K])

const song = (uuid: string) => ({ ...aSong('t1', 1), uuid })
const item = (uuid: string, ...songs: string[]) => ({
  uuid,
  releaseid: 'r1',
  title: '',
  artist: '',
  thumbnail: '',
  songs: songs.map(song),
})
const list = (fields: object) => ({
  queryId: 'q',
  status: 'done',
  total: 2,
  round: 1,
  page: 0,
  failedPages: [],
  edition: 0,
  gone: [],
  ...fields,
})
const job = (fields: object) => ({
  downloadID: 'j',
  status: 'waiting',
  reason: null,
  totalBytes: 10,
  receivedBytes: 0,
  isZipping: false,
  ...fields,
})
const ordered =
  (fields: object): Break =>
  (store) => {
    set('job', 'j', job(fields))(store)
    patch('jobOrder', { ids: ['j'] })(store)
  }

/** One state or more that breaks each of them, and no other that is not named beside it. */
const BREAKS: Readonly<Record<string, readonly Break[]>> = {
  'every queue item stands in the queue or in its history, once': [
    patch('queue', { items: ['gone'] }),
    set('queueItem', 'i', item('i', 'i.1')),
    (store) => {
      set('queueItem', 'i', item('i', 'i.1'))(store)
      patch('queue', { items: ['i'], history: ['i'] })(store)
    },
  ],
  'the queue begins with what is selected, and the selected song belongs to it': [
    patch('queue', { selectedItem: null, selectedSong: 'i.1' }),
    patch('queue', { selectedItem: 'i', selectedSong: 'i.1' }),
    (store) => {
      set('queueItem', 'i', item('i', 'i.1'))(store)
      patch('queue', { items: ['i'], selectedItem: 'i', selectedSong: 'i.2' })(store)
    },
  ],
  'the songs of a queue item are told apart': [
    (store) => {
      set('queueItem', 'i', item('i', 'i.1', 'i.1'))(store)
      patch('queue', { items: ['i'] })(store)
    },
  ],
  'the player shows the song the queue selected': [patch('player', { song: song('i.1') })],
  'what was fetched ahead is what follows': [patch('player', { next: { uuid: 'i.2', handle: 'h' } })],
  'a player that loads waits for something: a release, an address or the element': [
    patch('player', { isLoading: true }),
    patch('player', { isLoading: true, requestId: 'n' }),
    patch('queuePending', { choices: [{ kind: 'play', releaseid: 'r', trackid: null, itemId: 'i', requestId: 'n' }] }),
  ],
  'mute and a volume of 0 are the same': [
    patch('player', { isMuted: true }),
    patch('player', { volume: 0 }),
    patch('player', { previousVolume: 0 }),
  ],
  'a volume is a whole number from 0 to 100': [patch('player', { volume: 101 }), patch('setting', { volume: 0.5 })],
  'times of the player are not negative': [patch('player', { seekTime: -1 }), patch('playStand', { position: -0.5 })],
  'each download job stands in the order once, and nothing else does': [
    set('job', 'j', job({})),
    patch('jobOrder', { ids: ['j'] }),
  ],
  'no job received more than it has in all': [ordered({ receivedBytes: 11 })],
  'only jobs that wait are made into a zip': [ordered({ status: 'loading', isZipping: true })],
  'a job has a reason if it failed, and only then': [ordered({ status: 'failed' }), ordered({ reason: 'network' })],
  'one to six downloads run at once': [patch('setting', { parallelDownloads: 7 })],
  'each decision can be taken back or is being taken back, once': [patch('decisionOrder', { ids: ['d'] })],
  'a wish for marks waits for as many targets as are not settled': [
    set('markRequest', 'n', { left: 1 }),
    set('marking', 'r1', {
      requestId: 'n',
      releaseid: 'r1',
      trackid: null,
      marks: ['flagged'],
      done: [],
      before: null,
    }),
  ],
  'a round of triage counts what it holds': [patch('triage', { heard: 1 })],
  'the songs heard last are listed once each, and kept as long': [patch('recent', { ids: ['t1'] })],
  'the pages of a list lie within it, and its unbroken run is loaded': [
    set('list', 'q', list({ page: 1 })),
    set('page', 'q#1', { ids: [] }),
    set('list', 'q', list({ failedPages: [1, 1] })),
  ],
  'a page holds no more than fits, and the releases it names are known': [
    (store) => {
      set('list', 'q', list({}))(store)
      set('page', 'q#1', { ids: ['gone'] })(store)
    },
    (store) => {
      set('list', 'q', list({}))(store)
      set('release', 'r1', aCard('r1'))(store)
      set('page', 'q#1', { ids: Array.from({ length: 1000 }, () => 'r1') })(store)
    },
  ],
  'what is selected lies in its list, each place once': [
    patch('selection', { queryId: 'q', ranges: [[0, 1]] }),
    (store) => {
      set('list', 'q', list({ total: 9 }))(store)
      patch('selection', { queryId: 'q', ranges: [[2, 2]] })(store)
    },
    (store) => {
      set('list', 'q', list({ total: 9 }))(store)
      patch('selection', { queryId: 'q', ranges: [[0, 3], [2, 4]] })(store) // biome-ignore format: pairs
    },
  ],
  'a list of playlists names each once, and they are known': [
    set('playlistList', 'q', { ids: ['gone'] }),
    (store) => {
      set('playlist', 'p', aPlaylist('p'))(store)
      set('playlistList', 'q', { ids: ['p', 'p'] })(store)
    },
  ],
  'a playlist names each of its tracks once': [
    set('playlistDetail', 'p', { playlistid: 'p', confirmed: ['t', 't'], pending: [] }),
  ],
  'a starred playlist is listed once': [patch('starred', { ids: ['p', 'p'] })],
  'each recent search is kept once, fifteen at most': [
    patch('recentSearches', { terms: ['A', 'a'] }),
    patch('recentSearches', { terms: [...'abcdefghijklmnop'] }),
  ],
  'who is signed in is known, and nobody else is': [
    patch('session', { status: 'signedIn' }),
    patch('session', { status: 'signedOut', claims: someClaims('p1') }),
  ],
  'the order of notifications matches the notifications, 20 at most': [patch('noticeOrder', { ids: ['n'] })],
  'what was said is remembered once, with nobody named who is not in it': [
    patch('noticeHistory', { people: { n: 'Pat' } }),
  ],
}

describe('are seen to be broken', () => {
  test('each of them', () => {
    expect(new Set(Object.keys(BREAKS))).toEqual(new Set(INVARIANTS.map(({ name }) => name)))
  })

  test.each(
    Object.entries(BREAKS).flatMap(([name, states]) => states.map((spoil, at) => [name, at + 1, spoil] as const)),
  )('%s (%i)', (name, _, spoil) => {
    const store = new Store()
    spoil(store)
    expect(brokenInvariants(store).map((broken) => broken.name)).toContain(name)
    expect(brokenInvariants(store, store.takeTouched()).map((broken) => broken.name)).toContain(name)
    expect(brokenInvariants(store, [{ kind: 'theme' as Kind, id: 'x' }])).toEqual([])
  })
})

test('and it is said what breaks each, so that whoever reads it need not look for it', () => {
  const said = Object.values(BREAKS)
    .flat()
    .flatMap((spoil) => {
      const store = new Store()
      spoil(store)
      return brokenInvariants(store).map(({ fault }) => fault)
    })
  expect(said.filter((fault) => fault.trim() === '')).toEqual([])
  expect([...new Set(said)].sort((a, b) => (a < b ? -1 : 1))).toMatchInlineSnapshot(`
    [
      "16 of them",
      "7",
      "a stands twice",
      "at 0 s, to -1 s, of 1000000 s, kept 0 s",
      "at 0 s, to null s, of 1000000 s, kept -0.5 s",
      "choice n waits, and the player does not",
      "i has no song i.2",
      "i is selected, nothing stands first",
      "i stands twice",
      "i.2 was fetched, null follows",
      "it says 1, 0, 0, 0 heard, flagged, archived, downloaded; there are 0, 0, 0, 0",
      "it shows i.1, selected is null",
      "it waits for nothing",
      "it would come back with volume 0",
      "job j is not in the order",
      "job j: 11 of 10 bytes",
      "job j: failed, reason null",
      "job j: loading",
      "job j: waiting, reason network",
      "list q: page 1 stands twice among those that failed",
      "markRequest n: 1 left, 0 not settled",
      "n was not said",
      "nobody waits for n",
      "p stands twice",
      "page 1 of q is counted and not there",
      "page q#1 is of no list",
      "page q#1: 1000 releases",
      "page q#1: there is no release gone",
      "place 0 of a list of 0",
      "places 2 to 2 behind -1",
      "places 2 to 4 behind 3",
      "playlistDetail p: t stands twice",
      "playlistList q: p stands twice",
      "playlistList q: there is no playlist gone",
      "queueItem i is not in the order",
      "queueItem i: i.1 stands twice",
      "signedIn, nobody is known",
      "signedOut, somebody is known",
      "song i.1 of no item",
      "there is no decision d",
      "there is no job j",
      "there is no notice n",
      "there is no queueItem gone",
      "there is no recentPlay t1",
      "volume 0, not muted",
      "volume 0.5",
      "volume 101",
      "volume 50, muted",
    ]
  `)
})

/** As much as is allowed. */
const LIMITS: Readonly<Record<string, Break>> = {
  'a silent player, muted': patch('player', { volume: 0, isMuted: true, previousVolume: 1 }),
  'the loudest': (store) => {
    patch('player', { volume: 100 })(store)
    patch('setting', { volume: 100, parallelDownloads: 6 })(store)
  },
  'the quietest setting, one download at once': patch('setting', { volume: 0, parallelDownloads: 1 }),
  'a job that has all': ordered({ receivedBytes: 10 }),
  'a job that failed and says why': ordered({
    status: 'failed',
    reason: 'network',
    totalBytes: null,
    receivedBytes: 7,
  }),
  'a job that waits while it is zipped': ordered({ isZipping: true }),
  'a list of which a log says it has no end': (store) => {
    set('list', 'q', list({ total: 2 ** 53 - 1 }))(store)
  },
  'a list selected to its end': (store) => {
    set('list', 'q', list({ total: 9 }))(store)
    patch('selection', { queryId: 'q', ranges: [[0, 3], [4, 9]] })(store) // biome-ignore format: pairs
  },
  'a full page of a list': (store) => {
    set('list', 'q', list({ page: 1, failedPages: [2], total: 80 }))(store)
    set('release', 'r1', aCard('r1'))(store)
    for (const page of ['q#1', 'q#2']) set('page', page, { ids: Array.from({ length: 40 }, () => 'r1') })(store)
  },
  'fifteen searches': patch('recentSearches', { terms: [...'abcdefghijklmno'] }),
  'somebody who signs out': patch('session', { status: 'signingOut', claims: someClaims('p1') }),
  'twenty notifications': (store) => {
    const ids = Array.from({ length: 20 }, (_, at) => `n${at}`)
    for (const id of ids) set('notice', id, { id })(store)
    patch('noticeOrder', { ids })(store)
    patch('noticeHistory', { entries: ids.map((id) => ({ id })) as never, people: { n0: 'Pat' } })(store)
  },
}

test.each(Object.entries(LIMITS))('none is broken by %s', (_, reach) => {
  const store = new Store()
  reach(store)
  expect(brokenInvariants(store)).toEqual([])
})
