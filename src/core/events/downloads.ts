/**
 * What can happen to a download job. The wishes of a person come first; the rest are facts that only the download engine
 * may report, except `saved`, and `failed` for the reason `save`, which platform/files/saving reports when the browser has
 * the file, or does not take it.
 */
import * as z from 'zod/mini'
import { DownloadJob, DownloadRequest, FailureReason } from '../model/downloads/download.ts'
import { LeftOut } from '../model/downloads/leftOut.ts'
import { JobId, Whole } from '../model/ids.ts'
import { later } from '../model/later.ts'
import { defineEvent } from './define.ts'

/** A whole number from 0: of what, its field says. */
const Percent = later(() => z.number().check(z.gte(0), z.lte(100)))

/** A job that is unfinished for the same item and format is not added again (D-135). */
export const downloadRequested = defineEvent(
  'download.requested',
  () => ({ requests: z.array(DownloadRequest).check(z.minLength(1)) }),
  { kind: 'wish', heard: true, follows: ['downloads'] },
)
export const downloadRestarted = defineEvent('download.restarted', () => ({ downloadID: JobId }), {
  kind: 'wish',
  follows: ['downloads'],
})
export const downloadRemoved = defineEvent('download.removed', () => ({ downloadID: JobId }), {
  kind: 'wish',
  heard: true,
  follows: ['downloads'],
})
export const downloadCompletedCleared = defineEvent('download.completedCleared', () => ({}), {
  kind: 'wish',
  follows: ['downloads'],
})
/** A job that waits or loads stands still; its bytes stay. Anything else is left as it is. */
export const downloadPaused = defineEvent('download.paused', () => ({ downloadID: JobId }), {
  kind: 'wish',
  follows: ['downloads'],
})
export const downloadResumed = defineEvent('download.resumed', () => ({ downloadID: JobId }), {
  kind: 'wish',
  follows: ['downloads'],
})
export const downloadAllPaused = defineEvent('download.allPaused', () => ({}), { kind: 'wish', follows: ['downloads'] })
/** What is paused goes on where it stands; `interrupted`: what was cut off with an earlier page as well. */
export const downloadAllResumed = defineEvent('download.allResumed', () => ({ interrupted: z.optional(z.boolean()) }), {
  kind: 'wish',
  follows: ['downloads'],
})
/** Every failed job is restarted, in the order they stand; `interrupted` false: but those that were cut off with an earlier page. */
export const downloadFailedRetried = defineEvent(
  'download.failedRetried',
  () => ({ interrupted: z.optional(z.boolean()) }),
  { kind: 'wish', follows: ['downloads'] },
)
/** One per drop: the job now stands right before another one, or last. */
export const downloadMoved = defineEvent('download.moved', () => ({ downloadID: JobId, before: z.nullable(JobId) }), {
  kind: 'wish',
  follows: ['downloads'],
})

/** A bundle is finished without the songs of it that failed. */
export const downloadBundleTrimmed = defineEvent('download.bundleTrimmed', () => ({ downloadID: JobId }), {
  kind: 'wish',
  follows: ['downloads'],
})

/** Jobs of an earlier visit, as the journal has them; every unfinished one becomes failed (DOWNLOAD-018). */
export const downloadRestored = defineEvent('download.restored', () => ({ jobs: z.array(DownloadJob) }), {
  kind: 'fact',
  personal: ['jobs.fileName'],
})
/** This tab runs the jobs now. What another tab was loading waits again; the named ones were cut off by a reload. */
export const downloadTakenOver = defineEvent('download.takenOver', () => ({ interrupted: z.array(JobId) }), {
  kind: 'fact',
})
/** Jobs of the tab that runs them, as they are now; with an order, every other job is gone. `joins`: more follow. */
export const downloadMirrored = defineEvent(
  'download.mirrored',
  () => ({ jobs: z.array(DownloadJob), order: z.nullable(z.array(JobId)), joins: z.optional(z.boolean()) }),
  { kind: 'fact', personal: ['jobs.fileName'] },
)
/** Which folder was picked for finished files, and whether it may be written to now. */
export const downloadFolderChanged = defineEvent(
  'download.folderChanged',
  () => ({ name: z.nullable(z.string()), access: z.enum(['none', 'granted', 'prompt', 'denied']) }),
  { kind: 'fact' },
)
/** Nobody answers where files come from: what is under way waits, and asks again after so long. Said with each pause. */
export const downloadServerLost = defineEvent('download.serverLost', () => ({ retryInMs: Whole }), { kind: 'fact' })
/** It is back, or nothing waits for it any more. */
export const downloadServerReached = defineEvent('download.serverReached', () => ({}), { kind: 'fact' })
/** These wishes are written down, whatever became of them: who leaves the page now loses none. Not kept. */
export const downloadNoted = defineEvent('download.noted', () => ({ ids: z.array(JobId) }), {
  kind: 'fact',
  durable: false,
  heard: true,
})
/**
 * Something of this device is in the way of all downloads. `quota`, `memory`, `storage`, `folder`, `folderFull`: several failed for it,
 * and no other begins until there is room again, the folder may be written to, or somebody asks; `journal`: the list cannot be
 * kept; `folderUnkept`: which folder was picked cannot.
 */
