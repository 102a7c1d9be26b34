/**
 * Many releases or playlists wanted at once: as one zip that is made on this machine, a folder for each release
 * inside, or as single files. What is asked for; `bundle.ts` says what comes of it.
 */
import * as z from 'zod/mini'
import { JobId } from '../ids.ts'
import { later } from '../later.ts'

/** One thing whose songs are wanted. */
export const BundleSource = later(() =>
  z.object({
    type: z.enum(['release', 'playlist']),
    id: z.string().check(z.minLength(1), z.maxLength(128)),
    /** Length of its audio in seconds; null: not known. */
    duration: z.nullable(z.number().check(z.nonnegative())),
    /** What it is called, to say so when it has gone. */
    title: z.optional(z.string()),
  }),
)
export type BundleSource = z.infer<typeof BundleSource>

export const Gather = later(() => z.enum(['zip', 'files']))
export type Gather = z.infer<typeof Gather>

/** What a bundle is made of, and what is made of it: one zip, or a download for each song. */
export const BundleWish = later(() => z.object({ as: Gather, sources: z.array(BundleSource).check(z.minLength(1)) }))
export type BundleWish = z.infer<typeof BundleWish>

/** Where a song of a bundle belongs. */
export const BundlePlace = later(() =>
  z.object({
    /** The job of the bundle. */
    bundle: JobId,
    /** Folder inside the zip; empty: none. */
    folder: z.string().check(z.maxLength(180)),
  }),
)
export type BundlePlace = z.infer<typeof BundlePlace>
