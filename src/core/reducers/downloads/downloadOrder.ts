/** Which jobs there are and in what order: what comes, where it stands, and what goes. */
import type { AppEvent } from '../../events/index.ts'
import { downloadKey } from '../../model/downloads/download.ts'
import { SELF } from '../../model/entities.ts'
import type { Store } from '../store.ts'
import { partsOf, trimBundle, unfinishedItems } from './bundles.ts'
import { dropJob, dropJobs, finished, interrupted, newJob, remember } from './downloadJobs.ts'

export function reduceDownloadOrder(state: Store, event: AppEvent): void {
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
        state.set('job', request.downloadID, newJob(request, batch, choices))
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
  }
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
