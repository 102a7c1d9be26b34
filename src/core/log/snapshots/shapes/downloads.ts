// What rows of downloads are.
import * as z from 'zod/mini'
import { DownloadJob } from '../../../model/downloads/download.ts'
import { later } from '../../../model/later.ts'

/** What a song was foreseen to be is taken off its bundle, where that was foreseen otherwise. */
export const Job = later(() => z.extend(DownloadJob, { foreseen: z.optional(z.int()) }))

export const Downloaded = later(() => z.object({ key: z.string() }))

export const DownloadServer = later(() => z.object({ retryAt: z.nullable(z.number()) }))

export const DownloadFolder = later(() =>
  z.object({ name: z.nullable(z.string()), access: z.enum(['none', 'granted', 'prompt', 'denied']) }),
)
