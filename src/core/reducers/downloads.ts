/**
 * Download jobs. The legal moves are data, so a late fact about a job is dropped in one place.
 * A zipped job waits until `zipReady`; `stored` keeps it loading at 100 until the browser has the file.
 */
import type { AppEvent } from '../events/index.ts'
import { type DownloadJob, downloadKey, isHeld, isInterrupted } from '../model/downloads/download.ts'
import { SELF } from '../model/entities.ts'
import {
  addFound,
  finishParts,
  type Groups,
  groupsOf,
  partsOf,
  planBundle,
  restartBundle,
  settleBundles,
  trimBundle,
  unfinishedItems,
  waitForBundle,
} from './bundles.ts'
import {
  dropJobs,
  FAILED,
  finished,
  HANDLES,
  interrupted,
  move,
  newJob,
  received,
  remember,
  startOver,
  waitAgain,
} from './downloadJobs.ts'
import type { Store } from './store.ts'

/** After these nothing about a bundle can have changed; a mirrored one was settled by the tab that runs it. */
const UNSETTLING: ReadonlySet<string> = new Set([
  'download.progressed',
  'download.zipProgressed',
  'download.tokenReceived',
  'download.mirrored',
  'download.serverLost',
  'download.serverReached',
  'download.noted',
])

/** What these say is true of one job alone. */
const ONE_JOB: ReadonlySet<string> = new Set([
  'download.paused',
  'download.resumed',
  'download.restarted',
  'download.removed',
  'download.skipped',
  'download.started',
  'download.stored',
  'download.saved',
  'download.failed',
  'download.zipReady',
  'download.bundleTrimmed',
])

export function reduceDownloads(own: Store, event: AppEvent): void {
  if (!event.type.startsWith('download.') && event.type !== 'session.ended') return
  const job = 'downloadID' in event.payload ? own.get('job', event.payload.downloadID) : undefined
  apply(own, event)
  if (UNSETTLING.has(event.type)) return
  // What happens to one job reaches no bundle but its own: ten thousand jobs are not walked for each of them.
  if (!ONE_JOB.has(event.type)) settleBundles(own)
  else if (job?.place) settleBundles(own, job.place.bundle)
  else if (job?.type === 'bundle') settleBundles(own, job.downloadID)
}

function apply(own: Store, event: AppEvent): void {
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
        // The list is written at once, what is remembered beyond it a moment later.
        remember(own, own.get('job', job.downloadID))
        restored.push(job.downloadID)
      }
      if (restored.length > 0) own.set('jobOrder', SELF, { ids: [...restored, ...own.single('jobOrder').ids] })
      return
    }
    case 'download.folderChanged':
      return own.set('downloadFolder', SELF, event.payload)
    case 'download.serverLost':
      return own.set('downloadServer', SELF, {
        retryAt: own.single('app').startedAt + event.t + event.payload.retryInMs,
      })
    case 'download.serverReached':
      return own.set('downloadServer', SELF, { retryAt: null })
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
      const { jobs, order, joins } = event.payload
      if (joins) return join(own, jobs)
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
    case 'download.songsFound':
      return addFound(own, event.payload)
    case 'download.bundlePlanned':
      return planBundle(own, event.payload)
    case 'download.bundleTrimmed':
      return trimBundle(own, event.payload.downloadID, (part) => part.status === 'failed')
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
      return move(own, downloadID, 'loading', { totalBytes, resumedAt, ...received(resumedAt, totalBytes) })
    }
    case 'download.progressed': {
      const { downloadID, receivedBytes } = event.payload
      const job = own.get('job', downloadID)
      if (job?.status !== 'loading') return
      return own.set('job', downloadID, { ...job, ...received(receivedBytes, job.totalBytes) })
    }
    case 'download.stored': {
      const { downloadID, bytes, sha256, fileName, taggedSha256, crc32 } = event.payload
      const job = own.get('job', downloadID)
      if (job?.status !== 'loading') return
      return own.set('job', downloadID, {
        ...job,
        totalBytes: bytes,
        receivedBytes: bytes,
        progress: 100,
        sha256,
        taggedSha256: taggedSha256 ?? null,
        crc32: crc32 ?? null,
        fileName,
      })
    }
    case 'download.saved': {
      const { downloadID } = event.payload
      const savedAt = own.single('app').startedAt + event.t
      // A song of a bundle comes with it, never alone.
      if (own.get('job', downloadID)?.place) return
      move(own, downloadID, 'finished', { progress: 100, isZipping: false, savedAt })
      const job = own.get('job', downloadID)
      if (job?.type === 'bundle' && job.status === 'finished') finishParts(own, downloadID, savedAt)
      return remember(own, job)
    }
    case 'download.failed': {
      const { downloadID, reason, receivedBytes } = event.payload
      const total = own.get('job', downloadID)?.totalBytes ?? null
      return move(own, downloadID, 'failed', { ...FAILED, reason, ...received(receivedBytes, total) })
    }
    case 'download.restarted':
      return restart(own, [event.payload.downloadID])
    case 'download.failedRetried': {
      const { interrupted: isAll = true } = event.payload
      const { ids } = own.single('jobOrder')
      return restart(own, isAll ? ids : ids.filter((id) => !isCut(own.get('job', id))))
    }
    case 'download.paused':
      return withSongs(own, event.payload.downloadID, (groups) => pause(own, event.payload.downloadID, groups))
    case 'download.allPaused': {
      const groups = groupsOf(own)
      return each(own, (id) => pause(own, id, groups))
    }
    case 'download.resumed':
      return withSongs(own, event.payload.downloadID, (groups) =>
        resume(own, event.payload.downloadID, groups, isPaused),
      )
    case 'download.allResumed': {
      const groups = groupsOf(own)
      const goesOn = event.payload.interrupted ? (job: DownloadJob) => isPaused(job) || isCut(job) : isPaused
      return each(own, (id) => resume(own, id, groups, goesOn))
    }
    case 'download.moved': {
      const { downloadID, before } = event.payload
      const { ids } = own.single('jobOrder')
      if (!ids.includes(downloadID) || before === downloadID) return
      const block = blockOf(own, downloadID)
      const left = ids.filter((id) => !block.includes(id))
      // The one it was dropped before may be gone by now; nothing comes between a bundle and its songs.
      const at = before === null ? -1 : left.indexOf(own.get('job', before)?.place?.bundle ?? before)
      left.splice(at < 0 ? left.length : at, 0, ...block)
      return own.set('jobOrder', SELF, { ids: left })
    }
    case 'download.removed':
    case 'download.skipped': {
      const { downloadID } = event.payload
      const place = own.get('job', downloadID)?.place
      if (place) return trimBundle(own, place.bundle, (part) => part.downloadID === downloadID)
      return dropJobs(own, (job) => job.downloadID === downloadID || job.place?.bundle === downloadID)
    }
    case 'download.completedCleared':
      return dropJobs(own, (job) => job.status === 'finished')
    case 'session.ended':
      own.set('downloadFolder', SELF, { name: null, access: 'none' })
      own.set('downloadServer', SELF, { retryAt: null })
      for (const key of [...own.ids('downloaded')]) own.drop('downloaded', key)
      return dropJobs(own, () => true)
  }
}

