/**
 * Download jobs. The legal moves are data, so a late fact about a job is dropped in one place.
 * A zipped job waits until `zipReady`; `stored` keeps it loading at 100 until the browser has the file.
 */
import type { AppEvent } from '../../events/index.ts'
import {
  type DownloadJob,
  type DownloadRequest,
  downloadKey,
  isInterrupted,
  isZipped,
} from '../../model/downloads/download.ts'
import { SELF } from '../../model/entities.ts'
import type { Store } from '../store.ts'
import {
  addFound,
  finishParts,
  groupsOf,
  partsOf,
  planBundle,
  restartBundle,
  settleBundles,
  trimBundle,
  unfinishedItems,
} from './bundles.ts'
import {
  dropJob,
  dropJobs,
  FAILED,
  finished,
  interrupted,
  move,
  newJob,
  received,
  remember,
  startOver,
  undelayed,
  waitAgain,
} from './downloadJobs.ts'
import { join, take } from './downloadMirror.ts'
import { isCut, isPaused, pause, resume, withSongs } from './downloadPauses.ts'

/** After these nothing about a bundle can have changed; a mirrored one was settled by the tab that runs it. */
const UNSETTLING: ReadonlySet<string> = new Set([
  'download.progressed',
  'download.delayed',
  'download.zipProgressed',
  'download.tokenReceived',
  'download.mirrored',
  'download.serverLost',
  'download.serverReached',
  'download.noted',
  'download.hindered',
  'download.historyRestored',
  'download.folderChanged',
  'app.workerRestarted',
  'app.clockPutBack',
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
  'download.zipPlanned',
  'download.zipReady',
  'download.zipOutdated',
  'download.bundleTrimmed',
])

/** These let jobs wait for their turn again. */
const GO_ON: ReadonlySet<string> = new Set([
  'download.restarted',
  'download.failedRetried',
  'download.resumed',
  'download.allResumed',
])

/** What of the others' events says something of downloads. */
const OTHERS: ReadonlySet<string> = new Set([
  'session.ended',
  'app.workerFailed',
  'app.workerRestarted',
  'app.clockPutBack',
])

export function reduceDownloads(state: Store, event: AppEvent): void {
  if (!event.type.startsWith('download.') && !OTHERS.has(event.type)) return
  // Nobody would take up what waits: what broke off stays as it is.
  const isLost = state.single('app').downloadsLost === true
  if (isLost && GO_ON.has(event.type)) return
  const job = 'downloadID' in event.payload ? state.get('job', event.payload.downloadID) : undefined
  apply(state, event)
  if (isLost && (event.type === 'download.requested' || event.type === 'app.workerFailed')) cutAll(state)
  if (UNSETTLING.has(event.type)) return
  // What happens to one job reaches no bundle but its own: ten thousand jobs are not walked for each of them.
  if (event.type === 'download.requested')
    for (const one of bundlesOf(event.payload.requests)) settleBundles(state, one)
  else if (!ONE_JOB.has(event.type)) settleBundles(state)
  else if (job?.place) settleBundles(state, job.place.bundle)
  else if (job?.type === 'bundle') settleBundles(state, job.downloadID)
}

/** The clock was put back: what waits goes on as soon as before, and nothing was saved later than now (ms since 1970). */
function bringBack(state: Store, byMs: number, now: number): void {
  const { retryAt } = state.single('downloadServer')
  if (retryAt !== null) state.set('downloadServer', SELF, { retryAt: retryAt - byMs })
  each(state, (id) => {
    const job = state.get('job', id)
    if ((job?.savedAt ?? 0) > now) state.patch('job', id, { savedAt: now })
    if (job?.retryAt) state.patch('job', id, { retryAt: job.retryAt - byMs })
  })
}