export const downloadHindered = defineEvent(
  'download.hindered',
  () => ({ by: z.enum(['quota', 'memory', 'storage', 'folder', 'folderFull', 'journal', 'folderUnkept']) }),
  { kind: 'fact' },
)
/** What this player downloaded on this device in earlier visits, by `downloadKey`. */
export const downloadHistoryRestored = defineEvent(
  'download.historyRestored',
  () => ({ keys: z.array(z.string().check(z.maxLength(200))) }),
  { kind: 'fact' },
)
/** The server builds the zip. Not kept: a replay does not need it. */
export const downloadZipProgressed = defineEvent(
  'download.zipProgressed',
  () => ({ downloadID: JobId, percent: Percent }),
  { kind: 'fact', durable: false },
)
/** Some songs of a bundle that is fetched as files are known: they need not wait for the others, of which more are looked for. */
export const downloadSongsFound = defineEvent(
  'download.songsFound',
  () => ({
    downloadID: JobId,
    songs: z.array(DownloadRequest),
    /** So many of its sources, from the first on, are told of now. */
    sources: z.optional(Whole),
    /** What of these sources cannot be had, by name. */
    missing: z.optional(z.array(LeftOut)),
  }),
  { kind: 'fact' },
)
/** The songs of a bundle are known, or the last of them; `leftOut` of what was asked for cannot be had in its format, or has gone. */
export const downloadBundlePlanned = defineEvent(
  'download.bundlePlanned',
  () => ({
    downloadID: JobId,
    songs: z.array(DownloadRequest),
    leftOut: Whole,
    /** The same by name; absent in logs of before. */
    missing: z.optional(z.array(LeftOut)),
  }),
  { kind: 'fact' },
)
/** The server is asked for a zip, and these songs cannot be in it, or may not. */
export const downloadZipPlanned = defineEvent(
  'download.zipPlanned',
  () => ({ downloadID: JobId, missing: z.array(LeftOut) }),
  { kind: 'fact' },
)
/** The zip lies ready on the server; the job waits for a slot now (DOWNLOAD-013). */
export const downloadZipReady = defineEvent('download.zipReady', () => ({ downloadID: JobId, handle: z.string() }), {
  kind: 'fact',
})
/** A zip that was ready is no more, or is being built again: the job waits for it anew, with what it has. */
export const downloadZipOutdated = defineEvent('download.zipOutdated', () => ({ downloadID: JobId }), { kind: 'fact' })
/** A fresh token for the song is in the vault under this handle (DOWNLOAD-012). */
export const downloadTokenReceived = defineEvent(
  'download.tokenReceived',
  () => ({ downloadID: JobId, handle: z.string() }),
  { kind: 'fact' },
)
/** It has its slot and its address, and the file is asked for: no answer has come yet. Said once a transfer. */
export const downloadAsked = defineEvent('download.asked', () => ({ downloadID: JobId }), { kind: 'fact' })
/** The first answer is there and bytes flow. `totalBytes` is null when no length was announced. */
export const downloadStarted = defineEvent(
  'download.started',
  () => ({ downloadID: JobId, totalBytes: z.nullable(Whole), resumedAt: Whole }),
  { kind: 'fact' },
)
/** A try failed for this `reason`, and the next one begins in so long. Not said of short waits, so that a bad line fills no log. */
export const downloadDelayed = defineEvent(
  'download.delayed',
  () => ({ downloadID: JobId, reason: FailureReason, retryInMs: Whole }),
  { kind: 'fact' },
)
/** At most four a second per job, and the last. Not kept. */
export const downloadProgressed = defineEvent(
  'download.progressed',
  () => ({ downloadID: JobId, receivedBytes: Whole }),
  { kind: 'fact', durable: false },
)
/** All bytes are stored and agree with length, digest and container; the browser may save the file now, unless the engine itself puts it into the picked `folder`, or it goes into a bundle, for which it has a `crc32`. */
export const downloadStored = defineEvent(
  'download.stored',
  () => ({
    downloadID: JobId,
    bytes: Whole,
    sha256: z.nullable(z.string()),
    fileName: z.string(),
    folder: z.optional(z.boolean()),
    taggedSha256: z.optional(z.string()),
    crc32: z.optional(Whole),
  }),
  { kind: 'fact', heard: true, personal: ['fileName'] },
)
/** The browser took the file, or it lies in the picked folder. */
export const downloadSaved = defineEvent('download.saved', () => ({ downloadID: JobId }), {
  kind: 'fact',
  heard: true,
  follows: ['downloads'],
})
export const downloadFailed = defineEvent(
  'download.failed',
  () => ({ downloadID: JobId, reason: FailureReason, receivedBytes: Whole }),
  { kind: 'fact', follows: ['downloads'] },
)
/** The release turned out to hold nothing: the job is dropped without a row (DOWNLOAD-021). */
export const downloadSkipped = defineEvent('download.skipped', () => ({ downloadID: JobId }), { kind: 'fact' })
