/**
 * Answers of the search (API-SEARCH, D-098). `_score` is between 0 and 1 and means the same in every
 * list, so that `top` can mix them; `total` counts up to SEARCH_TOTAL_MAX.
 */
import * as z from 'zod/mini'
import { ReleaseCard, Song } from '../catalogue/release.ts'
import { Whole } from '../ids.ts'
import { later } from '../later.ts'

export const SearchSection = later(() => z.enum(['top', 'tracks', 'artists', 'labels', 'releases']))
export type SearchSection = z.infer<typeof SearchSection>

const Score = later(() => z.number().check(z.gte(0), z.lte(1)))
/**
 * `total` is the least: the server counted no further (H-283), or the list was sorted out on this device from a part of
 * what it found, and how many of the rest would stay nobody knows.
 */
const AtLeast = later(() => z.exactOptional(z.literal(true)))

export const TrackHit = later(() => z.extend(Song, { kind: z.literal('track'), _score: Score }))
export const ReleaseHit = later(() => z.extend(ReleaseCard, { kind: z.literal('release'), _score: Score }))
export const ArtistHit = later(() =>
  z.object({
    kind: z.literal('artist'),
    artist: z.string(),
    /** Number of open releases; 0 where the server does not say. */
    releases: Whole,
    thumbnail: z.string(),
    coverart: z.string(),
    _score: Score,
  }),
)
export const LabelHit = later(() =>
  z.object({
    kind: z.literal('label'),
    label: z.string(),
    releases: Whole,
    logo: z.string(),
    _score: Score,
  }),
)
export const SearchHit = later(() => z.discriminatedUnion('kind', [TrackHit, ArtistHit, LabelHit, ReleaseHit]))
export type TrackHit = z.infer<typeof TrackHit>
export type ReleaseHit = z.infer<typeof ReleaseHit>
export type ArtistHit = z.infer<typeof ArtistHit>
export type LabelHit = z.infer<typeof LabelHit>
export type SearchHit = z.infer<typeof SearchHit>

/** API-SEARCH-001. */
export const SearchResult = later(() =>
  z.object({
    top: z.object({ items: z.array(SearchHit), total: Whole, atLeast: AtLeast }),
    tracks: z.object({ items: z.array(TrackHit), total: Whole, atLeast: AtLeast }),
    artists: z.object({ items: z.array(ArtistHit), total: Whole, atLeast: AtLeast }),
    labels: z.object({ items: z.array(LabelHit), total: Whole, atLeast: AtLeast }),
    releases: z.object({ items: z.array(ReleaseHit), total: Whole, atLeast: AtLeast }),
  }),
)
export type SearchResult = z.infer<typeof SearchResult>

/** API-SEARCH-002. */
export const SearchProfile = later(() => z.enum(['artist', 'label']))
export type SearchProfile = z.infer<typeof SearchProfile>
export const ProfileReleases = later(() => z.object({ items: z.array(ReleaseCard), total: Whole }))
export type ProfileReleases = z.infer<typeof ProfileReleases>