function apply(state: Store, event: AppEvent): void {
  switch (event.type) {
    case 'download.requested': {
      const added: string[] = []
      const unfinished = unfinishedItems(state, event.payload.requests)
      let batch = batchUnderWay(state)
      const { downloads: choices } = state.single('setting')
      // A single press on something that is here already is meant.
      const isHere = choices.onlyNew && event.payload.requests.length > 1
      for (const request of event.payload.requests) {
        if (isHere && state.get('downloaded', downloadKey(request))) continue
        if (state.get('job', request.downloadID) || unfinished.has(downloadKey(request))) continue
        unfinished.add(downloadKey(request))
        batch ??= request.downloadID
        const job = newJob(request, batch, choices.nameTemplate)
        // As it was when it was asked for: another answer later would be another zip.
        if (choices.zipLists && isZipped(job.type)) job.lists = true
        state.set('job', request.downloadID, job)
        added.push(request.downloadID)
      }
      if (added.length > 0) state.set('jobOrder', SELF, { ids: [...state.single('jobOrder').ids, ...added] })
      return
    }
    case 'download.restored': {
      const restored: string[] = []
      for (const job of event.payload.jobs) {
        if (state.get('job', job.downloadID)) continue
        state.set('job', job.downloadID, job.status === 'finished' ? finished(job) : interrupted(job))
        // The list is written at once, what is remembered beyond it a moment later.
        remember(state, state.get('job', job.downloadID))
        restored.push(job.downloadID)
      }
      if (restored.length > 0) state.set('jobOrder', SELF, { ids: [...restored, ...state.single('jobOrder').ids] })
      return
    }
    case 'app.clockPutBack':
      return bringBack(state, event.payload.byMs, state.single('app').startedAt + event.t)
    case 'download.folderChanged':
      return state.set('downloadFolder', SELF, event.payload)
    case 'download.serverLost':
      return state.set('downloadServer', SELF, {
        retryAt: state.single('app').startedAt + event.t + event.payload.retryInMs,
      })
    case 'download.serverReached':
      return state.set('downloadServer', SELF, { retryAt: null })
    case 'download.historyRestored':
      for (const key of event.payload.keys) state.set('downloaded', key, { key })
      return
    case 'download.takenOver': {
      const cut = new Set(event.payload.interrupted)
      return each(state, (id) => {
        const job = state.get('job', id)
        if (job && cut.has(id)) state.set('job', id, job.status === 'finished' ? finished(job) : interrupted(job))
        else if (job?.status === 'loading') waitAgain(state, job)
      })
    }
    case 'download.mirrored': {
      const { jobs, order, joins } = event.payload
      if (joins) return join(state, jobs)
      const kept = new Set(order ?? state.single('jobOrder').ids)
      // A job that changed while it was removed is nobody's.
      take(
        state,
        jobs.filter(({ downloadID }) => kept.has(downloadID)),
      )
      if (order === null) return
      dropJobs(state, (job) => !kept.has(job.downloadID))
      return state.set('jobOrder', SELF, { ids: [...kept].filter((id) => state.get('job', id)) })
    }
    case 'download.zipProgressed': {
      const { downloadID, percent } = event.payload
      if (isAwaitingZip(state, downloadID)) state.patch('job', downloadID, { zippingProgress: percent })
      return
    }
    case 'download.songsFound':
      return addFound(state, event.payload)
    case 'download.bundlePlanned':
      return planBundle(state, event.payload)
    case 'download.bundleTrimmed':
      return trimBundle(state, event.payload.downloadID, (part) => part.status === 'failed' && !isInterrupted(part))
    case 'download.zipPlanned': {
      const { downloadID, missing } = event.payload
      if (isAwaitingZip(state, downloadID)) state.patch('job', downloadID, { leftOut: missing.length, missing })
      return
    }
    case 'download.zipReady': {
      const { downloadID, handle } = event.payload
      const job = state.get('job', downloadID)
      if (!job || !isAwaitingZip(state, downloadID)) return
      const ready = { isZipping: false, zipperReady: true, zippingProgress: 100, url: handle }
      return state.set('job', downloadID, undelayed({ ...job, ...ready }))
    }
    case 'download.zipOutdated': {
      const job = state.get('job', event.payload.downloadID)
      if (job && isZipped(job.type) && (job.status === 'waiting' || job.status === 'loading')) waitAgain(state, job)
      return
    }
    case 'download.tokenReceived': {
      const { downloadID, handle } = event.payload
      const status = state.get('job', downloadID)?.status
      if (status === 'waiting' || status === 'loading') state.patch('job', downloadID, { token: handle, url: handle })
      return
    }
    case 'download.started': {
      const { downloadID, totalBytes, resumedAt } = event.payload
      // A zip that is not ready has no bytes (DOWNLOAD-013).
      if (isAwaitingZip(state, downloadID)) return
      return move(state, downloadID, 'loading', { totalBytes, resumedAt, ...received(resumedAt, totalBytes) })
    }
    case 'download.delayed': {
      const { downloadID, retryInMs } = event.payload
      const status = state.get('job', downloadID)?.status
      if (status !== 'waiting' && status !== 'loading') return
      return state.patch('job', downloadID, { retryAt: state.single('app').startedAt + event.t + retryInMs })
    }
    case 'download.progressed': {
      const { downloadID, receivedBytes } = event.payload
      const job = state.get('job', downloadID)
      if (job?.status !== 'loading') return
      return state.set('job', downloadID, { ...job, ...received(receivedBytes, job.totalBytes) })
    }
    case 'download.stored': {
      const { downloadID, bytes, sha256, fileName, taggedSha256, crc32 } = event.payload
      const job = state.get('job', downloadID)
      if (job?.status !== 'loading') return
      return state.set('job', downloadID, {
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
      const savedAt = state.single('app').startedAt + event.t
      // A song of a bundle comes with it, never alone.
      if (state.get('job', downloadID)?.place) return
      move(state, downloadID, 'finished', { progress: 100, isZipping: false, savedAt })
      const job = state.get('job', downloadID)
      if (job?.type === 'bundle' && job.status === 'finished') finishParts(state, downloadID, savedAt)
      return remember(state, job)
    }
    case 'download.failed': {
      const { downloadID, reason, receivedBytes } = event.payload
      const total = state.get('job', downloadID)?.totalBytes ?? null
      return move(state, downloadID, 'failed', { ...FAILED, reason, ...received(receivedBytes, total) })
    }
    case 'download.restarted':
      return restart(state, [event.payload.downloadID])
    case 'download.failedRetried': {
      const { interrupted: isAll = true } = event.payload
      const { ids } = state.single('jobOrder')
      return restart(state, isAll ? ids : ids.filter((id) => !isCut(state.get('job', id))))
    }
    case 'download.paused':
      return withSongs(state, event.payload.downloadID, (groups) => pause(state, event.payload.downloadID, groups))
    case 'download.allPaused': {
      const groups = groupsOf(state)
      return each(state, (id) => pause(state, id, groups))
    }
    case 'download.resumed':
      return withSongs(state, event.payload.downloadID, (groups) =>
        resume(state, event.payload.downloadID, groups, isPaused),
      )
    case 'download.allResumed': {
      const groups = groupsOf(state)
      const goesOn = event.payload.interrupted ? (job: DownloadJob) => isPaused(job) || isCut(job) : isPaused
      return each(state, (id) => resume(state, id, groups, goesOn))
    }
    case 'download.moved': {
      const { downloadID, before } = event.payload
      const { ids } = state.single('jobOrder')
      if (!ids.includes(downloadID) || before === downloadID) return
      const block = new Set(blockOf(state, downloadID))
      const left = ids.filter((id) => !block.has(id))
      // The one it was dropped before may be gone by now; nothing comes between a bundle and its songs.
      const at = before === null ? -1 : left.indexOf(state.get('job', before)?.place?.bundle ?? before)
      left.splice(at < 0 ? left.length : at, 0, ...block)
      return state.set('jobOrder', SELF, { ids: left })
    }
    case 'download.removed':
    case 'download.skipped': {
      const { downloadID } = event.payload
      const place = state.get('job', downloadID)?.place
      if (place) return trimBundle(state, place.bundle, (part) => part.downloadID === downloadID)
      return dropJob(state, downloadID)
    }
    case 'download.completedCleared':
      return dropJobs(state, (job) => job.status === 'finished')
    case 'app.workerFailed':
    case 'app.workerRestarted':
      // Whoever was to ask again is gone; the one that comes next asks for itself.
      if (event.payload.worker !== 'downloads' || state.single('downloadServer').retryAt === null) return
      return state.set('downloadServer', SELF, { retryAt: null })
    case 'session.ended':
      state.set('downloadFolder', SELF, { name: null, access: 'none' })
      state.set('downloadServer', SELF, { retryAt: null })
      for (const key of [...state.ids('downloaded')]) state.drop('downloaded', key)
      return dropJobs(state, () => true)
  }
}

/** Nobody here goes on with what is under way, or says how it stands. */
function cutAll(state: Store): void {
  each(state, (id) => {
    const job = state.get('job', id)
    if (job?.status === 'waiting' || job?.status === 'loading') state.set('job', id, interrupted(job))
  })
}

/** Failed jobs wait again with nothing received, at the end of the line, in the order they stood. */
function restart(state: Store, ids: readonly string[]): void {
  const again = ids.filter((id) => state.get('job', id)?.status === 'failed')
  if (again.length === 0) return
  const groups = groupsOf(state)
  for (const id of again) {
    const job = state.get('job', id) as DownloadJob
    if (job.type === 'bundle') restartBundle(state, job, groups.get(id) ?? [])
    else if (job.status === 'failed') state.set('job', id, startOver(job))
  }
  // A song keeps its place in its bundle, a bundle takes its songs along.
  const moved = new Set(
    again.filter((id) => !state.get('job', id)?.place).flatMap((id) => [id, ...(groups.get(id) ?? [])]),
  )
  state.set('jobOrder', SELF, { ids: [...state.single('jobOrder').ids.filter((id) => !moved.has(id)), ...moved] })
}

/** The bundles that new jobs are, or are part of. */
function bundlesOf(requests: readonly DownloadRequest[]): Set<string> {
  const bundles = new Set<string>()
  for (const { type, downloadID, place } of requests)
    if (place) bundles.add(place.bundle)
    else if (type === 'bundle') bundles.add(downloadID)
  return bundles
}

/** The batch that something new joins. */
function batchUnderWay(state: Store): string | null {
  for (const id of state.single('jobOrder').ids) {
    const job = state.get('job', id)
    if (job && (job.status === 'waiting' || job.status === 'loading')) return job.batch
  }
  return null
}

/** What moves with a job: a bundle's songs. */
function blockOf(state: Store, id: string): string[] {
  return [id, ...partsOf(state, id).map((part) => part.downloadID)]
}

function each(state: Store, act: (id: string) => void): void {
  for (const id of state.single('jobOrder').ids) act(id)
}

function isAwaitingZip(state: Store, id: string): boolean {
  const job = state.get('job', id)
  return job?.status === 'waiting' && job.isZipping
}
