// What the import knows of one file once its audio lies in the vault.
import * as z from 'zod/mini'
import { Loudness } from '#core/model/catalogue/release.ts'
import { TrackTags } from './tags.ts'

const Stored = z.object({
  path: z.string(),
  bytes: z.int().check(z.positive()),
  sha256: z.string(),
  crc32: z.int().check(z.nonnegative()),
  made: z.optional(z.literal(true)),
  mended: z.optional(
    z.object({
      pieces: z.array(z.union([z.object({ hex: z.string() }), z.object({ at: z.int(), bytes: z.int() })])),
      of: z.int(),
    }),
  ),
})

export const TrackFacts = z.object({
  /** Absolute path it was read from. */
  source: z.string(),
  /** SHA-256 of the whole file, hex. */
  file: z.string(),
  /** SHA-256 of the audio alone, hex: the same whatever the tags and, for lossless files, the container say. */
  audio: z.string(),
  lossless: z.boolean(),
  /** Higher is the better copy of the same song: bits times rate for lossless audio, kbit/s of an MP3 (0 where it was not noted), -1 for what an MP3 is made of. */
  quality: z.number(),
  /** Seconds. */
  duration: z.number().check(z.positive()),
  tags: TrackTags,
  files: z.object({ wav: z.optional(Stored), mp3: Stored }),
  /** Covers under the media root: the embedded one, and the picture beside the file. */
  cover: z.nullable(z.string()),
  folderCover: z.nullable(z.string()),
  /** Absolute path of that picture; left out by builds that did not note it. */
  folderCoverOf: z.optional(z.string()),
  /** Measured of the audio; left out by builds that did not. */
  loudness: z.optional(Loudness),
  /** What a person should know of it, as sentences that follow its name. */
  notes: z._default(z.array(z.string()), []),
})
export type TrackFacts = z.infer<typeof TrackFacts>
