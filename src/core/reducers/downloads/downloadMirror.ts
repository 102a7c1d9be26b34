// Jobs as another tab tells of them, whose handles are of no use here.
import type { DownloadJob } from '../../model/downloads/download.ts'
import { SELF } from '../../model/entities.ts'
import type { Store } from '../store.ts'
import { HANDLES, received, remember } from './downloadJobs.ts'

/** Jobs of another tab of which more follow: where they stand is said with the last. */
export function join(state: Store, jobs: readonly DownloadJob[]): void {
  const { ids } = state.single('jobOrder')
  const news = jobs.flatMap(({ downloadID }) => (state.get('job', downloadID) ? [] : [downloadID]))
  for (const job of jobs) {
    state.set('job', job.downloadID, mirrored(job))
    remember(state, job)
  }
  if (news.length > 0) state.set('jobOrder', SELF, { ids: [...ids, ...news] })
}

/** A job as it is kept here: without handles, and with a reason when it failed. */
export function mirrored(job: DownloadJob): DownloadJob {
  const isZipping = job.isZipping && job.status === 'waiting'
  const reason = job.status === 'failed' ? (job.reason ?? 'interrupted') : null
  return { ...job, ...HANDLES, isZipping, reason, ...received(job.receivedBytes, job.totalBytes) }
}
