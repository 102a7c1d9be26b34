import { expect, test } from 'vitest'
import type { AppDraft } from '#core/events/index.ts'
import {
  releaseDetailFailed,
  releaseDetailReceived,
  releaseListOpened,
  releasePageReceived,
} from '#core/events/releases.ts'
import { searchAnswered } from '#core/events/search.ts'
import type { SearchHit, SearchSection } from '#core/model/search/hits.ts'
import { SearchIndex } from '#core/model/search/index.ts'
import { EMPTY_RESULT } from '#core/model/search/merge.ts'
import { parseSearch } from '#core/model/search/query.ts'
import { aCard, aRelease, aSong, Story } from '#tests/support/story.ts'
import { learn } from './learn.ts'

const nothing = { release: () => undefined, song: () => undefined }
const found = (index: SearchIndex, term: string) => {
  const { tracks, artists, labels, releases } = index.search(parseSearch(term), 'top', nothing, true)
  return {
    tracks: tracks.items.map(({ title }) => title),
    artists: artists.items.map(({ artist }) => artist),
    labels: labels.items.map(({ label }) => label),
    releases: releases.items.map(({ title }) => title),
  }
}
const none = { tracks: [], artists: [], labels: [], releases: [] }

/** An index that heard these. */
function having(...drafts: AppDraft[]): SearchIndex {
  const index = new SearchIndex()
  for (const event of new Story().happens(...drafts).events) learn(index, event)
  return index
}

const answering = (section: SearchSection, ...items: SearchHit[]) =>
  searchAnswered({
    place: 'page',
    askId: 'a',
    result: { ...EMPTY_RESULT, [section]: { items, total: items.length } },
  } as Parameters<typeof searchAnswered>[0])

test.each<[string, SearchSection]>([
  ['among the best', 'top'],
  ['in the list of their kind', 'tracks'],
])('songs, artists and labels that the server found %s are found here from then on', (_, section) => {
  const song: SearchHit = { ...aSong('t1', 1, { title: 'Nightjar', artist: 'Nobody' }), kind: 'track', _score: 1 }
  const artist: SearchHit = {
    kind: 'artist',
    artist: 'Ines Quill',
    releases: 2,
    thumbnail: '',
    coverart: '',
    _score: 1,
  }
  const label: SearchHit = { kind: 'label', label: 'Saltmarsh', releases: 3, logo: '', _score: 1 }
  const release: SearchHit = { ...aCard('7', { title: 'Overwinter', artist: 'Nobody' }), kind: 'release', _score: 1 }
  const lists: [SearchSection, SearchHit][] = [
    ['tracks', song],
    ['artists', artist],
    ['labels', label],
    ['releases', release],
  ]
  const index =
    section === 'top'
      ? having(answering('top', song, artist, label, release))
      : having(...lists.map(([of, hit]) => answering(of, hit)))
  expect(found(index, 'nightjar')).toEqual({ ...none, tracks: ['Nightjar'] })
  expect(found(index, 'quill')).toEqual({ ...none, artists: ['Ines Quill'] })
  expect(found(index, 'saltmarsh')).toEqual({ ...none, labels: ['Saltmarsh'] })
  expect(found(index, 'overwinter').releases).toEqual(['Overwinter'])
})

test('a release that was opened is found by its songs, and no more once it is gone', () => {
  const opened = [
    releaseListOpened({ queryId: 'q' }),
    releasePageReceived({ queryId: 'q', round: 1, page: 1, total: 1, releases: [aCard('1', { title: 'Tidal' })] }),
    releaseDetailReceived({
      release: aRelease('1', 1, { title: 'Tidal', songs: [aSong('t1', 1, { title: 'Nightjar', releaseid: '1' })] }),
    }),
  ]
  expect(found(having(...opened), 'nightjar').tracks).toEqual(['Nightjar'])
  const failed = (code: 'RELEASE_NOT_FOUND' | 'UNKNOWN') =>
    having(...opened, releaseDetailFailed({ releaseid: '1', code }))
  expect(found(failed('RELEASE_NOT_FOUND'), 'tidal').releases).toEqual([])
  expect(found(failed('UNKNOWN'), 'tidal').releases).toEqual(['Tidal'])
})

test('of a release that was opened, what its page alone shows is not kept', () => {
  const release = aRelease('7', 1, { title: 'Overwinter', promoinfo: '<p>Out now</p>' })
  const [song] = release.songs
  const index = having(
    releaseDetailReceived({ release: { ...release, songs: song ? [{ ...song, lyrics: 'la' }] : [] } }),
  )
  const { releases } = index.search(parseSearch('Overwinter'), 'releases', nothing, true)
  expect(releases.items).toHaveLength(1)
  for (const name of ['songs', 'promoinfo', 'attachments']) expect(releases.items[0]).not.toHaveProperty(name)
  const { tracks } = index.search(parseSearch(song?.title ?? ''), 'tracks', nothing, true)
  expect(tracks.items.map(({ lyrics }) => lyrics)).toEqual([''])
})
