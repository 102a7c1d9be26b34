/**
 * Answers of a search as they may come over the wire. `kind` is a word of this client: what a hit is follows from the
 * list it stands in and, in `top`, from its ids. Scores are comparable and nothing more (D-098), and what has none comes
 * last (H-470); a picture may lack, songs and releases are read as everywhere else, and the releases of an artist or label
 * may come uncounted. What `top` holds of a kind this client does not know is left out (H-280). Null says no more than a
 * field or a list that lacks (H-598).
 */
import * as z from 'zod/mini'
import {
  type Fields,
  isFields,
  normaliseRelease,
  normaliseSong,
  said,
  withoutForeign,
} from '../catalogue/releaseWire.ts'
import { later } from '../later.ts'
import { ProfileReleases, type SearchHit, SearchResult } from './hits.ts'

type Kind = SearchHit['kind']

const KIND_OF_LIST: Readonly<Record<string, Kind>> = {
  tracks: 'track',
  artists: 'artist',
  labels: 'label',
  releases: 'release',
}

const NAMES = ['top', ...Object.keys(KIND_OF_LIST)]

/** A song names its release and a release its artist, so the narrowest is asked for first. */
function kindOf(given: Fields): Kind | undefined {
  const hit = said(given)
  if (hit.trackid !== undefined || hit.assettype !== undefined) return 'track'
  if (hit.releaseid !== undefined) return 'release'
  if (hit.label !== undefined) return 'label'
  return hit.artist === undefined ? undefined : 'artist'
}

/** From 0; what says none, or less, is as far behind as can be. */
const scoreOf = ({ _score }: Fields): number => (typeof _score === 'number' && _score > 0 ? _score : 0)

/** @param best the highest score of the answer, at least 1: it becomes 1 */
function normaliseHit(value: unknown, kind: Kind | undefined, best: number): unknown {
  if (!isFields(value)) return value
  const hit = { ...value, kind, _score: scoreOf(value) / best }
  switch (kind) {
    case 'track':
      return normaliseSong(hit)
    case 'release':
      return normaliseRelease(hit)
    case 'artist': {
      const { thumbnail, coverart } = value
      const pictures = { thumbnail: thumbnail ?? coverart ?? '', coverart: coverart ?? thumbnail ?? '' }
      return { ...hit, ...pictures, releases: value.releases ?? 0 }
    }
    case 'label':
      return { ...hit, logo: value.logo ?? '', releases: value.releases ?? 0 }
    default:
      return value
  }
}

function itemsOf(list: unknown): readonly unknown[] {
  return isFields(list) && Array.isArray(list.items) ? list.items : []
}

function normaliseResult(value: unknown): unknown {
  if (!isFields(value) || !NAMES.some((name) => isFields(value[name]))) return value
  const scores = Object.values(value)
    .flatMap(itemsOf)
    .map((hit) => (isFields(hit) ? scoreOf(hit) : 0))
  const best = scores.reduce((most, score) => Math.max(most, score), 1)
  const lists = NAMES.map((name) => {
    const found = value[name] ?? {}
    if (!isFields(found)) return [name, found]
    const { atLeast } = SearchResult.shape.top.shape
    const { items: all = [], ...list } = withoutForeign(said(found), { atLeast })
    if (!Array.isArray(all)) return [name, found]
    const kindIn = (hit: unknown) => (name === 'top' && isFields(hit) ? kindOf(hit) : KIND_OF_LIST[name])
    const isKnown = (hit: unknown) => name !== 'top' || !isFields(hit) || kindIn(hit) !== undefined
    const items = all.filter(isKnown).map((hit: unknown) => normaliseHit(hit, kindIn(hit), best))
    return [name, { total: items.length, ...list, items }]
  })
  return Object.fromEntries(lists)
}

function normaliseProfile(value: unknown): unknown {
  if (!isFields(value) || !Array.isArray(value.items)) return value
  const items = value.items.map(normaliseRelease)
  // The contract names the releases alone.
  return { ...value, items, total: value.total ?? items.length }
}

export const WireSearchResult: z.ZodMiniType<SearchResult> = later(() =>
  z.pipe(z.transform(normaliseResult), SearchResult),
)
export const WireProfileReleases: z.ZodMiniType<ProfileReleases> = later(() =>
  z.pipe(z.transform(normaliseProfile), ProfileReleases),
)
