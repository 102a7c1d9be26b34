// What the index takes from the log: whatever brought releases, songs, artists or labels onto this device.
import type { AppEvent } from '#core/events/index.ts'
import type { Song } from '#core/model/catalogue/release.ts'
import type { SearchResult } from '#core/model/search/hits.ts'
import type { SearchIndex } from '#core/model/search/index.ts'

/** Adds what an event brought. The same events leave the same index. */
export function learn(index: SearchIndex, event: AppEvent): void {
  switch (event.type) {
    case 'release.pageReceived':
    case 'search.profileAnswered':
      for (const card of event.payload.releases) index.addRelease(card)
      return
    case 'release.detailReceived': {
      // What is on a release's page alone would stay here for all that anybody ever opened, long after the page is let go.
      const { songs, attachments: _files, promoinfo: _promo, shares: _shares, ...card } = event.payload.release
      index.addRelease(card)
      for (const song of songs) index.addSong(withoutLyrics(song))
      return
    }
    case 'release.detailFailed':
      if (event.payload.code !== 'UNKNOWN') index.dropRelease(event.payload.releaseid)
      return
    case 'search.answered':
      return learnHits(index, event.payload.result)
  }
}

function learnHits(index: SearchIndex, { top, tracks, artists, labels, releases }: SearchResult): void {
  for (const hit of [...top.items, ...tracks.items, ...artists.items, ...labels.items, ...releases.items]) {
    if (hit.kind === 'track') index.addSong(withoutLyrics(hit))
    else if (hit.kind === 'artist') index.addArtist(hit)
    else if (hit.kind === 'label') index.addLabel(hit)
    else index.addRelease(hit)
  }
}

const withoutLyrics = (song: Song): Song => ({ ...song, lyrics: '' })
