/**
 * What was found, as the server would say it: each kind in its section, and the best of all.
 */
import type { ReleaseCard, Song } from '../catalogue/release.ts'
import { SEARCH_TOTAL_MAX } from '../constants.ts'
import type { Best, Person, Subject } from './best.ts'
import type { FoundKind } from './generation.ts'
import type { ArtistHit, LabelHit, ReleaseHit, SearchResult, TrackHit } from './hits.ts'
import { mixTop } from './merge.ts'

/** Where the newest of what was seen is read; what is not there is taken as it was seen. */
export interface Current {
  release(releaseid: string): ReleaseCard | undefined
  song(releaseid: string, trackid: string): Song | undefined
}

/** @param found the best of each kind; totals count up to SEARCH_TOTAL_MAX, and say so */
export function answerOf(found: Readonly<Record<FoundKind, Best<Subject>>>, current: Current): SearchResult {
  const tracks = listOf(found.track, (subject, _score): TrackHit[] => {
    if (subject.kind !== 'track') return []
    const { song } = subject
    return [{ ...(current.song(song.releaseid, song.trackid) ?? song), kind: 'track', _score }]
  })
  const releases = listOf(found.release, (subject, _score): ReleaseHit[] => {
    if (subject.kind !== 'release') return []
    return [{ ...(current.release(subject.card.releaseid) ?? subject.card), kind: 'release', _score }]
  })
  const artists = listOf(found.artist, (subject, _score): ArtistHit[] => {
    if (subject.kind !== 'artist') return []
    const { name: artist, thumbnail, coverart } = subject.person
    return [{ kind: 'artist', artist, releases: countOf(subject.person), thumbnail, coverart, _score }]
  })
  const labels = listOf(found.label, (subject, _score): LabelHit[] => {
    if (subject.kind !== 'label') return []
    const { name: label, logo } = subject.person
    return [{ kind: 'label', label, releases: countOf(subject.person), logo, _score }]
  })
  const lists = { tracks, artists, labels, releases }
  return { ...lists, top: mixTop(lists) }
}

/** Releases of an artist or label: as many as were seen, or as somebody counted. */
export const countOf = ({ releases, counted }: Person): number => Math.max(1, counted, releases.size)

function listOf<Hit>(best: Best<Subject>, hits: (subject: Subject, score: number) => Hit[]) {
  const items = best.ranked().flatMap(({ item, score }) => hits(item, score))
  // Nobody counted further.
  if (best.count >= SEARCH_TOTAL_MAX) return { items, total: SEARCH_TOTAL_MAX, atLeast: true as const }
  return { items, total: best.count }
}
