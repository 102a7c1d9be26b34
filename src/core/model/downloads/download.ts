/**
 * A download job (DOWNLOAD-002, DOWNLOAD-003). State holds a handle instead of a token or an
 * address (D-152). Sizes are bytes, progress is 0-100.
 */
import * as z from 'zod/mini'
import { MediaFormat } from '../catalogue/release.ts'
import { JobId, ReleaseId } from '../ids.ts'
import { later } from '../later.ts'
import { BundlePlace, BundleWish } from './bundleWish.ts'
import { LeftOut } from './leftOut.ts'

/**
 * Kinds of items (RELEASE-010). `track` is another word for a song, understood and never written (D-130). A
 * `bundle` is an addition: many releases as one zip that is made here of songs which are jobs of their own.
 */
export const JobType = later(() =>
  z.pipe(
    z.enum(['release', 'song', 'track', 'video', 'playlist', 'bundle']),
    z.transform((kind) => (kind === 'track' ? 'song' : kind)),
  ),
)
export type JobType = z.infer<typeof JobType>

/** Whether the server makes one zip of it first. */
export const isZipped = (type: JobType): type is 'release' | 'playlist' => type === 'release' || type === 'playlist'

/** `paused` is an addition: nothing of the specified flow leads there (D-127). */
export const JobStatus = later(() => z.enum(['waiting', 'loading', 'finished', 'failed', 'paused']))
export type JobStatus = z.infer<typeof JobStatus>

/** Why a job failed, as a code; the sentence and the next step live in `locales/`. */
export const FailureReason = later(() =>
  z.enum([
    'interrupted', // the page was closed, the worker died or the session ended; bytes on disk are kept
    'network', // the connection broke more often than the bound allows
    'stalled', // no byte for REQUEST_TIMEOUT_MS, again and again
    'refused', // 401 after a fresh token
    'forbidden', // 403 after a fresh token
    'missing', // 404 or 410
    'busy', // 429 or 503 beyond patience
    'server', // any other 5xx or an answer that makes no sense
    'changed', // the file on the server changed while it was loading
    'length', // more or fewer bytes than announced
    'digest', // the bytes are not the bytes the server hashed
    'format', // not a WAV, MP3 or zip inside
    'quota', // the browser's storage is full
    'memory', // more than a page without private files may hold at once
    'storage', // the browser's storage refused
    'held', // another tab has what is stored of it open, and does not answer
    'unread', // what was stored cannot be read back
    'zip', // the server could not build the zip in time
    'empty', // the release has nothing to download
    'save', // the browser did not take the file
    'folder', // the picked folder cannot be written to
    'folderFull', // the disk of the picked folder is full
    'name', // the disk takes no such name
    'parts', // some songs of a bundle failed
    'tooLarge', // more than one zip may hold
    'internal', // the player itself made an error
  ]),
)
export type FailureReason = z.infer<typeof FailureReason>

/** What else is known of a song, for its name, its tags and the receipt. Empty where it is not. */
export const DownloadTags = later(() =>
  z.object({
    isrc: z.string(),
    /** Title of its release. */
    release: z.string(),
    label: z.string(),
    upc: z.string(),
    genre: z.optional(z.string()),
    composer: z.optional(z.string()),
    /** Of the copyright. */
    year: z.optional(z.int()),
    /** Its number on its release or disc, where its name has another; and which disc of how many. */
    track: z.optional(z.int()),
    disc: z.optional(z.object({ no: z.int(), of: z.int() })),
    /** As measured by EBU R 128: LUFS, LU, dBTP. */
    loudness: z.optional(z.object({ integrated: z.number(), range: z.number(), truePeak: z.number() })),
  }),
)
export type DownloadTags = z.infer<typeof DownloadTags>

