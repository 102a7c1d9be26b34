// Jobs as another tab tells of them, whose handles are of no use here.
import type { DownloadJob } from '../../model/downloads/download.ts'
import { SELF } from '../../model/entities.ts'
import type { Store } from '../store.ts'
import { HANDLES, received, remember } from './downloadJobs.ts'

/** Jobs of another tab of which more follow: where they stand is said with the last. */
export function join(state: Store, jobs: readonly DownloadJob[]): void {
  const news = jobs.flatMap(({ downloadID }) => (state.get('job', downloadID) ? [] : [downloadID]))
  take(state, jobs)
  if (news.length > 0) state.set('jobOrder', SELF, { ids: [...state.single('jobOrder').ids, ...news] })
}

/** Jobs as another tab has them, in place of those of before. */
export function take(state: Store, jobs: readonly DownloadJob[]): void {
  let isMoved = false
  for (const job of jobs) {
    const before = state.get('job', job.downloadID)
    isMoved ||= before !== undefined && before.place?.bundle !== job.place?.bundle
    state.set('job', job.downloadID, mirrored(job))
    remember(state, job)
  }
  // The songs of bundles are known by the order (`groupsOf`).
  if (isMoved) state.set('jobOrder', SELF, { ids: [...state.single('jobOrder').ids] })
}

/** A job as it is kept here: without handles, and with a reason when it failed. */
function mirrored(job: DownloadJob): DownloadJob {
  const isZipping = job.isZipping && job.status === 'waiting'
  const reason = job.status === 'failed' ? (job.reason ?? 'interrupted') : null
  return { ...job, ...HANDLES, isZipping, reason, ...received(job.receivedBytes, job.totalBytes) }
}
