/**
 * Download jobs. The legal moves are data, so a late fact about a job is dropped in one place.
 * A zipped job waits until `zipReady`; `stored` keeps it loading at 100 until the browser has the file.
 */
import type { AppEvent, EventOf, EventType } from '../../events/index.ts'
import { type DownloadRequest, isInterrupted } from '../../model/downloads/download.ts'
import { SELF } from '../../model/entities.ts'
import type { Store } from '../store.ts'
import { addFound, finishParts, planBundle, settleBundles, trimBundle } from './bundles.ts'
import { dropJobs, FAILED, move, received, remember } from './downloadJobs.ts'
import { mirror } from './downloadMirror.ts'
import { reduceDownloadOrder } from './downloadOrder.ts'
import { reduceDownloadPauses } from './downloadPauses.ts'
import { cutAll, reduceDownloadTries } from './downloadTries.ts'
import { isAwaitingZip, reduceDownloadZips } from './downloadZips.ts'

type DownloadType =
  | Extract<EventType, `download.${string}`>
  | 'session.ended'
  | `app.${'workerFailed' | 'workerRestarted' | 'clockPutBack'}`

/**
 * Which bundles may be something else after an event that says something of downloads: none (a mirrored one was settled
 * by the tab that runs it), their own where it is true of some jobs alone, or all.
 */
const SETTLES: Readonly<Record<DownloadType, 'none' | 'own' | 'all'>> = {
  'download.requested': 'own',
  'download.restored': 'all',
  'download.takenOver': 'all',
  'download.mirrored': 'none',
  'download.noted': 'none',
  'download.songsFound': 'all',
  'download.bundlePlanned': 'all',
  'download.bundleTrimmed': 'own',
  'download.zipPlanned': 'own',
  'download.zipProgressed': 'none',
  'download.zipReady': 'own',
  'download.zipOutdated': 'own',
  'download.tokenReceived': 'none',
  'download.asked': 'own',
  'download.started': 'own',
  'download.delayed': 'none',
  'download.progressed': 'none',
  'download.stored': 'own',
  'download.saved': 'own',
  'download.failed': 'own',
  'download.skipped': 'own',
  'download.restarted': 'own',
  'download.failedRetried': 'all',
  'download.paused': 'own',
  'download.allPaused': 'all',
  'download.resumed': 'own',
  'download.allResumed': 'all',
  'download.moved': 'all',
  'download.removed': 'own',
  'download.completedCleared': 'all',
  'download.folderChanged': 'none',
  'download.serverLost': 'none',
  'download.serverReached': 'none',
  'download.hindered': 'none',
  'download.historyRestored': 'none',
  'session.ended': 'all',
  'app.workerFailed': 'all',
  'app.workerRestarted': 'none',
  'app.clockPutBack': 'none',
}

/** These let jobs wait for their turn again. */
const GO_ON: ReadonlySet<string> = new Set([
  'download.restarted',
  'download.failedRetried',
  'download.resumed',
  'download.allResumed',
])

export function reduceDownloads(state: Store, event: AppEvent): void {
  if (!isOfDownloads(event)) return
  // Nobody would take up what waits: what broke off stays as it is.
  const isLost = state.single('app').downloadsLost === true
  if (isLost && GO_ON.has(event.type)) return
  const job = 'downloadID' in event.payload ? state.get('job', event.payload.downloadID) : undefined
  reduceDownloadOrder(state, event)
  reduceDownloadTries(state, event)
  reduceDownloadPauses(state, event)
  reduceDownloadZips(state, event)
  apply(state, event)
  if (isLost && (event.type === 'download.requested' || event.type === 'app.workerFailed')) cutAll(state)
  const settles = SETTLES[event.type]
  // What happens to one job reaches no bundle but its own: ten thousand jobs are not walked for each of them.
  if (settles === 'all') settleBundles(state)
  else if (settles === 'none') return
  else if (event.type === 'download.requested')
    for (const one of bundlesOf(event.payload.requests)) settleBundles(state, one)
  else if (job?.place) settleBundles(state, job.place.bundle)
  else if (job?.type === 'bundle') settleBundles(state, job.downloadID)
}

const isOfDownloads = (event: AppEvent): event is EventOf<DownloadType> => event.type in SETTLES

function apply(state: Store, event: AppEvent): void {
  switch (event.type) {
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
    case 'download.mirrored':
      return mirror(state, event.payload)
    case 'download.songsFound':
      return addFound(state, event.payload)
    case 'download.bundlePlanned':
      return planBundle(state, event.payload)
    case 'download.bundleTrimmed':
      return trimBundle(state, event.payload.downloadID, (part) => part.status === 'failed' && !isInterrupted(part))
    case 'download.tokenReceived': {
      const { downloadID, handle } = event.payload
      const status = state.get('job', downloadID)?.status
      if (status === 'waiting' || status === 'loading') state.patch('job', downloadID, { token: handle, url: handle })
      return
    }
    case 'download.asked': {
      const { downloadID } = event.payload
      const job = state.get('job', downloadID)
      if (job?.status !== 'waiting' || job.isZipping) return
      // Until the answer says how long it is, its ring has no end (D-129).
      return move(state, downloadID, 'loading', job.totalBytes === null ? { progress: null } : {})
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

/** The bundles that new jobs are, or are part of. */
function bundlesOf(requests: readonly DownloadRequest[]): Set<string> {
  const bundles = new Set<string>()
  for (const { type, downloadID, place } of requests)
    if (place) bundles.add(place.bundle)
    else if (type === 'bundle') bundles.add(downloadID)
  return bundles
}
