// Bodies of the media calls (API-MEDIA): tokens and zip jobs.
import * as z from 'zod/mini'
import { later } from '../later.ts'

export const MediaToken = later(() => z.object({ data: z.object({ token: z.string().check(z.minLength(1)) }) }))

/** Answer of a zip start: the id of the job that was started or joined. */
export const ZipStarted = later(() => z.object({ id: z.string().check(z.minLength(1)) }))

/** Answer of a zip status. `progress` is 0-100; `zipped_url` (a path under API_BASE, no token in it) and `token` are there when done. */
export const ZipStatus = later(() =>
  z.object({
    status: z.enum(['queued', 'working', 'done', 'failed']),
    progress: z.number().check(z.gte(0), z.lte(100)),
    zipped_url: z.optional(z.string()),
    token: z.optional(z.string()),
    message: z.optional(z.string()),
  }),
)
export type ZipStatus = z.infer<typeof ZipStatus>

/** Values of a waveform, one byte each, over equal parts of the track; the loudest is 255. */
export const PEAK_COUNT = 400
/** Bytes of a waveform's answer: the values, then how far the loudest of them lies below full scale, in half dB. */
export const PEAKS_BYTES = PEAK_COUNT + 1

/** Where a release's promotional e-mail can be read for a minute, and how many pictures from elsewhere it holds. */
export const PromoAddress = later(() =>
  z.object({
    address: z.string().check(z.regex(/^\/[\w~%-][\w.~%/-]*\?[\w.~%=&-]+$/)),
    remoteimages: z.int().check(z.nonnegative()),
  }),
)
export type PromoAddress = z.infer<typeof PromoAddress>
/** What came of asking for it: `absent` where the server has no such call, null when it cannot be had now. */
export type PromoAnswer = PromoAddress | 'absent' | null

/** A file is hashed in blocks of this length, the last of which is shorter, bytes. */
export const BLOCK_BYTES = 262_144
/** Bytes of a SHA-256. */
export const SHA256_BYTES = 32

/** What the blocks of a file are, in their order: `sha256` is the digests behind each other, base64. */
export const FileBlocks = later(() =>
  z.object({
    data: z.object({
      /** Validator of the file they are of, quoted. */
      etag: z.string().check(z.minLength(3)),
      /** Length of the file. */
      bytes: z.int().check(z.nonnegative()),
      blockbytes: z.literal(BLOCK_BYTES),
      sha256: z.string().check(z.regex(/^[A-Za-z0-9+/]*={0,2}$/)),
    }),
  }),
)
export type FileBlocks = z.infer<typeof FileBlocks>['data']
