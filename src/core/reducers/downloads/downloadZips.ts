/** Zips the server makes: how far one is, what it lacks, and whether it is ready. */
import type { AppEvent } from '../../events/index.ts'
import { isZipped } from '../../model/downloads/download.ts'
import type { Store } from '../store.ts'
import { undelayed, waitAgain } from './downloadJobs.ts'

export function reduceDownloadZips(state: Store, event: AppEvent): void {
  switch (event.type) {
    case 'download.zipProgressed': {
      const { downloadID, percent } = event.payload
      if (isAwaitingZip(state, downloadID)) state.patch('job', downloadID, { zippingProgress: percent })
      return
    }
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
  }
}

/** Whether a job has no bytes yet because its zip is not ready (DOWNLOAD-013). */
export function isAwaitingZip(state: Store, id: string): boolean {
  const job = state.get('job', id)
  return job?.status === 'waiting' && job.isZipping
}
