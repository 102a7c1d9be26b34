/**
 * Download jobs. The legal moves are data, so a late fact about a job is dropped in one place.
 * A zipped job waits until `zipReady`; `stored` keeps it loading at 100 until the browser has the file.
 */
import type { AppEvent } from '../events/index.ts'
import { type DownloadJob, type DownloadRequest, downloadKey, isZipped, type JobStatus } from '../model/download.ts'
import { SELF } from '../model/entities.ts'
import { releaseZipName, songFileName, templateFileName } from '../model/fileName.ts'
import type { Store } from './store.ts'

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

export function reduceDownloads(own: Store, event: AppEvent): void {
  switch (event.type) {
    case 'download.requested': {
      const added: string[] = []
      const unfinished = unfinishedItems(own)
      let batch = batchUnderWay(own)
      const { downloads: choices } = own.single('setting')
      // A single press on something that is here already is meant.
      const isHere = choices.onlyNew && event.payload.requests.length > 1
      for (const request of event.payload.requests) {
        if (isHere && own.get('downloaded', downloadKey(request))) continue
        if (own.get('job', request.downloadID) || unfinished.has(downloadKey(request))) continue
        unfinished.add(downloadKey(request))
        batch ??= request.downloadID
        own.set('job', request.downloadID, newJob(request, batch, choices.nameTemplate))
        added.push(request.downloadID)
      }
      if (added.length > 0) own.set('jobOrder', SELF, { ids: [...own.single('jobOrder').ids, ...added] })
      return
    }
    case 'download.restored': {
      const restored: string[] = []
      for (const job of event.payload.jobs) {
        if (own.get('job', job.downloadID)) continue
        own.set('job', job.downloadID, job.status === 'finished' ? finished(job) : interrupted(job))
        restored.push(job.downloadID)
      }
      if (restored.length > 0) own.set('jobOrder', SELF, { ids: [...restored, ...own.single('jobOrder').ids] })
      return
    }
    case 'download.folderChanged':
      return own.set('downloadFolder', SELF, event.payload)
    case 'download.historyRestored':
      for (const key of event.payload.keys) own.set('downloaded', key, { key })
      return
    case 'download.takenOver': {
      const cut = new Set(event.payload.interrupted)
      return each(own, (id) => {
        const job = own.get('job', id)
        if (job && cut.has(id)) own.set('job', id, job.status === 'finished' ? finished(job) : interrupted(job))
        else if (job?.status === 'loading') waitAgain(own, job)
      })
    }
    case 'download.mirrored': {
      const { jobs, order } = event.payload
      const kept = new Set(order ?? own.single('jobOrder').ids)
      // A job that changed while it was removed is nobody's.
      for (const job of jobs)
        if (kept.has(job.downloadID)) {
          own.set('job', job.downloadID, mirrored(job))
          remember(own, job)
        }
      if (order === null) return
      dropJobs(own, (job) => !kept.has(job.downloadID))
      return own.set('jobOrder', SELF, { ids: [...kept].filter((id) => own.get('job', id)) })
    }
    case 'download.zipProgressed': {
      const { downloadID, percent } = event.payload
      if (isAwaitingZip(own, downloadID)) own.patch('job', downloadID, { zippingProgress: percent })
      return
    }
    case 'download.zipReady': {
      const { downloadID, handle } = event.payload
      if (!isAwaitingZip(own, downloadID)) return
      return own.patch('job', downloadID, { isZipping: false, zipperReady: true, zippingProgress: 100, url: handle })
    }
    case 'download.tokenReceived': {
      const { downloadID, handle } = event.payload
      const status = own.get('job', downloadID)?.status
      if (status === 'waiting' || status === 'loading') own.patch('job', downloadID, { token: handle, url: handle })
      return
    }
    case 'download.started': {
      const { downloadID, totalBytes, resumedAt } = event.payload
      // A zip that is not ready has no bytes (DOWNLOAD-013).
      if (isAwaitingZip(own, downloadID)) return
      return move(own, downloadID, 'loading', { totalBytes, ...received(resumedAt, totalBytes) })
    }
    case 'download.progressed': {
      const { downloadID, receivedBytes } = event.payload
      const job = own.get('job', downloadID)
      if (job?.status !== 'loading') return
      return own.set('job', downloadID, { ...job, ...received(receivedBytes, job.totalBytes) })
    }
    case 'download.stored': {
      const { downloadID, bytes, sha256, fileName, taggedSha256 } = event.payload
      const job = own.get('job', downloadID)
      if (job?.status !== 'loading') return
      return own.set('job', downloadID, {
        ...job,
        totalBytes: bytes,
        receivedBytes: bytes,
        progress: 100,
        sha256,
        taggedSha256: taggedSha256 ?? null,
        fileName,
      })
    }
    case 'download.saved': {
      const { downloadID } = event.payload
      const savedAt = own.single('app').startedAt + event.t
      move(own, downloadID, 'finished', { progress: 100, isZipping: false, savedAt })
      return remember(own, own.get('job', downloadID))
    }
    case 'download.failed': {
      const { downloadID, reason, receivedBytes } = event.payload
      const total = own.get('job', downloadID)?.totalBytes ?? null
      return move(own, downloadID, 'failed', { ...FAILED, reason, ...received(receivedBytes, total) })
    }
    case 'download.restarted':
      return restart(own, [event.payload.downloadID])
    case 'download.failedRetried':
      return restart(own, own.single('jobOrder').ids)
    case 'download.paused':
      return pause(own, event.payload.downloadID)
    case 'download.allPaused':
      return each(own, (id) => pause(own, id))
    case 'download.resumed':
      return resume(own, event.payload.downloadID)
    case 'download.allResumed':
      return each(own, (id) => resume(own, id))
    case 'download.moved': {
      const { downloadID, before } = event.payload
      const { ids } = own.single('jobOrder')
      if (!ids.includes(downloadID) || before === downloadID) return
      const left = ids.filter((id) => id !== downloadID)
      // The one it was dropped before may be gone by now.
      const at = before === null ? -1 : left.indexOf(before)
      left.splice(at < 0 ? left.length : at, 0, downloadID)
      return own.set('jobOrder', SELF, { ids: left })
    }
    case 'download.removed':
    case 'download.skipped':
      return dropJobs(own, (job) => job.downloadID === event.payload.downloadID)
    case 'download.completedCleared':
      return dropJobs(own, (job) => job.status === 'finished')
    case 'session.ended':
      own.set('downloadFolder', SELF, { name: null, access: 'none' })
      for (const key of [...own.ids('downloaded')]) own.drop('downloaded', key)
      return dropJobs(own, () => true)
  }
}