/** What a person asked for: enough to name, show, fetch and restart it. */
export const DownloadRequest = later(() =>
  z.object({
    downloadID: JobId,
    type: JobType,
    /** trackid of a song or video, releaseid of a release, playlistid of a playlist. */
    mediaID: z.string().check(z.minLength(1), z.maxLength(128)),
    /** The release it belongs to; null for a playlist. */
    releaseid: z.nullable(ReleaseId),
    format: MediaFormat,
    artist: z.string(),
    title: z.string(),
    version: z.string(),
    explicit: z.boolean(),
    ordinal: z.nullable(z.int()),
    trackcount: z.int().check(z.nonnegative()),
    coverart: z.string(),
    tags: z.optional(DownloadTags),
    /** Of a bundle: what it is made of. */
    gather: z.optional(BundleWish),
    /** Of a song: the bundle it goes into. It is not saved alone. */
    place: z.optional(BundlePlace),
    /** Bytes it will be, about, from how long it plays: a bundle's total does not change while its songs say their own. */
    foreseen: z.optional(z.int().check(z.nonnegative())),
  }),
)
export type DownloadRequest = z.infer<typeof DownloadRequest>

/** The name a finished download is remembered under: by track or release, and format. */
export function downloadKey({ type, mediaID, format }: Pick<DownloadRequest, 'type' | 'mediaID' | 'format'>): string {
  return `${type} ${mediaID} ${format}`
}

/** Whether a song of a bundle is whole and waits for the others. */
export const isHeld = (job: Readonly<Pick<DownloadJob, 'place' | 'crc32'>>): boolean =>
  job.place !== undefined && typeof job.crc32 === 'number'

/** Whether it was cut off with the page and goes on when somebody says so: it is `failed` (DOWNLOAD-018), and no fault. */
export const isInterrupted = ({ status, reason }: Readonly<Pick<DownloadJob, 'status' | 'reason'>>): boolean =>
  status === 'failed' && reason === 'interrupted'

export const DownloadJob = later(() =>
  z.extend(DownloadRequest, {
    /** Id of the first job of its batch: what was asked for while something of it was still under way. */
    batch: JobId,
    status: JobStatus,
    /** 0-100; null while the length is not known. Volatile: not part of the state hash. */
    progress: z.nullable(z.number()),
    /** Bytes received so far. Volatile. */
    receivedBytes: z.int().check(z.nonnegative()),
    /** Bytes that lay here already when the transfer under way, or the last one, began. Absent before the first. */
    resumedAt: z.optional(z.int().check(z.nonnegative())),
    /** Bytes announced; null until the first answer. */
    totalBytes: z.nullable(z.int()),
    isZipping: z.boolean(),
    /** 0-100 while the server builds the zip. Volatile. */
    zippingProgress: z.number(),
    zipperReady: z.boolean(),
    /** Handle of the media token in the session worker's vault, or null (D-152). */
    token: z.nullable(z.string()),
    /** Handle of the file's address there, or null. */
    url: z.nullable(z.string()),
    reason: z.nullable(FailureReason),
    /** Name it was or will be saved under. */
    fileName: z.string(),
    /** SHA-256 of the finished file in hex, when the server announced one. */
    sha256: z.nullable(z.string()),
    /** SHA-256 in hex of the file as saved, where tags were added to what the server sent. */
    taggedSha256: z.optional(z.nullable(z.string())),
    /** CRC-32 of the file as it goes into its bundle; null before it is whole. */
    crc32: z.optional(z.nullable(z.int())),
    /** Of a bundle that is fetched as files: so many of its sources, from the first on, were looked through. */
    found: z.optional(z.int()),
    /** So many of `missing` are of these sources, while one after them is told of in part; absent: all of them. */
    sure: z.optional(z.int()),
    /** Of a bundle: songs that are not in it because they cannot be had in its format, or have gone. */
    leftOut: z.optional(z.int()),
    /** Which they are, where that is known. */
    missing: z.optional(z.array(LeftOut)),
    /** Of a bundle, a release or a playlist: a playlist and a receipt lie in its zip. */
    lists: z.optional(z.boolean()),
    /** When the try that waits now begins, ms since 1970. Null: none waits any more; absent: none ever did. */
    retryAt: z.optional(z.nullable(z.int())),
    /** When the browser took the file, ms since 1970; null before. */
    savedAt: z.nullable(z.int()),
  }),
)
export type DownloadJob = z.infer<typeof DownloadJob>
