// What downloads and bundles both do with a job: making it, moving it, dropping it.
import {
  type DownloadJob,
  type DownloadRequest,
  downloadKey,
  isZipped,
  type JobStatus,
  type JobType,
} from '../../model/downloads/download.ts'
import { SELF } from '../../model/entities.ts'
import type { DownloadChoices } from '../../model/settings.ts'
import { wholeReleaseName, wholeSongName, wholeTemplateName } from '../../model/text/wholeName.ts'
import type { Store } from '../store.ts'

/** The only moves a job can make. A fact that fits no move arrived late and is dropped. */
const MOVES: Record<JobStatus, readonly JobStatus[]> = {
  // The browser may take a file that was paused and resumed meanwhile.
  waiting: ['loading', 'failed', 'paused', 'finished'],
  // A transfer that has to start over is loading anew.
  loading: ['loading', 'finished', 'failed', 'paused'],
  finished: [],
  failed: ['waiting'],
  // What the engine said before it heard of the pause is still true.
  paused: ['waiting', 'finished', 'failed'],
}

export const HANDLES = { token: null, url: null } as const

/** What failed has nothing under way and nothing that is ready. */
export const FAILED = { status: 'failed', isZipping: false, zipperReady: false, crc32: null, ...HANDLES } as const

/** A job as it is asked for, under the name its file will have, and with what shall lie in its zip. */
export function newJob(request: DownloadRequest, batch: string, choices?: Readonly<DownloadChoices>): DownloadJob {
  const job = blankJob(request, batch, fileNameOf(request, choices?.nameTemplate ?? ''))
  // As it was when it was asked for: another answer later would be another zip.
  if (choices?.zipLists && isZipped(job.type)) job.lists = true
  return job
}

function fileNameOf(request: DownloadRequest, nameTemplate: string): string {
  const isZip = isZipped(request.type) || request.type === 'bundle'
  return isZip ? wholeReleaseName(request, 'zip') : songName(request, nameTemplate)
}

/** What every job is before anything happened to it. */
const FRESH = {
  status: 'waiting',
  progress: 0,
  receivedBytes: 0,
  totalBytes: null,
  zippingProgress: 0,
  zipperReady: false,
  token: null,
  url: null,
  reason: null,
  sha256: null,
  taggedSha256: null,
  crc32: null,
  savedAt: null,
} as const satisfies Partial<DownloadJob>

// A bundle is made of what is found out first, which takes as long as a zip on the server.
const isPrepared = (type: JobType) => isZipped(type) || type === 'bundle'

/** A failed job waits again with nothing received, under the name it had. */
export function startOver(job: DownloadJob): DownloadJob {
  return undelayed({ ...job, ...FRESH, isZipping: isPrepared(job.type) })
}

/**
 * Nothing of it waits for its next try any more. Only what once did says so: jobs of earlier logs stay what they were.
 * @param job one that was just made
 */
export function undelayed(job: DownloadJob): DownloadJob {
  if (job.retryAt) job.retryAt = null
  return job
}

/**
 * Written out field by field: an object that is spread and then given as many fields again takes the engine twenty
 * times as long, and there may be ten thousand of them (measured in V8).
 */
function blankJob(request: DownloadRequest, batch: string, fileName: string): DownloadJob {
  const job: DownloadJob = {
    downloadID: request.downloadID,
    type: request.type,
    mediaID: request.mediaID,
    releaseid: request.releaseid,
    format: request.format,
    artist: request.artist,
    title: request.title,
    version: request.version,
    explicit: request.explicit,
    ordinal: request.ordinal,
    trackcount: request.trackcount,
    coverart: request.coverart,
    batch,
    status: FRESH.status,
    progress: FRESH.progress,
    receivedBytes: FRESH.receivedBytes,
    totalBytes: FRESH.totalBytes,
    isZipping: isPrepared(request.type),
    zippingProgress: FRESH.zippingProgress,
    zipperReady: FRESH.zipperReady,
    token: FRESH.token,
    url: FRESH.url,
    reason: FRESH.reason,
    fileName,
    sha256: FRESH.sha256,
    taggedSha256: FRESH.taggedSha256,
    crc32: FRESH.crc32,
    savedAt: FRESH.savedAt,
  }
  if (request.tags !== undefined) job.tags = request.tags
  if (request.gather !== undefined) job.gather = request.gather
  if (request.place !== undefined) job.place = request.place
  if (request.foreseen !== undefined) job.foreseen = request.foreseen
  return job
}

