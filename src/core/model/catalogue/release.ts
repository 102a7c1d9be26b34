/**
 * Releases, songs and attachments as the wire carries them and the client keeps them
 * (RELEASE-001 to RELEASE-010). Durations are seconds; `impactdate` is seconds since 1970;
 * `available` is an ISO 8601 date. `markettags` and `market_tags` are read as one (D-082).
 */
import * as z from 'zod/mini'
import { LIST_TOTAL_MAX } from '../constants.ts'
import { ReleaseId, TrackId } from '../ids.ts'
import { later } from '../later.ts'

/** In the order they are offered. */
export const AUDIO_FORMATS = ['wav', 'mp3'] as const
export const AudioFormat = later(() => z.enum(AUDIO_FORMATS))
export type AudioFormat = z.infer<typeof AudioFormat>

/** What a file may be; videos are MP4. */
export const MediaFormat = later(() => z.enum(['wav', 'mp3', 'mp4']))
export type MediaFormat = z.infer<typeof MediaFormat>

export const ReleaseType = later(() => z.enum(['album', 'ep', 'single']))
export type ReleaseType = z.infer<typeof ReleaseType>

const Label = later(() => z.object({ name: z.string(), logo: z.optional(z.nullable(z.string())) }))

/** Average colour of a cover, `#rrggbb`. */
export const CoverColour = later(() => z.string().check(z.regex(/^#[0-9a-f]{6}$/i)))

/** A release as a list shows it: everything a card or a row needs. */
export const ReleaseCard = later(() =>
  z.object({
    releaseid: ReleaseId,
    title: z.string(),
    artist: z.string(),
    explicit: z.boolean(),
    /** Address of the 300 px cover, on our origin. */
    thumbnail: z.string(),
    /** Address of the large cover, on our origin. */
    coverart: z.string(),
    /** Shown until the cover is there. */
    colour: z.optional(CoverColour),
    available: z.string(),
    impactdate: z.nullable(z.number()),
    duration: z.number().check(z.nonnegative()),
    trackcount: z.int().check(z.nonnegative()),
    videocount: z._default(z.int().check(z.nonnegative()), 0),
    /** What its songs can be had in; left out where that is both, and by a server that does not say (D-154). */
    formats: z.exactOptional(z.array(AudioFormat)),
    /** Of its songs and its videos: at most `trackcount` and `videocount` together (H-418). */
    flaggedtrackcount: z._default(z.int().check(z.nonnegative()), 0),
    labels: z.array(Label),
    genres: z.array(z.string()),
    markettags: z.array(z.string()),
    trending: z.boolean(),
    release_type: ReleaseType,
    candownload: z.boolean(),
    flagged: z.boolean(),
    archived: z.boolean(),
    /** Whether the owner takes messages, and lets it be passed on; a list of another server may not say. */
    commenting_enabled: z.exactOptional(z.boolean()),
    allow_sharing: z.exactOptional(z.boolean()),
    /** When somebody shared it with this player last, ISO 8601. Who it was stands in the detail alone. */
    shared: z.exactOptional(z.string()),
  }),
)
export type ReleaseCard = z.infer<typeof ReleaseCard>

/** Loudness by EBU R 128 (ITU-R BS.1770-4, EBU Tech 3342), and the silence at the ends of a song. */
export const Loudness = later(() =>
  z.object({
    /** Integrated loudness, LUFS; null for what is silent, or too short to be measured. */
    integrated: z.nullable(z.number()),
    /** Loudness range, LU. */
    range: z.number().check(z.nonnegative()),
    /** True peak, dBTP; null for silence. */
    truePeak: z.nullable(z.number()),
    /** Seconds below -60 dBFS before the first and behind the last sound. */
    head: z.number().check(z.nonnegative()),
    tail: z.number().check(z.nonnegative()),
    /** It has one channel, which two speakers play: as loud as 3 LU more. Left out of what has two, and of earlier imports. */
    mono: z.exactOptional(z.literal(true)),
  }),
)
export type Loudness = z.infer<typeof Loudness>

export const Song = later(() =>
  z.object({
    trackid: TrackId,
    releaseid: ReleaseId,
    /** 1-based place in the release. */
    ordinal: z.int().check(z.positive()),
    /** Where the release has several discs: which of how many it stands on, and its place among the songs there. */
    disc: z.exactOptional(
      z.object({
        no: z.int().check(z.positive()),
        of: z.int().check(z.positive()),
        place: z.int().check(z.positive()),
        songs: z.int().check(z.positive()),
      }),
    ),
    /** What was measured of its audio; a server may not say. */
    loudness: z.exactOptional(Loudness),
    title: z.string(),
    artist: z.string(),
    version: z.string(),
    explicit: z.boolean(),
    assettype: z.enum(['audio', 'video']),
    duration: z.number().check(z.nonnegative()),
    available: z.string(),
    impactdate: z.nullable(z.number()),
    labels: z.array(z.object({ name: z.string() })),
    genres: z.array(z.string()),
    market_tags: z.array(z.string()),
    coverart: z.string(),
    candownload: z.boolean(),
    /** What can be downloaded; a lossy source never offers wav (D-154). */
    formats: z.array(MediaFormat),
    flagged: z.boolean(),
    album: z.string(),
    language: z.string(),
    composer: z.string(),
    writers: z.string(),
    publishing: z.string(),
    producer: z.string(),
    isrc: z.string(),
    upcnumber: z.string(),
    catalognumber: z.string(),
    copyrightyear: z.nullable(z.int()),
    canadian: z.record(z.string(), z.boolean()),
    lyrics: z.string(),
  }),
)
export type Song = z.infer<typeof Song>

export const Attachment = later(() =>
  z.object({
    title: z.string(),
    url: z.string(),
    /** Bytes. */
    size: z.int().check(z.nonnegative()),
  }),
)
export type Attachment = z.infer<typeof Attachment>

/** Who shared it with this player, with which words and when. */
export const ShareNote = later(() =>
  z.object({ shareid: z.string(), by: z.string(), message: z.string(), date: z.string() }),
)
export type ShareNote = z.infer<typeof ShareNote>

export const ReleaseDetail = later(() =>
  z.extend(ReleaseCard, {
    commenting_enabled: z.boolean(),
    allow_sharing: z.boolean(),
    /** Newest first. */
    shares: z.exactOptional(z.array(ShareNote)),
    /** Foreign HTML: never put into the page as markup. */
    promoinfo: z.string(),
    songs: z.array(Song),
    attachments: z.array(Attachment),
  }),
)
export type ReleaseDetail = z.infer<typeof ReleaseDetail>

/** How many there are of a list that is read page by page. */
export const ListTotal = later(() => z.int().check(z.nonnegative(), z.maximum(LIST_TOTAL_MAX)))

export const ReleaseList = later(() => z.object({ releases: z.array(ReleaseCard), total: ListTotal }))
export type ReleaseList = z.infer<typeof ReleaseList>

/** A named choice of a filter list. */
export const Choice = later(() => z.object({ id: z.string(), name: z.string() }))
export type Choice = z.infer<typeof Choice>
export const Market = later(() => z.object({ id: z.string(), name: z.string(), icon: z.string() }))
export type Market = z.infer<typeof Market>
const WireMarkets = later(() => z.array(z.extend(Market, { icon: z.catch(z.string(), '') })))

/** API-REL-004. */
export const Markets = later(() => z.object({ items: WireMarkets }))

export const Options = later(() =>
  z.object({
    genres: z.array(Choice),
    /** Id and name are all a server has to say here; a logo may stand in GET markets alone (API-REL-002, API-REL-004). */
    markets: WireMarkets,
    packages: z.array(Choice),
    release_types: z.array(Choice),
    versions: z.array(Choice),
    /** A server may not say; then nothing can be downloaded (D-131). */
    capabilities: z._default(z.object({ download: z._default(z.boolean(), false) }), { download: false }),
  }),
)
export type Options = z.infer<typeof Options>

/** The first label's name, or an empty text (RELEASE-004). */
export function publisherOf(release: Pick<ReleaseCard, 'labels'>): string {
  return release.labels[0]?.name ?? ''
}

/**
 * What a release is had in, as the lists say it: a release of videos alone is had as MP4, any other as WAV and MP3
 * unless its card says otherwise.
 * Whether it may be had at all is `candownload`.
 */
export function formatsOf(release: Pick<ReleaseCard, 'trackcount' | 'videocount' | 'formats'>): readonly string[] {
  const { trackcount, videocount, formats = AUDIO_FORMATS } = release
  return trackcount === 0 && videocount > 0 ? ['MP4'] : formats.map((format) => format.toUpperCase())
}

/** True when the market tags include `cancon` (RELEASE-005). */
export function isCanadian(release: Pick<ReleaseCard, 'markettags'>): boolean {
  return release.markettags.includes('cancon')
}