const FAILED = { status: 'failed', isZipping: false, zipperReady: false, token: null, url: null } as const

/** Every field beyond the request's is set, so that a job begins anew as well. */
function newJob(request: DownloadRequest, batch: string, nameTemplate = ''): DownloadJob {
  const zipped = isZipped(request.type)
  return {
    ...request,
    batch,
    status: 'waiting',
    progress: 0,
    receivedBytes: 0,
    totalBytes: null,
    isZipping: zipped,
    zippingProgress: 0,
    zipperReady: false,
    token: null,
    url: null,
    reason: null,
    fileName: zipped ? releaseZipName(request) : songName(request, nameTemplate),
    sha256: null,
    taggedSha256: null,
    savedAt: null,
  }
}

/** Failed jobs wait again with nothing received, at the end of the line, in the order they stood. */
function restart(own: Store, ids: readonly string[]): void {
  const again = ids.filter((id) => own.get('job', id)?.status === 'failed')
  if (again.length === 0) return
  for (const job of again.map((id) => own.get('job', id) as DownloadJob))
    own.set('job', job.downloadID, { ...newJob(job, job.batch), fileName: job.fileName })
  const moved = new Set(again)
  own.set('jobOrder', SELF, { ids: [...own.single('jobOrder').ids.filter((id) => !moved.has(id)), ...again] })
}