/** Failed jobs wait again with nothing received, at the end of the line, in the order they stood. */
function restart(own: Store, ids: readonly string[]): void {
  const again = ids.filter((id) => own.get('job', id)?.status === 'failed')
  if (again.length === 0) return
  const groups = groupsOf(own)
  for (const id of again) {
    const job = own.get('job', id) as DownloadJob
    if (job.type === 'bundle') restartBundle(own, job, groups.get(id) ?? [])
    else if (job.status === 'failed') own.set('job', id, startOver(job))
  }
  // A song keeps its place in its bundle, a bundle takes its songs along.
  const moved = new Set(
    again.filter((id) => !own.get('job', id)?.place).flatMap((id) => [id, ...(groups.get(id) ?? [])]),
  )
  own.set('jobOrder', SELF, { ids: [...own.single('jobOrder').ids.filter((id) => !moved.has(id)), ...moved] })
}

/** The batch that something new joins. */
function batchUnderWay(own: Store): string | null {
  for (const id of own.single('jobOrder').ids) {
    const job = own.get('job', id)
    if (job && (job.status === 'waiting' || job.status === 'loading')) return job.batch
  }
  return null
}

/** What moves with a job: a bundle's songs. */
function blockOf(own: Store, id: string): string[] {
  return [id, ...partsOf(own, id).map((part) => part.downloadID)]
}

/** Most jobs have no songs to be looked for. */
function withSongs(own: Store, id: string, act: (groups: Groups) => void): void {
  act(own.get('job', id)?.type === 'bundle' ? groupsOf(own) : NO_GROUPS)
}

const NO_GROUPS: Groups = new Map()

const isPaused = ({ status }: DownloadJob) => status === 'paused'
const isCut = (job: DownloadJob | undefined) => job !== undefined && isInterrupted(job)

/** A bundle stands still when its songs do. */
function pause(own: Store, id: string, groups: Groups): void {
  const job = own.get('job', id)
  const songs = groups.get(id) ?? []
  for (const song of songs) pause(own, song, groups)
  // What is whole has nothing to wait for.
  if (!job || songs.length > 0 || isHeld(job)) return
  if (job.status !== 'waiting' && job.status !== 'loading') return
  own.set('job', id, { ...job, token: null, url: null, isZipping: false, reason: null, status: 'paused' })
}

function resume(own: Store, id: string, groups: Groups, goesOn: (job: DownloadJob) => boolean): void {
  const job = own.get('job', id)
  if (!job || !goesOn(job)) return
  if (job.type !== 'bundle') return waitAgain(own, job)
  const songs = groups.get(id) ?? []
  for (const song of songs) resume(own, song, groups, goesOn)
  waitForBundle(own, job, songs.length)
}

function each(own: Store, act: (id: string) => void): void {
  for (const id of own.single('jobOrder').ids) act(id)
}

/** Jobs of another tab of which more follow: where they stand is said with the last. */
function join(own: Store, jobs: readonly DownloadJob[]): void {
  const { ids } = own.single('jobOrder')
  const news = jobs.flatMap(({ downloadID }) => (own.get('job', downloadID) ? [] : [downloadID]))
  for (const job of jobs) {
    own.set('job', job.downloadID, mirrored(job))
    remember(own, job)
  }
  if (news.length > 0) own.set('jobOrder', SELF, { ids: [...ids, ...news] })
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
