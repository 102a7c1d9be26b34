// What is said to hold in every state holds after every event of random histories, and is seen when it does not.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { history } from '#tests/support/histories.ts'
import { aCard, aPlaylist, aSong, Story } from '#tests/support/story.ts'
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
  'who is signed in is known, and nobody else is': [patch('session', { status: 'signedIn' })],
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
