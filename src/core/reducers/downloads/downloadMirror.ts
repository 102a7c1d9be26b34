// Jobs as another tab tells of them, whose handles are of no use here.
import type { PayloadOf } from '../../events/index.ts'
import type { DownloadJob } from '../../model/downloads/download.ts'
import { SELF } from '../../model/entities.ts'
import type { Store } from '../store.ts'
import { dropJobs, HANDLES, received, remember } from './downloadJobs.ts'

/** What another tab says of its jobs. */
export function mirror(state: Store, { jobs, order, joins }: PayloadOf<'download.mirrored'>): void {
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

/** Jobs of another tab of which more follow: where they stand is said with the last. */
function join(state: Store, jobs: readonly DownloadJob[]): void {
  const news = jobs.flatMap(({ downloadID }) => (state.get('job', downloadID) ? [] : [downloadID]))
  take(state, jobs)
  if (news.length > 0) state.set('jobOrder', SELF, { ids: [...state.single('jobOrder').ids, ...news] })
}

/** Jobs as another tab has them, in place of those of before. */
function take(state: Store, jobs: readonly DownloadJob[]): void {
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