/** The batch that something new joins. */
function batchUnderWay(own: Store): string | null {
  for (const id of own.single('jobOrder').ids) {
    const job = own.get('job', id)
    if (job && (job.status === 'waiting' || job.status === 'loading')) return job.batch
  }
  return null
}

const HANDLES = { token: null, url: null } as const

function pause(own: Store, id: string): void {
  const job = own.get('job', id)
  if (job?.status === 'waiting' || job?.status === 'loading') move(own, id, 'paused', { ...HANDLES, isZipping: false })
}

/** A zip is asked for again: its address may be old, and it may have been cleaned away. */
function resume(own: Store, id: string): void {
  const job = own.get('job', id)
  if (job?.status === 'paused') waitAgain(own, job)
}

function waitAgain(own: Store, job: DownloadJob): void {
  const zipping = { isZipping: isZipped(job.type), zippingProgress: 0, zipperReady: false }
  own.set('job', job.downloadID, { ...job, ...HANDLES, ...zipping, reason: null, status: 'waiting' })
}

function each(own: Store, act: (id: string) => void): void {
  for (const id of own.single('jobOrder').ids) act(id)
}

function songName(request: DownloadRequest, template: string): string {
  if (template.trim() === '') return songFileName(request, request.format)
  return templateFileName(template, request, request.tags ?? {}, request.format)
}

function remember(own: Store, job: DownloadJob | undefined): void {
  if (job?.status !== 'finished') return
  const key = downloadKey(job)
  if (!own.get('downloaded', key)) own.set('downloaded', key, { key })
}

/** The items that are waiting or loading now, by type, id and format. */
function unfinishedItems(own: Store): Set<string> {
  const items = new Set<string>()
  for (const id of own.ids('job')) {
    const job = own.get('job', id)
    if (job && job.status !== 'finished' && job.status !== 'failed') items.add(downloadKey(job))
  }
  return items
}

/** DOWNLOAD-018: what an earlier visit did not finish has failed; its handles mean nothing in this one. */
function interrupted(job: DownloadJob): DownloadJob {
  return { ...job, ...FAILED, reason: job.reason ?? 'interrupted', ...received(job.receivedBytes, job.totalBytes) }
}

function finished(job: DownloadJob): DownloadJob {
  return { ...job, token: null, url: null, ...received(job.receivedBytes, job.totalBytes) }
}

function mirrored(job: DownloadJob): DownloadJob {
  const isZipping = job.isZipping && job.status === 'waiting'
  const reason = job.status === 'failed' ? (job.reason ?? 'interrupted') : null
  return { ...job, ...HANDLES, isZipping, reason, ...received(job.receivedBytes, job.totalBytes) }
}

function isAwaitingZip(own: Store, id: string): boolean {
  const job = own.get('job', id)
  return job?.status === 'waiting' && job.isZipping
}

function move(own: Store, id: string, to: JobStatus, fields: Partial<DownloadJob>): void {
  const job = own.get('job', id)
  if (job && MOVES[job.status].includes(to)) own.set('job', id, { ...job, reason: null, ...fields, status: to })
}

function dropJobs(own: Store, which: (job: DownloadJob) => boolean): void {
  const { ids } = own.single('jobOrder')
  const left = ids.filter((id) => {
    const job = own.get('job', id)
    const goes = job !== undefined && which(job)
    if (goes) own.drop('job', id)
    return !goes
  })
  if (left.length < ids.length) own.set('jobOrder', SELF, { ids: left })
}

/** Progress is 0-100 in whole numbers, so that a row changes at most a hundred times; null while the length is unknown. */
function received(bytes: number, total: number | null): Pick<DownloadJob, 'receivedBytes' | 'progress'> {
  if (total === null) return { receivedBytes: bytes, progress: null }
  const receivedBytes = Math.min(bytes, total)
  return { receivedBytes, progress: total === 0 ? 100 : Math.floor((receivedBytes / total) * 100) }
}