function songName(request: DownloadRequest, template: string): string {
  if (template.trim() === '') return wholeSongName(request, request.format)
  return wholeTemplateName(template, { ...request, ...request.tags }, request.format)
}

/** A zip is asked for again: its address may be old, and it may have been cleaned away. */
export function waitAgain(state: Store, job: DownloadJob): void {
  // Field by field, as in `blankJob`: what is spread behind a spread is slow, and all are resumed at one press.
  const again: DownloadJob = {
    ...job,
    token: null,
    url: null,
    isZipping: isZipped(job.type),
    zippingProgress: 0,
    zipperReady: false,
    crc32: null,
    reason: null,
    status: 'waiting',
  }
  state.set('job', job.downloadID, undelayed(again))
}

export function move(state: Store, id: string, to: JobStatus, fields: Partial<DownloadJob>): void {
  const job = state.get('job', id)
  if (job && MOVES[job.status].includes(to))
    state.set('job', id, undelayed({ ...job, reason: null, ...fields, status: to }))
}

export function eachJob(state: Store, act: (id: string) => void): void {
  for (const id of state.single('jobOrder').ids) act(id)
}

export function dropJobs(state: Store, which: (job: DownloadJob) => boolean): void {
  const { ids } = state.single('jobOrder')
  const left = ids.filter((id) => {
    const job = state.get('job', id)
    const goes = job !== undefined && which(job)
    if (goes) state.drop('job', id)
    return !goes
  })
  if (left.length < ids.length) state.set('jobOrder', SELF, { ids: left })
}

/** Drops a job, and the songs of it when it is a bundle. */
export function dropJob(state: Store, id: string): void {
  const job = state.get('job', id)
  if (!job) return
  if (job.type === 'bundle') return dropJobs(state, (one) => one === job || one.place?.bundle === id)
  state.drop('job', id)
  const { ids } = state.single('jobOrder')
  const at = ids.indexOf(id)
  if (at >= 0) state.set('jobOrder', SELF, { ids: ids.toSpliced(at, 1) })
}

/** A finished job's item was downloaded on this device. */
export function remember(state: Store, job: DownloadJob | undefined): void {
  if (job?.status === 'finished') for (const key of finishedKeys(job)) rememberKey(state, key)
}

/** The names of all that came with a finished job. Releases are whole in their zip unless something is missing. */
export function finishedKeys(job: Readonly<DownloadJob>): string[] {
  if (job.leftOut) return []
  if (job.type !== 'bundle') return [downloadKey(job)]
  return (job.gather?.sources ?? []).map(({ type, id }) => downloadKey({ type, mediaID: id, format: job.format }))
}

function rememberKey(state: Store, key: string): void {
  if (!state.get('downloaded', key)) state.set('downloaded', key, { key })
}

/** Progress is 0-100 in whole numbers, so that a row changes at most a hundred times; null while the length is unknown. */
export function received(bytes: number, total: number | null): Pick<DownloadJob, 'receivedBytes' | 'progress'> {
  if (total === null) return { receivedBytes: bytes, progress: null }
  const receivedBytes = Math.min(bytes, total)
  return { receivedBytes, progress: total === 0 ? 100 : Math.floor((receivedBytes / total) * 100) }
}

/** DOWNLOAD-018: what an earlier visit did not finish has failed; its handles mean nothing in this one. */
export function interrupted(job: DownloadJob): DownloadJob {
  const bytes = received(job.receivedBytes, job.totalBytes)
  return undelayed({ ...job, ...FAILED, reason: job.reason ?? 'interrupted', ...bytes })
}

export function finished(job: DownloadJob): DownloadJob {
  return { ...job, ...HANDLES, ...received(job.receivedBytes, job.totalBytes) }
}
